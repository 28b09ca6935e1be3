/** Reading frames and counting bad ones. */
import { expect, test } from 'vitest';
import { BadMessageCount, parseFrame } from './frames.ts';

const resync = { type: 'resync', instrumentId: 1, droppedEvents: 2 };

test('a frame may be one message or an array of them', () => {
  expect(parseFrame(JSON.stringify(resync))).toEqual({ messages: [resync], bad: 0 });
  expect(parseFrame(JSON.stringify([resync, resync])).messages).toHaveLength(2);
});

test('what cannot be read is left out and counted', () => {
  expect(parseFrame('{"type":')).toEqual({ messages: [], bad: 1 });
  expect(parseFrame(JSON.stringify([resync, { type: 'unknown' }, 7]))).toEqual({
    messages: [resync],
    bad: 2,
  });
});

test('three unreadable messages within a minute cause a resync, two do not', () => {
  const count = new BadMessageCount();
  expect(count.note(1, 0)).toBe(false);
  expect(count.note(1, 30_000)).toBe(false);
  expect(count.note(1, 59_999)).toBe(true);
});

test('unreadable messages of an earlier minute do not count', () => {
  const count = new BadMessageCount();
  count.note(2, 0);
  expect(count.note(1, 60_000)).toBe(false);
  expect(count.note(2, 60_001)).toBe(true);
});
