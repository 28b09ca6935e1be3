/** Orders of the tape with their marks, what a filter hides, and the speed of the tape against the usual. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MatchEventAssembler } from '#assembly/match-event-assembler.ts';
import { OrderBook } from '#book/order-book.ts';
import { ROW_LENGTH, SIDE_ASK, SIDE_BID } from '#events/market-event.ts';
import { ROUND_MARKETABLE } from '#events/match-event.ts';
import { minuteBar } from '#testing/minute-bar.ts';
import { ALOUD, RECORDED, recordedRows } from '#testing/recorded-rows.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#time/durations.ts';
import { PrintCollector, type PrintRows } from './print-rows.ts';
import { filterTape, tapeOrders } from './tape-orders.ts';
import { TapeSpeed, usualTradesPerSecond } from './tape-speed.ts';

const T = Date.parse('2026-11-18T18:00:00Z');

/** Prints as [order, side, price, size], one second apart. */
const prints = (...rows: readonly (readonly [number, number, number, number])[]): PrintRows => ({
  times: Float64Array.from(rows, (_, n) => T + n * SECOND_MS),
  rows: Int32Array.from(
    rows.flatMap(([order, side, price, size]) => [order, ROUND_MARKETABLE, side, price, size]),
  ),
});

test('rows of one order are one line: a sweep where it traded at several prices, a block from its size on', () => {
  const orders = tapeOrders(
    prints([1, SIDE_BID, 100, 5], [1, SIDE_BID, 101, 7], [1, SIDE_BID, 102, 8], [2, SIDE_ASK, 102, 19]),
    20,
  );
  expect(orders).toEqual([
    {
      timeMs: T,
      order: 1,
      kind: ROUND_MARKETABLE,
      side: SIDE_BID,
      size: 20,
      firstTicks: 100,
      lastTicks: 102,
      prices: 3,
      isBlock: true,
    },
    {
      timeMs: T + 3 * SECOND_MS,
      order: 2,
      kind: ROUND_MARKETABLE,
      side: SIDE_ASK,
      size: 19,
      firstTicks: 102,
      lastTicks: 102,
      prices: 1,
      isBlock: false,
    },
  ]);
});

test('the filter says how many orders and contracts it hides', () => {
  const orders = tapeOrders(prints([1, SIDE_BID, 100, 30], [2, SIDE_BID, 100, 4], [3, SIDE_ASK, 99, 6]), 500);
  const { shown, ...hidden } = filterTape(orders, 6);
  expect(shown.map(({ order }) => order)).toEqual([1, 3]);
  expect(hidden).toEqual({ hiddenOrders: 1, hiddenVolume: 4, shownPercent: 90 });
  expect(filterTape([], 20)).toEqual({ shown: [], hiddenOrders: 0, hiddenVolume: 0, shownPercent: 100 });
});

test('seconds without a trade count as 0, also after a pause longer than what is kept', () => {
  const speed = new TapeSpeed();
  expect(speed.perSecond(T, 10)).toBe(0);
  for (const afterMs of [0, 999, 1000, 3500]) speed.add(T + afterMs);
  expect(speed.seconds(T + 5000, 5)).toEqual([2, 1, 0, 1, 0]);
  expect(speed.perSecond(T + 4000, 4)).toBe(1);
  speed.add(T + HOUR_MS);
  expect(speed.seconds(T + HOUR_MS + 1000, 3)).toEqual([0, 0, 1]);
  expect(speed.seconds(T + HOUR_MS, 127).every((trades) => trades === 0)).toBe(true);
});

test('counts of random trades are those of their seconds', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 60 }), (afters) => {
      const speed = new TapeSpeed();
      let timeMs = T;
      const times = afters.map((afterMs) => (timeMs += afterMs));
      for (const time of times) speed.add(time);
      const nowMs = timeMs + 1000;
      const now = Math.floor(nowMs / SECOND_MS);
      const expected = Array.from(
        { length: 60 },
        (_, n) => times.filter((time) => Math.floor(time / SECOND_MS) === now - 60 + n).length,
      );
      expect(speed.seconds(nowMs, 60)).toEqual(expected);
    }),
  );
});

test('the usual speed is the median of earlier days around the same time since the open', () => {
  const dayOpenMs = (timeMs: number) => Math.floor(timeMs / DAY_MS) * DAY_MS;
  const day = (n: number, trades: number, minute = 600) =>
    minuteBar({ startMs: n * DAY_MS + minute * MINUTE_MS, trades });
  const now = 9 * DAY_MS + 600 * MINUTE_MS + 30_000;
  // Eleven minutes have 660 seconds
  const bars = [
    day(1, 660),
    day(2, 6600),
    day(3, 1320),
    day(3, 99_999, 606),
    day(3, 99_999, 594),
    day(9, 66_000),
  ];
  expect(usualTradesPerSecond(bars, now, dayOpenMs)).toBe(2);
  expect(usualTradesPerSecond([...bars, day(4, 1980, 595)], now, dayOpenMs)).toBe(2.5);
  expect(usualTradesPerSecond(bars.slice(0, 2), now, dayOpenMs)).toBeNull();
});

test.skipIf(!RECORDED)(
  `orders of the recorded ES session have all its contracts, and its sweeps${ALOUD}`,
  () => {
    const rows = recordedRows();
    const collector = new PrintCollector();
    const assembler = new MatchEventAssembler(new OrderBook());
    const seen = { contracts: 0, levels: 0, sweeps: 0 };
    for (let at = 0; at < rows.length; at += ROW_LENGTH) {
      collector.addRow(rows, at);
      const match = assembler.applyRow(rows, at);
      if (match === null) continue;
      collector.close(match);
      for (let round = 0; round < match.rounds.count; round += 1) {
        seen.contracts += match.rounds.size[round]!;
        seen.levels += match.rounds.levels[round]!;
        seen.sweeps += match.rounds.levels[round]! > 1 ? 1 : 0;
      }
    }
    const orders = tapeOrders(collector.take() ?? prints(), 100);
    expect({
      contracts: orders.reduce((sum, { size }) => sum + size, 0),
      levels: orders.reduce((sum, { prices }) => sum + prices, 0),
      sweeps: orders.filter(({ prices }) => prices > 1).length,
    }).toEqual(seen);
    expect([seen.contracts, seen.sweeps > 0]).toEqual([5598, true]);
  },
);
