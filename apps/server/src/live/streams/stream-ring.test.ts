/** What a ring keeps, and what it says it does not. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StreamRing } from './stream-ring.ts';

const push = (ring: StreamRing, count: number, nowMs = 0) =>
  Array.from({ length: count }, () => ring.push('event', 'iceberg', '"data":{}', nowMs));

test('after any message that is kept exactly the later ones follow', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }), (count, after) => {
      const ring = new StreamRing('e');
      const pushed = push(ring, count);
      const { messages, isComplete } = ring.since(`e-${after}`, 0);
      expect(isComplete).toBe(after <= count);
      expect(messages).toEqual(after <= count ? pushed.slice(after) : []);
    }),
  );
});

test('a message is JSON with its number and id', () => {
  const ring = new StreamRing('e');
  const [message] = push(ring, 1);
  expect(JSON.parse(message?.text ?? '')).toEqual({ id: 'e-1', seq: 1, kind: 'event', data: {} });
  expect(ring.lastId).toBe('e-1');
});

test('what is older than ten minutes, or beyond what is kept, is incomplete and never silent', () => {
  const old = new StreamRing('e');
  push(old, 3, 0);
  push(old, 2, 600_001);
  expect(old.since('e-1', 600_001).isComplete).toBe(false);
  expect(old.since('e-3', 600_001)).toMatchObject({
    isComplete: true,
    messages: [{ sequence: 4 }, { sequence: 5 }],
  });
  const long = new StreamRing('e');
  push(long, 10_001);
  expect(long.since('e-0', 0).isComplete).toBe(false);
  expect(long.since('e-1', 0)).toMatchObject({ isComplete: true });
  const large = new StreamRing('e');
  for (let count = 0; count < 9; count += 1) large.push('tape', null, 'x'.repeat(1_000_000), 0);
  expect(large.since('e-1', 0).isComplete).toBe(false);
  expect(large.since('e-2', 0)).toMatchObject({ isComplete: true, messages: { length: 7 } });
});

test('executions are incomplete before they were kept, and events are not', () => {
  const ring = new StreamRing('e');
  push(ring, 3);
  expect([ring.keepsTape, ring.since('e-3', 0, true).isComplete]).toEqual([false, false]);
  ring.keepTape();
  push(ring, 2);
  ring.keepTape();
  expect(ring.since('e-2', 0, true).isComplete).toBe(false);
  expect(ring.since('e-2', 0).isComplete).toBe(true);
  expect(ring.since('e-3', 0, true)).toMatchObject({ isComplete: true, messages: { length: 2 } });
});

test.each(['f-1', 'e', 'e-', 'e-x', 'e-1.5', 'e--1', '-1', 'e-01', ''])('the id %s is nobody’s', (id) => {
  const ring = new StreamRing('e');
  push(ring, 3);
  expect(ring.since(id, 0)).toEqual({ messages: [], isComplete: false });
});
