/** Which barrier the mid reaches first, what staying beyond one takes, and what the end of the time decides. */
import { expect, test } from 'vitest';
import { type Passage, PassageWatch } from './passage.ts';

const outcome = (passage: Passage, timeMs: number, midTicks: number): boolean | null | undefined =>
  new PassageWatch(passage).outcomeAt(timeMs, midTicks);

const UP: Passage = {
  fromMs: 0,
  midTicks: 100,
  direction: 1,
  targetTicks: 4,
  adverseTicks: 2,
  horizonMs: 60_000,
  stayMs: 0,
  isAtEnd: false,
  isMissAtEnd: false,
};

test('the barrier that the mid reaches first decides, and nothing does after the time is over', () => {
  expect(outcome(UP, 1000, 103.5)).toBeUndefined();
  expect(outcome(UP, 1000, 104)).toBe(true);
  expect(outcome(UP, 1000, 98)).toBe(false);
  expect(outcome(UP, 60_000, 103.5)).toBeNull();
  expect(outcome({ ...UP, direction: -1 }, 1000, 96)).toBe(true);
});

test('an expansion is met either way, and missed when its time is over', () => {
  const either = { ...UP, direction: 0, adverseTicks: Number.MAX_SAFE_INTEGER };
  expect(outcome(either, 1000, 96)).toBe(true);
  expect(outcome(either, 1000, 104)).toBe(true);
  expect(outcome(either, 60_000, 101)).toBe(false);
});

test('what is decided at the end is not decided before, and not where nobody saw it', () => {
  const atEnd = { ...UP, isAtEnd: true };
  expect(outcome(atEnd, 1000, 110)).toBeUndefined();
  expect(outcome(atEnd, 60_000, 104)).toBe(true);
  expect(outcome(atEnd, 61_000, 103.5)).toBe(false);
  expect(outcome(atEnd, 61_000, 90)).toBe(false);
  expect(outcome({ ...atEnd, direction: -1 }, 60_000, 96)).toBe(true);
  expect(outcome(atEnd, 62_100, 104)).toBeNull();
});

test('a directed passage that declares so is missed at the end of its time', () => {
  const strict = { ...UP, isMissAtEnd: true };
  expect(outcome(strict, 59_900, 103.5)).toBeUndefined();
  expect(outcome(strict, 60_000, 103.5)).toBe(false);
});

const STAYS = {
  ...UP,
  adverseTicks: Number.MAX_SAFE_INTEGER,
  stayMs: 30_000,
  isMissAtEnd: true,
};
/** The outcome after mids at seconds in their order. */
const after = (passage: Passage, ...mids: readonly (readonly [second: number, midTicks: number])[]) => {
  const watch = new PassageWatch(passage);
  return mids.map(([second, midTicks]) => watch.outcomeAt(second * 1000, midTicks)).at(-1);
};

test('a target at which the mid has to stay counts once it stayed, however far it went against it', () => {
  expect(after(STAYS, [1, 80], [10, 104], [39, 105])).toBeUndefined();
  expect(after(STAYS, [1, 80], [10, 104], [40, 104])).toBe(true);
});

test('leaving the target begins the stay anew', () => {
  expect(after(STAYS, [10, 104], [20, 103], [25, 104], [45, 104])).toBeUndefined();
  expect(after(STAYS, [10, 104], [20, 103], [25, 104], [55, 104])).toBe(true);
});

test('a stay that began in time may end after it, one that breaks off then is missed', () => {
  expect(after(STAYS, [50, 104], [70, 104])).toBeUndefined();
  expect(after(STAYS, [50, 104], [80, 104])).toBe(true);
  expect(after(STAYS, [50, 104], [70, 103])).toBe(false);
  expect(after(STAYS, [59, 103], [60, 103])).toBe(false);
});
