import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ACTION_LEVEL,
  COL_ACTION,
  COL_AUX,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '#events/market-event.ts';
import { type DepthChange, joinDepth } from './depth-change.ts';
import { DepthLevels } from './depth-levels.ts';
import { DepthReader } from './depth-reader.ts';
import { LevelBook } from './level-book.ts';

function setLevel(book: LevelBook, side: number, priceTicks: number, size: number, orders = 1): void {
  const row = new Int32Array(ROW_LENGTH);
  row[COL_ACTION] = ACTION_LEVEL;
  row[COL_SIDE] = side;
  row[COL_PRICE_TICKS] = priceTicks;
  row[COL_SIZE] = size;
  row[COL_AUX] = size === 0 ? 0 : orders;
  book.applyRow(row, 0);
}

const rowsOf = (change: DepthChange | null): number[][] => {
  const rows: number[][] = [];
  const levels = change?.levels ?? [];
  for (let at = 0; at < levels.length; at += 4) rows.push([...levels.slice(at, at + 4)]);
  return rows;
};

test('the first read is whole, the next one has what changed, an unchanged book has nothing', () => {
  const book = new LevelBook();
  const reader = new DepthReader();
  setLevel(book, SIDE_BID, 99, 5);
  setLevel(book, SIDE_BID, 98, 7);
  setLevel(book, SIDE_ASK, 101, 3);
  const first = reader.read(book);
  expect([first?.isWhole, rowsOf(first)]).toEqual([
    true,
    [
      [SIDE_BID, 99, 5, 1],
      [SIDE_BID, 98, 7, 1],
      [SIDE_ASK, 101, 3, 1],
    ],
  ]);
  expect(reader.read(book)).toBeNull();
  setLevel(book, SIDE_BID, 99, 0);
  setLevel(book, SIDE_BID, 98, 7, 2);
  setLevel(book, SIDE_ASK, 100, 4);
  const second = reader.read(book);
  expect([second?.isWhole, rowsOf(second)]).toEqual([
    false,
    [
      [SIDE_BID, 99, 0, 0],
      [SIDE_BID, 98, 7, 2],
      [SIDE_ASK, 100, 4, 1],
    ],
  ]);
  reader.restart();
  expect(rowsOf(reader.read(book))).toHaveLength(3);
});

test('a depth is unknown before its first whole change', () => {
  const levels = new DepthLevels();
  levels.apply({ isWhole: false, levels: Int32Array.of(SIDE_BID, 99, 5, 1) });
  expect([levels.isKnown, levels.whole()]).toEqual([false, null]);
});

const step = fc.record({
  side: fc.constantFrom(SIDE_BID, SIDE_ASK),
  distance: fc.integer({ min: 0, max: 400 }),
  size: fc.integer({ min: 0, max: 5 }),
  reads: fc.boolean(),
  joins: fc.boolean(),
});

test('changes, joined or not, leave the best levels of the book', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 600 }), (steps) => {
      const book = new LevelBook();
      const reader = new DepthReader();
      const levels = new DepthLevels();
      let waiting: DepthChange | null = null;
      for (const { side, distance, size, reads, joins } of steps) {
        setLevel(book, side, side === SIDE_BID ? 1000 - distance : 1001 + distance, size);
        if (!reads) continue;
        waiting = joinDepth(waiting, reader.read(book));
        if (joins || waiting === null) continue;
        levels.apply(waiting);
        waiting = null;
      }
      waiting = joinDepth(waiting, reader.read(book));
      if (waiting !== null) levels.apply(waiting);
      expect(rowsOf(levels.whole())).toEqual(rowsOf(new DepthReader().read(book)));
    }),
    { numRuns: 60 },
  );
});
