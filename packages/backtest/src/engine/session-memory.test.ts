/** What is usual comes from earlier sessions alone: medians of volume by minute, thirds of ranges by hour. */
import { expect, test } from 'vitest';
import type { SessionFacts } from '#facts/session-facts.ts';
import { SessionMemory } from './session-memory.ts';

interface MadeMinute {
  readonly minute: number;
  readonly volume?: number;
  readonly range?: number;
}

function sessionOf(...minutes: readonly MadeMinute[]): SessionFacts {
  const of = (read: (made: MadeMinute) => number): Int32Array => Int32Array.from(minutes, read);
  const columns = {
    count: minutes.length,
    minute: of(({ minute }) => minute),
    volume: of(({ volume = 100 }) => volume),
    highTicks: of(({ range = 4 }) => 20_000 + range),
    lowTicks: of(() => 20_000),
  };
  return { minutes: columns } as unknown as SessionFacts;
}

const memoryOf = (sessions: readonly SessionFacts[]): SessionMemory => {
  const memory = new SessionMemory();
  for (const session of sessions) memory.add(session);
  return memory;
};
const volumes = (...list: number[]) => list.map((volume) => sessionOf({ minute: 10, volume }));

test('four sessions say nothing, five do', () => {
  expect(memoryOf(volumes(1, 2, 3, 4)).normalVolume(10, 1)).toBeNull();
  expect(memoryOf(volumes(1, 2, 3, 4, 5)).normalVolume(10, 1)).toBe(3);
  const ranges = (count: number) =>
    memoryOf(Array.from({ length: count }, () => sessionOf({ minute: 10 }))).volatility(10, 9);
  expect([ranges(4), ranges(5)]).toEqual([null, 'high']);
});

test('the usual volume is the median: of an even number the middle of the two', () => {
  expect(memoryOf(volumes(9, 1, 5, 3, 100)).normalVolume(10, 1)).toBe(5);
  expect(memoryOf(volumes(9, 1, 5, 3, 100, 7)).normalVolume(10, 1)).toBe(6);
});

test('a window ends with its minute and holds as many minutes as it says', () => {
  const day = sessionOf(
    { minute: 0, volume: 1 },
    { minute: 1, volume: 10 },
    { minute: 2, volume: 100 },
    { minute: 4, volume: 1000 },
  );
  const memory = memoryOf(Array.from({ length: 5 }, () => day));
  expect(memory.normalVolume(2, 1)).toBe(100);
  expect(memory.normalVolume(2, 2)).toBe(110);
  expect(memory.normalVolume(2, 3)).toBe(111);
  // Before the open there was nothing
  expect(memory.normalVolume(2, 60)).toBe(111);
  // A minute without a trade
  expect(memory.normalVolume(4, 3)).toBe(1100);
  expect(memory.normalVolume(3, 1)).toBeNull();
});

test('sessions that did not trade at the time are no part of what is usual', () => {
  const quiet = sessionOf({ minute: 500, volume: 7 });
  expect(memoryOf([...volumes(1, 2, 3, 4), quiet]).normalVolume(10, 1)).toBeNull();
  expect(memoryOf([...volumes(1, 2, 3, 4, 5), quiet, quiet]).normalVolume(10, 1)).toBe(3);
});

test('the twenty newest sessions count, older ones are forgotten', () => {
  const old = Array.from({ length: 15 }, () => 1000);
  const recent = Array.from({ length: 20 }, (_, at) => at + 1);
  expect(memoryOf(volumes(...old, ...recent)).normalVolume(10, 1)).toBe(10.5);
});

test.each([
  ['below all of them', 1, 'low'],
  ['as the lowest, which is not below', 10, 'low'],
  ['above one of six', 11, 'low'],
  ['above two of six, a third', 21, 'mid'],
  ['above four of six, two thirds', 41, 'mid'],
  ['above five of six', 51, 'high'],
  ['above all of them', 99, 'high'],
])('a range %s: %d ticks', (_, range, expected) => {
  const sessions = [10, 20, 30, 40, 50, 60].map((of) => sessionOf({ minute: 70, range: of }));
  expect(memoryOf(sessions).volatility(90, range)).toBe(expected);
});

test('a range is compared with its own hour, whose minutes are averaged', () => {
  const day = sessionOf({ minute: 59, range: 100 }, { minute: 60, range: 2 }, { minute: 119, range: 6 });
  const memory = memoryOf(Array.from({ length: 5 }, () => day));
  expect([memory.volatility(0, 50), memory.volatility(60, 50)]).toEqual(['low', 'high']);
  // The mean of 2 and 6 is 4
  expect([memory.volatility(60, 4), memory.volatility(60, 4.1)]).toEqual(['low', 'high']);
  expect(memory.volatility(120, 50)).toBeNull();
});
