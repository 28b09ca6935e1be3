/** The assembler on hand-made events: rounds, stops, refills, aggressors that rested, auctions, gaps. */
import { expect, test } from 'vitest';
import { LevelBook } from '#book/level-book.ts';
import { OrderBook } from '#book/order-book.ts';
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_FILL,
  ACTION_LEVEL,
  ACTION_MODIFY,
  ACTION_STATUS,
  ACTION_TRADE,
  FLAG_LAST,
  FLAG_MAYBE_BAD_BOOK,
  FLAG_SNAPSHOT,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '#events/market-event.ts';
import {
  CHANGE_CANCEL,
  type MatchEvent,
  ROUND_AUCTION,
  ROUND_MARKETABLE,
  ROUND_MODIFIED_LIMIT,
  ROUND_STOP,
  ROUND_UNKNOWN,
} from '#events/match-event.ts';
import { eventRow, type RowFields } from '#testing/event-row.ts';
import { MatchEventAssembler } from './match-event-assembler.ts';

/** Copies what a test compares: the event itself is reused. */
function copy(event: MatchEvent) {
  const rowsOf = (group: { readonly count: number }, names: readonly string[]) =>
    Array.from({ length: group.count }, (_, row) =>
      names.map((name) => (group as unknown as Record<string, Int32Array>)[name]?.[row]),
    );
  return {
    ordinal: event.ordinal,
    degraded: event.degraded,
    rounds: rowsOf(event.rounds, ['kind', 'side', 'size', 'priceTicks', 'levels', 'uncertain']),
    fills: rowsOf(event.fills, [
      'orderLo',
      'priceTicks',
      'size',
      'displayedBefore',
      'displayedAfter',
      'removed',
    ]),
    changes: rowsOf(event.changes, ['kind', 'orderLo', 'sizeBefore', 'sizeAfter']),
    touched: rowsOf(event.touched, ['side', 'priceTicks', 'before', 'after', 'traded']),
  };
}

function assemble(events: readonly (readonly RowFields[])[], book: OrderBook | LevelBook = new OrderBook()) {
  const seen: ReturnType<typeof copy>[] = [];
  const assembler = new MatchEventAssembler(book);
  for (const rows of events) {
    rows.forEach((fields, index) => {
      const flags = index === rows.length - 1 ? FLAG_LAST : 0;
      const event = assembler.applyRow(eventRow({ flags, ...fields }), 0);
      if (event !== null) seen.push(copy(event));
    });
  }
  return { seen, assembler };
}

const add = (id: number, side: number, priceTicks: number, size: number): RowFields[] => [
  { action: ACTION_ADD, id, side, priceTicks, size },
];
const trade = (id: number, side: number, priceTicks: number, size: number, sequence = 0): RowFields => ({
  action: ACTION_TRADE,
  id,
  side,
  priceTicks,
  size,
  sequence,
});
const fill = (id: number, side: number, priceTicks: number, size: number): RowFields => ({
  action: ACTION_FILL,
  id,
  side,
  priceTicks,
  size,
});
const cancel = (id: number, side: number, priceTicks: number, size: number): RowFields => ({
  action: ACTION_CANCEL,
  id,
  side,
  priceTicks,
  size,
});

test('an elected stop is a second round by an old id that is in no book', () => {
  const { seen } = assemble([
    add(100, SIDE_ASK, 10, 2),
    add(101, SIDE_ASK, 11, 3),
    [
      trade(102, SIDE_BID, 10, 2),
      fill(100, SIDE_ASK, 10, 2),
      cancel(100, SIDE_ASK, 10, 2),
      trade(50, SIDE_BID, 11, 1),
      fill(101, SIDE_ASK, 11, 1),
      { action: ACTION_MODIFY, id: 101, side: SIDE_ASK, priceTicks: 11, size: 2 },
    ],
  ]);
  expect(seen[2]?.rounds).toEqual([
    [ROUND_MARKETABLE, SIDE_BID, 2, 10, 1, 0],
    [ROUND_STOP, SIDE_BID, 1, 11, 1, 0],
  ]);
  expect(seen[2]?.fills).toEqual([
    [100, 10, 2, 2, 0, 1],
    [101, 11, 1, 3, 2, 0],
  ]);
  expect(seen[2]?.touched).toEqual([
    [SIDE_ASK, 10, 2, 0, 2],
    [SIDE_ASK, 11, 3, 2, 1],
  ]);
});

test('a first round by an old unseen id is a stop of low certainty', () => {
  const { seen } = assemble([
    add(100, SIDE_ASK, 10, 2),
    [trade(50, SIDE_BID, 10, 2), fill(100, SIDE_ASK, 10, 2), cancel(100, SIDE_ASK, 10, 2)],
  ]);
  expect(seen[1]?.rounds).toEqual([[ROUND_STOP, SIDE_BID, 2, 10, 1, 1]]);
});

test('a resting order moved through the spread is a modified limit and its own fill row is left out', () => {
  const { seen } = assemble([
    add(100, SIDE_ASK, 10, 2),
    add(101, SIDE_BID, 8, 5),
    [
      trade(101, SIDE_BID, 10, 2),
      fill(101, SIDE_BID, 10, 2),
      fill(100, SIDE_ASK, 10, 2),
      cancel(100, SIDE_ASK, 10, 2),
      { action: ACTION_MODIFY, id: 101, side: SIDE_BID, priceTicks: 10, size: 3 },
    ],
  ]);
  expect(seen[2]?.rounds).toEqual([[ROUND_MODIFIED_LIMIT, SIDE_BID, 2, 10, 1, 0]]);
  expect(seen[2]?.fills).toEqual([[100, 10, 2, 2, 0, 1]]);
});

test('fills of an order are summed over rounds, and its refill shows more than it can have left', () => {
  const { seen } = assemble([
    add(100, SIDE_BID, 10, 4),
    [
      trade(101, SIDE_ASK, 10, 4),
      fill(100, SIDE_BID, 10, 4),
      { action: ACTION_MODIFY, id: 100, side: SIDE_BID, priceTicks: 10, size: 4 },
      trade(60, SIDE_ASK, 10, 3),
      fill(100, SIDE_BID, 10, 3),
      { action: ACTION_MODIFY, id: 100, side: SIDE_BID, priceTicks: 10, size: 1 },
    ],
  ]);
  expect(seen[1]?.fills).toEqual([[100, 10, 7, 4, 1, 0]]);
  expect(seen[1]?.touched).toEqual([[SIDE_BID, 10, 4, 1, 7]]);
});

test('one aggressor sweeping three prices is one round of three levels', () => {
  const { seen } = assemble([
    add(1, SIDE_ASK, 10, 1),
    add(2, SIDE_ASK, 11, 1),
    add(3, SIDE_ASK, 12, 2),
    [
      trade(4, SIDE_BID, 10, 1),
      trade(4, SIDE_BID, 11, 1),
      trade(4, SIDE_BID, 12, 1),
      cancel(1, SIDE_ASK, 10, 1),
      cancel(2, SIDE_ASK, 11, 1),
      { action: ACTION_MODIFY, id: 3, side: SIDE_ASK, priceTicks: 12, size: 1 },
    ],
  ]);
  expect(seen[3]?.rounds).toEqual([[ROUND_MARKETABLE, SIDE_BID, 3, 12, 3, 0]]);
  expect(seen[3]?.touched.map((level) => level.slice(2))).toEqual([
    [1, 0, 1],
    [1, 0, 1],
    [2, 1, 1],
  ]);
});

test('a trade without a side is an auction print and touches no level', () => {
  const { seen } = assemble([[trade(0, SIDE_NONE, 10, 44)]]);
  expect(seen[0]?.rounds).toEqual([[ROUND_AUCTION, SIDE_NONE, 44, 10, 1, 0]]);
  expect(seen[0]?.touched).toEqual([]);
});

test('without ids rounds follow the sequence, and the book of levels gives what was there before', () => {
  const level = (priceTicks: number, size: number): RowFields => ({
    action: ACTION_LEVEL,
    side: SIDE_ASK,
    priceTicks,
    size,
  });
  const { seen } = assemble(
    [
      [level(10, 5), level(11, 6)],
      [
        trade(0, SIDE_BID, 10, 5, 7),
        trade(0, SIDE_BID, 11, 1, 7),
        trade(0, SIDE_BID, 11, 2, 8),
        level(10, 0),
        level(11, 3),
      ],
    ],
    new LevelBook(),
  );
  expect(seen[1]?.rounds.map(([kind, , size]) => [kind, size])).toEqual([
    [ROUND_UNKNOWN, 6],
    [ROUND_STOP, 2],
  ]);
  expect(seen[1]?.touched).toEqual([
    [SIDE_ASK, 10, 5, 0, 5],
    [SIDE_ASK, 11, 6, 3, 3],
  ]);
});

test('snapshot rows set the book, count as closed, and neither make an event nor age ids', () => {
  const { seen, assembler } = assemble([
    [
      { ...add(900, SIDE_ASK, 10, 2)[0], flags: FLAG_SNAPSHOT },
      { ...add(901, SIDE_ASK, 11, 2)[0], flags: FLAG_SNAPSHOT | FLAG_LAST },
    ],
    [trade(300, SIDE_BID, 10, 2), fill(900, SIDE_ASK, 10, 2), cancel(900, SIDE_ASK, 10, 2)],
  ]);
  expect(assembler.closedEvents).toBe(2);
  expect(seen.map((event) => [event.ordinal, event.rounds[0]?.[0]])).toEqual([[1, ROUND_MARKETABLE]]);
});

test('a partial cancel leaves the rest, and a row of trading status alone makes no event', () => {
  const { seen } = assemble([
    add(1, SIDE_BID, 10, 9),
    [cancel(1, SIDE_BID, 10, 4)],
    [{ action: ACTION_STATUS }],
  ]);
  expect(seen.map((event) => event.changes.at(-1)?.slice(0, 4))).toEqual([
    [1, 1, 0, 9],
    [CHANGE_CANCEL, 1, 9, 5],
  ]);
});

test('for a minute after ids restarted or the feed warned of a gap events are marked degraded', () => {
  const at = (timeMs: number, id: number, flags = FLAG_LAST): RowFields[] => [
    { id, timeMs, priceTicks: id % 100, flags },
  ];
  const { seen } = assemble([
    at(1_000, 6_000_000_000),
    at(2_000, 6_000_000_001, FLAG_LAST | FLAG_MAYBE_BAD_BOOK),
    at(61_999, 6_000_000_002),
    at(62_000, 6_000_000_003),
    at(63_000, 1000),
    at(123_000, 1001),
    [{ action: ACTION_CLEAR, timeMs: 130_000 }],
    at(131_000, 1002),
    at(191_000, 1003),
  ]);
  expect(seen.map((event) => event.degraded)).toEqual([false, true, true, false, true, false, true, false]);
});

test('a clear as the first row of a feed degrades nothing', () => {
  const { seen } = assemble([
    [{ action: ACTION_CLEAR, flags: FLAG_LAST | FLAG_SNAPSHOT }],
    add(5, SIDE_BID, 10, 1),
  ]);
  expect(seen.map((event) => event.degraded)).toEqual([false]);
});
