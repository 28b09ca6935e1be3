/** A heap of timers gives them back as a sorted list would. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TimerHeap } from './timer-heap.ts';

/** Takes every timer out: time, owner, slot and order id of each. */
function drain(heap: TimerHeap): number[][] {
  const taken: number[][] = [];
  while (heap.size > 0) {
    const timeNs = heap.nextNs;
    heap.pop();
    taken.push([timeNs, heap.owner, heap.slot, heap.orderId]);
  }
  return taken;
}

test('without timers the next one never comes', () => {
  const heap = new TimerHeap();
  expect(heap.nextNs).toBe(Number.POSITIVE_INFINITY);
  heap.push(5, 1);
  heap.pop();
  expect(heap.nextNs).toBe(Number.POSITIVE_INFINITY);
});

test('what is left out of a timer is zero', () => {
  const heap = new TimerHeap();
  heap.push(5, 3);
  expect(drain(heap)).toEqual([[5, 3, 0, 0]]);
});

test('timers of one instant come in the order of their entry, however many others go before', () => {
  const heap = new TimerHeap();
  for (let n = 0; n < 1000; n++) heap.push(n % 2 === 0 ? 7 : 3, n, n + 1, n + 2 ** 40);
  const taken = drain(heap);
  const odd = Array.from({ length: 500 }, (_, n) => [3, 2 * n + 1, 2 * n + 2, 2 * n + 1 + 2 ** 40]);
  const even = Array.from({ length: 500 }, (_, n) => [7, 2 * n, 2 * n + 1, 2 * n + 2 ** 40]);
  expect(taken).toEqual([...odd, ...even]);
});

test('whatever is pushed and popped in between, the earliest comes first', () => {
  const step = fc.option(fc.integer({ min: 0, max: 50 }), { freq: 3 });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
      const heap = new TimerHeap();
      const list: number[][] = [];
      steps.forEach((timeNs, entered) => {
        if (timeNs !== null) {
          heap.push(timeNs, entered, entered * 2, entered * 3);
          list.push([timeNs, entered, entered * 2, entered * 3]);
          // Stable: equal times keep their order
          list.sort((a, b) => a[0]! - b[0]!);
        } else if (list.length > 0) {
          const nextNs = heap.nextNs;
          heap.pop();
          expect([nextNs, heap.owner, heap.slot, heap.orderId]).toEqual(list.shift());
        }
        expect(heap.size).toBe(list.length);
      });
      expect(drain(heap)).toEqual(list);
    }),
    { numRuns: 30 },
  );
});

test('a delay moves every timer and what is pushed later goes by the clock', () => {
  const heap = new TimerHeap();
  for (const [owner, timeNs] of [30, 10, 20, 10].entries()) heap.push(timeNs, owner);
  heap.delayAll(100);
  heap.push(115, 9);
  expect(drain(heap).map(([timeNs, owner]) => [timeNs, owner])).toEqual([
    [110, 1],
    [110, 3],
    [115, 9],
    [120, 2],
    [130, 0],
  ]);
});
