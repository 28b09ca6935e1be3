/** What a reader makes of the positions of messages. */
import { expect, test } from 'vitest';
import { ReaderPlace } from './reader-place.ts';

const at = (sequence: number, ordinal: number) => ({ sequence, ordinal, storedMs: 0, pending: 0 });

test('messages are read once, in order, whichever consumer delivers them', () => {
  const place = new ReaderPlace(true);
  expect([at(5, 1), at(6, 2)].map((delivery) => place.judge(delivery))).toEqual(['next', 'next']);
  place.restart();
  expect([at(6, 1), at(7, 2)].map((delivery) => place.judge(delivery))).toEqual(['repeated', 'next']);
  expect(place.sequence).toBe(7);
});

test('a delivery that is missing is a hole, and so is a message that is missing in a whole stream', () => {
  const place = new ReaderPlace(true);
  place.judge(at(5, 1));
  expect(place.judge(at(7, 3))).toBe('hole');
  expect(place.judge(at(7, 2))).toBe('hole');
  expect(place.sequence).toBe(5);
  const filtered = new ReaderPlace(false);
  filtered.judge(at(5, 1));
  expect(filtered.judge(at(7, 2))).toBe('next');
});

test('what a stream dropped before it was read is counted, and reading continues', () => {
  const place = new ReaderPlace(true);
  place.judge(at(5, 1));
  place.restart();
  expect(place.judge(at(9, 1))).toBe('next');
  expect(place.missed).toBe(3);
});

test('a stream that lost its end, or was made anew, is read from where it ends or begins', () => {
  const place = new ReaderPlace(true);
  place.judge(at(9, 1));
  expect(place.fitTo(12, true)).toBe(false);
  expect(place.fitTo(7, true)).toBe(true);
  expect(place.sequence).toBe(7);
  expect(place.fitTo(40, false)).toBe(true);
  expect(place.sequence).toBe(0);
});
