/** When orders were placed, by their ids alone. */
import { CHANGE_ADD, CHANGE_MODIFY, type MatchEvent, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handEvent } from '#testing/hand-event.ts';
import { add, HandTape } from '#testing/hand-tape.ts';
import { OrderClock } from './order-clock.ts';

test('an order is dated by its id, to a second; what is older than the memory is not', () => {
  const clock = new OrderClock();
  const times: number[] = [];
  const tape = new HandTape('L3', []);
  tape.pipeline.onMatch = (event: MatchEvent): void => {
    clock.read(event);
    times.push(event.timeMs);
  };
  for (let n = 0; n < 1200; n += 1) tape.event(add(1000 + 10 * n, SIDE_BID, 4000, 1)).wait(1000);
  expect(clock.placedMs(0, 1000 + 10 * 900)).toBeCloseTo(times[900] ?? Number.NaN, -3);
  expect(clock.placedMs(0, 1000 + 10 * 900 - 5)).toBeCloseTo(times[900] ?? Number.NaN, -3);
  expect(clock.placedMs(0, 1000 + 10)).toBe(Number.NEGATIVE_INFINITY);
  clock.clear();
  expect(clock.placedMs(0, 1000 + 10 * 900)).toBe(Number.NEGATIVE_INFINITY);
});

/** An event in which these orders came or were changed. */
function event(timeMs: number, ids: readonly number[], kind = CHANGE_ADD): MatchEvent {
  const changes = ids.map((id) => ({ kind, id, side: SIDE_BID, priceTicks: 1000 }));
  return handEvent(timeMs, [], changes);
}

test('orders before the first mark are not dated, those after the last one by it', () => {
  const clock = new OrderClock();
  expect(clock.placedMs(0, 5)).toBe(Number.NEGATIVE_INFINITY);
  clock.read(event(10_000, [100]));
  clock.read(event(10_999, [101]));
  expect([clock.placedMs(0, 100), clock.placedMs(0, 101)]).toEqual([Number.NEGATIVE_INFINITY, 10_000]);
  // A second after the last mark there is another one.
  clock.read(event(11_000, []));
  expect([clock.placedMs(0, 101), clock.placedMs(0, 102)]).toEqual([11_000, 11_000]);
});

test('orders that are changed tell nothing of the time, however new their ids', () => {
  const clock = new OrderClock();
  clock.read(event(1000, [500], CHANGE_MODIFY));
  expect(clock.placedMs(0, 501)).toBe(Number.NEGATIVE_INFINITY);
  clock.read(event(2000, [10]));
  clock.read(event(3000, [900], CHANGE_MODIFY));
  clock.read(event(4000, [20]));
  expect([clock.placedMs(0, 15), clock.placedMs(0, 20)]).toEqual([4000, 4000]);
});

test('ids whose lower half is negative are the larger ones', () => {
  const clock = new OrderClock();
  clock.read(event(1000, [2 ** 31 - 1]));
  clock.read(event(2000, [-(2 ** 31) + 5]));
  clock.read(event(3000, [-1]));
  expect([clock.placedMs(0, -(2 ** 31)), clock.placedMs(0, -2)]).toEqual([2000, 3000]);
});

test('every order is dated at or after its time, by the first mark that knows it', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 2500 }), fc.integer({ min: 1, max: 30 })), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(steps, (list) => {
      const clock = new OrderClock();
      const placed: { id: number; timeMs: number }[] = [];
      const marks: { id: number; timeMs: number }[] = [];
      let [id, timeMs] = [100, 0];
      for (const [waitMs, growth] of list) {
        timeMs += waitMs;
        id += growth;
        placed.push({ id, timeMs });
        clock.read(event(timeMs, [id]));
        if (timeMs >= (marks.at(-1)?.timeMs ?? Number.NEGATIVE_INFINITY) + 1000) marks.push({ id, timeMs });
      }
      for (const one of placed) {
        const known = marks.find((mark) => mark.id >= one.id) ?? marks.at(-1);
        const isOld = one.id <= (marks[0]?.id ?? 0);
        expect(clock.placedMs(0, one.id)).toBe(isOld ? Number.NEGATIVE_INFINITY : known?.timeMs);
      }
    }),
    { numRuns: 60 },
  );
});
