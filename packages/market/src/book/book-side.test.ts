/** One side of a book as keys, where a larger key is better: the window that follows the touch, and what lies far off. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_PRICE, SIDE_ASK, SIDE_BID, SIDE_NONE } from '#events/market-event.ts';
import { BookSide, isBookPrice, LEVEL_ORDERS, LEVEL_SHIFT, LEVEL_SIZE } from './book-side.ts';
import { NO_KEY } from './far-levels.ts';

/** Levels that are held by index; the others are in a list. */
const WINDOW = 4096;

function open(side: BookSide, key: number, size: number): void {
  const row = side.openRow(key);
  side.levels[(row << LEVEL_SHIFT) + LEVEL_SIZE] = size;
  side.levels[(row << LEVEL_SHIFT) + LEVEL_ORDERS] = 1;
  side.occupy(row, key);
}

function close(side: BookSide, key: number): void {
  const row = side.rowOf(key);
  side.levels.fill(0, row << LEVEL_SHIFT, (row + 1) << LEVEL_SHIFT);
  side.vacate(row, key);
}

function sideOf(...keys: readonly number[]): BookSide {
  const side = new BookSide();
  for (const key of keys) open(side, key, Math.abs(key) + 1);
  return side;
}

function keysOf(side: BookSide): number[] {
  const keys: number[] = [];
  for (let key = side.bestKey; key !== NO_KEY; key = side.keyBelow(key)) keys.push(key);
  return keys;
}

/** Sizes by key, best first, as a reader copies them. */
function top(side: BookSide, depth = 400): number[][] {
  const columns = [new Int32Array(depth), new Int32Array(depth), new Int32Array(depth)] as const;
  const count = side.copyTop(depth, 0, ...columns);
  return Array.from({ length: count }, (_, n) => [columns[0][n]!, columns[1][n]!]);
}

test('a book has prices on the bid and on the ask, within 30 bits', () => {
  expect([SIDE_BID, SIDE_ASK, SIDE_NONE, 3].map((side) => isBookPrice(side, 0))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const last = 0x3fff_ffff;
  expect([last, -last, last + 1, -last - 1, NO_PRICE].map((price) => isBookPrice(SIDE_BID, price))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('an empty side has no best key and nothing below any key', () => {
  const side = new BookSide();
  expect([side.bestKey, side.keyBelow(0), side.keyBelow(0x3fff_ffff), top(side).length]).toEqual([
    NO_KEY,
    NO_KEY,
    NO_KEY,
    0,
  ]);
});

test('keys come best first, in whatever order they were opened', () => {
  expect(keysOf(sideOf(5, 9, -3, 7))).toEqual([9, 7, 5, -3]);
  expect(top(sideOf(5, 9, -3, 7))).toEqual([
    [9, 10],
    [7, 8],
    [5, 6],
    [-3, 4],
  ]);
});

test('when the best level empties the next one is the best', () => {
  const side = sideOf(5, 9, 7);
  close(side, 9);
  expect(side.bestKey).toBe(7);
  close(side, 5);
  expect(keysOf(side)).toEqual([7]);
  close(side, 7);
  expect([side.bestKey, side.keyBelow(100)]).toEqual([NO_KEY, NO_KEY]);
});

test('neighbours in and across the words of the bitset are found', () => {
  for (const distance of [1, 31, 32, 33, 63, 64, 65, 1000]) {
    const side = sideOf(0, -distance);
    expect(side.keyBelow(0)).toBe(-distance);
    close(side, 0);
    expect(side.bestKey).toBe(-distance);
  }
});

test('the touch may rise by far more than the window, and the old levels stay', () => {
  const side = sideOf(0, -1, -2);
  for (const key of [WINDOW / 4, WINDOW, 5 * WINDOW, 1_000_000]) open(side, key, key + 1);
  expect(keysOf(side)).toEqual([1_000_000, 5 * WINDOW, WINDOW, WINDOW / 4, 0, -1, -2]);
  expect(top(side).every(([key = 0, size]) => size === Math.abs(key) + 1)).toBe(true);
});

test('the touch may fall to a level that was far off, which then is the best', () => {
  const side = sideOf(0, -100_000, -100_001);
  close(side, 0);
  expect(keysOf(side)).toEqual([-100_000, -100_001]);
  open(side, -99_999, 100_000);
  expect(top(side)).toEqual([
    [-99_999, 100_000],
    [-100_000, 100_001],
    [-100_001, 100_002],
  ]);
});

test('a far level at the lowest key of the moved window is found again', () => {
  // Empty, the side puts 0 at index 3072 of 4096; the window moves in whole words, so that -3200 comes to that index
  const lowest = -3200 - 3072;
  const side = sideOf(0, -3200, lowest + 1, lowest, lowest - 1);
  close(side, 0);
  expect(keysOf(side)).toEqual([-3200, lowest + 1, lowest, lowest - 1]);
  expect(top(side).every(([key = 0, size]) => size === Math.abs(key) + 1)).toBe(true);
});

test('more far levels than there was room for at first are kept with their sizes', () => {
  const side = sideOf(0);
  const far = Array.from({ length: 300 }, (_, n) => -10_000 - n * 7);
  for (const key of far) open(side, key, Math.abs(key) + 1);
  expect(keysOf(side)).toEqual([0, ...far]);
  for (const key of far.filter((_, n) => n % 2 === 0)) close(side, key);
  expect(keysOf(side)).toEqual([0, ...far.filter((_, n) => n % 2 === 1)]);
  for (const key of far.filter((_, n) => n % 2 === 0)) open(side, key, 1);
  expect(keysOf(side)).toEqual([0, ...far]);
});

test('a key that no level was opened at has no size', () => {
  const side = sideOf(0, -100_000);
  const sizeAt = (key: number) => {
    const row = side.rowOf(key);
    return row < 0 ? 0 : side.levels[(row << LEVEL_SHIFT) + LEVEL_SIZE];
  };
  expect([0, 1, -1, -100_000, -100_001, 9_999_999].map(sizeAt)).toEqual([1, 0, 0, 100_001, 0, 0]);
});

test('a cleared side is empty, far levels included', () => {
  const side = sideOf(0, -5, -100_000);
  side.clear();
  expect([side.bestKey, side.keyBelow(0x3fff_ffff), top(side).length]).toEqual([NO_KEY, NO_KEY, 0]);
  open(side, -100_000, 4);
  expect(top(side)).toEqual([[-100_000, 4]]);
});

test('the complement of a key is the price of an ask', () => {
  const side = sideOf(~101, ~103);
  const prices = new Int32Array(2);
  side.copyTop(2, -1, prices, new Int32Array(2), new Int32Array(2));
  expect([...prices]).toEqual([101, 103]);
});

test('a side is the sorted map of its levels, however its touch wanders', () => {
  const steps = fc.array(
    fc.tuple(fc.integer({ min: -6000, max: 6000 }), fc.integer({ min: -20, max: 20 }), fc.boolean()),
    { minLength: 1, maxLength: 120 },
  );
  fc.assert(
    fc.property(steps, (made) => {
      const side = new BookSide();
      const map = new Map<number, number>();
      let centre = 0;
      made.forEach(([move, offset, isJump], n) => {
        if (isJump) centre += move;
        const key = centre + offset;
        if (map.delete(key)) close(side, key);
        else {
          open(side, key, n + 1);
          map.set(key, n + 1);
        }
      });
      expect(top(side)).toEqual([...map].sort(([a], [b]) => b - a));
    }),
  );
});
