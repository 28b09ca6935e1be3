/** Bars of every kind from single trades: what ends them, what they hold, and what no rule may lose. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ACTION_TRADE,
  COL_ACTION,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  ROW_LENGTH,
  rowWholeMs,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '#events/market-event.ts';
import { CME_CALENDAR } from '#instruments/exchange-calendar.ts';
import { ALOUD, RECORDED, recordedRows } from '#testing/recorded-rows.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#time/durations.ts';
import type { BarRule } from './bar-rule.ts';
import { aggregateFlowBars, deltaOf, type FlowBar } from './flow-bar.ts';
import { FlowBarBuilder, timeBarStarts } from './flow-bar-builder.ts';

const T = Date.parse('2026-11-18T18:00:00Z');

interface Trade {
  readonly timeMs: number;
  readonly priceTicks: number;
  readonly size: number;
  readonly side: number;
}

function barsOf(rule: BarRule, trades: readonly Trade[]): FlowBar[] {
  const bars: FlowBar[] = [];
  const builder = new FlowBarBuilder({ rule, calendar: CME_CALENDAR, onBar: (bar) => bars.push(bar) });
  for (const { timeMs, priceTicks, size, side } of trades) builder.addTrade(timeMs, priceTicks, size, side);
  builder.close();
  return bars;
}

const at = (second: number, priceTicks: number, size: number, side: number): Trade => ({
  timeMs: T + second * SECOND_MS,
  priceTicks,
  size,
  side,
});

test('a bar has its cells, its extremes of delta and its last time', () => {
  const trades = [
    at(1, 100, 5, SIDE_BID),
    at(2, 101, 9, SIDE_ASK),
    at(3, 100, 2, SIDE_NONE),
    at(4, 101, 6, SIDE_BID),
  ];
  expect(barsOf({ kind: 'time', ms: MINUTE_MS }, trades)).toEqual([
    {
      startMs: T,
      endMs: T + 4 * SECOND_MS,
      openTicks: 100,
      highTicks: 101,
      lowTicks: 100,
      closeTicks: 101,
      volume: 22,
      buyVolume: 11,
      sellVolume: 9,
      trades: 4,
      vwapTicks: null,
      // The delta was 0, 5, -4, -4, 2
      minDelta: -4,
      maxDelta: 5,
      prices: [
        { priceTicks: 100, bidVolume: 0, askVolume: 5, volume: 7 },
        { priceTicks: 101, bidVolume: 9, askVolume: 6, volume: 15 },
      ],
    },
  ]);
});

const kept = (bars: readonly FlowBar[]) =>
  bars.map(({ openTicks, closeTicks, volume, trades }) => [openTicks, closeTicks, volume, trades]);

test('a bar by trades ends with its last trade', () => {
  const trades = [at(1, 100, 5, SIDE_BID), at(1, 101, 1, SIDE_BID), at(2, 102, 7, SIDE_ASK)];
  expect(kept(barsOf({ kind: 'trades', trades: 2 }, trades))).toEqual([
    [100, 101, 6, 2],
    [102, 102, 7, 1],
  ]);
});

test('a bar by volume has exactly its contracts, and a trade counts where it begins', () => {
  const trades = [at(1, 100, 5, SIDE_BID), at(2, 101, 18, SIDE_ASK)];
  expect(kept(barsOf({ kind: 'volume', contracts: 10 }, trades))).toEqual([
    [100, 101, 10, 2],
    [101, 101, 10, 0],
    [101, 101, 3, 0],
  ]);
});

test('a bar by range ends with the trade that exceeds it, which begins the next one', () => {
  const prices = [100, 103, 104, 103, 99];
  expect(
    kept(
      barsOf(
        { kind: 'range', ticks: 3 },
        prices.map((price, n) => at(n, price, 1, SIDE_BID)),
      ),
    ),
  ).toEqual([
    [100, 103, 2, 2],
    [104, 103, 2, 2],
    [99, 99, 1, 1],
  ]);
});

test('a bar by delta ends at its delta on either side, and trades without an aggressor leave it', () => {
  const trades = [
    at(1, 100, 3, SIDE_BID),
    at(2, 100, 50, SIDE_NONE),
    at(3, 100, 10, SIDE_BID),
    at(4, 99, 11, SIDE_ASK),
  ];
  const bars = barsOf({ kind: 'delta', contracts: 5 }, trades);
  expect(bars.map(deltaOf)).toEqual([5, 5, -5, -3]);
  // 3 + 50 + 2, then 5, then 3 bought and 8 sold, then the last 3 sold
  expect(bars.map(({ volume }) => volume)).toEqual([55, 5, 11, 3]);
});

test('a bar of a day is the trading day, and bars of hours begin with its open', () => {
  // 17:00 in Chicago is 23:00 UTC in November
  const open = Date.parse('2026-11-18T23:00:00Z');
  const trades = [open - 1, open, open + 4 * HOUR_MS, open + 22 * HOUR_MS, open + 24 * HOUR_MS].map(
    (timeMs) => ({
      ...at(0, 100, 1, SIDE_BID),
      timeMs,
    }),
  );
  const starts = (ms: number) =>
    barsOf({ kind: 'time', ms }, trades).map(({ startMs }) => (startMs - open) / HOUR_MS);
  expect(starts(DAY_MS)).toEqual([-24, 0, 24]);
  expect(starts(4 * HOUR_MS)).toEqual([-4, 0, 4, 20, 24]);
});

test('no bar reaches over two trading days, whatever its rule', () => {
  const open = Date.parse('2026-11-18T23:00:00Z');
  const trades = [open - 2 * HOUR_MS, open].map((timeMs) => ({ ...at(0, 100, 1, SIDE_BID), timeMs }));
  for (const rule of [
    { kind: 'trades', trades: 9 },
    { kind: 'volume', contracts: 9 },
    { kind: 'range', ticks: 9 },
    { kind: 'delta', contracts: 9 },
  ] as const)
    expect(barsOf(rule, trades)).toHaveLength(2);
});

test('a rule that makes no bars is refused with what was expected', () => {
  const refused = (rule: BarRule) => () => barsOf(rule, []);
  expect(refused({ kind: 'volume', contracts: 0 })).toThrow(
    'expected a whole number of contracts from 1, got 0',
  );
  expect(refused({ kind: 'range', ticks: 1.5 })).toThrow('expected a whole number of ticks from 1, got 1.5');
  expect(refused({ kind: 'trades', trades: Number.NaN })).toThrow('trades from 1, got NaN');
  for (const ms of [0, 500, 7 * SECOND_MS, 90 * MINUTE_MS, 2 * DAY_MS])
    expect(refused({ kind: 'time', ms }), `${ms}`).toThrow('1 second to 1 day that fits the hour');
});

const rules: readonly BarRule[] = [
  ...[1, 15, 60, 120, 3600, 14_400, 86_400].map(
    (seconds) => ({ kind: 'time', ms: seconds * SECOND_MS }) as const,
  ),
  { kind: 'trades', trades: 3 },
  { kind: 'volume', contracts: 7 },
  { kind: 'range', ticks: 2 },
  { kind: 'delta', contracts: 4 },
];

const tape = fc
  .array(
    fc.record({
      afterMs: fc.constantFrom(0, 1, 300, 61_000, HOUR_MS, 9 * HOUR_MS),
      priceTicks: fc.integer({ min: -4, max: 4 }),
      size: fc.integer({ min: 1, max: 12 }),
      side: fc.constantFrom(SIDE_BID, SIDE_ASK, SIDE_NONE),
    }),
    { minLength: 1, maxLength: 50 },
  )
  .map((steps) => {
    let timeMs = T;
    return steps.map(({ afterMs, ...trade }): Trade => {
      timeMs += afterMs;
      return { ...trade, timeMs };
    });
  });

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What holds for every bar, whatever made it. */
function checkBar(bar: FlowBar): void {
  expect(sum(bar.prices.map(({ volume }) => volume))).toBe(bar.volume);
  expect(sum(bar.prices.map(({ askVolume }) => askVolume))).toBe(bar.buyVolume);
  expect(sum(bar.prices.map(({ bidVolume }) => bidVolume))).toBe(bar.sellVolume);
  expect([bar.prices[0]?.priceTicks, bar.prices.at(-1)?.priceTicks]).toEqual([bar.lowTicks, bar.highTicks]);
  expect(bar.minDelta <= Math.min(0, deltaOf(bar)) && bar.maxDelta >= Math.max(0, deltaOf(bar))).toBe(true);
}

test('cells add up to each bar and bars add up to the tape, by every rule', () => {
  fc.assert(
    fc.property(tape, fc.constantFrom(...rules), (trades, rule) => {
      const bars = barsOf(rule, trades);
      bars.forEach(checkBar);
      expect(sum(bars.map(({ volume }) => volume))).toBe(sum(trades.map(({ size }) => size)));
      expect(sum(bars.map((bar) => bar.trades))).toBe(trades.length);
      expect(bars.map(({ startMs }) => startMs)).toEqual(
        bars.map(({ startMs }) => startMs).toSorted((a, b) => a - b),
      );
      for (const bar of bars) {
        if (rule.kind === 'volume') expect(bar.volume).toBeLessThanOrEqual(rule.contracts);
        if (rule.kind === 'range') expect(bar.highTicks - bar.lowTicks).toBeLessThanOrEqual(rule.ticks);
        if (rule.kind === 'delta') expect(Math.abs(deltaOf(bar))).toBeLessThanOrEqual(rule.contracts);
      }
    }),
  );
});

test('bars joined from shorter ones equal those made from the trades', () => {
  fc.assert(
    fc.property(tape, fc.constantFrom(...rules.filter(({ kind }) => kind === 'time')), (trades, rule) => {
      if (rule.kind !== 'time') return;
      const seconds = barsOf({ kind: 'time', ms: SECOND_MS }, trades);
      expect(aggregateFlowBars(seconds, timeBarStarts(rule.ms, CME_CALENDAR))).toEqual(barsOf(rule, trades));
    }),
  );
});

test.skipIf(!RECORDED)(`cells of the recorded ES session add up, and equal a count by hand${ALOUD}`, () => {
  const rows = recordedRows();
  const trades: Trade[] = [];
  for (let row = 0; row < rows.length; row += ROW_LENGTH)
    if (rows[row + COL_ACTION] === ACTION_TRADE)
      trades.push({
        timeMs: rowWholeMs(rows, row),
        priceTicks: rows[row + COL_PRICE_TICKS]!,
        size: rows[row + COL_SIZE]!,
        side: rows[row + COL_SIDE]!,
      });
  for (const rule of rules) {
    const bars = barsOf(rule, trades);
    bars.forEach(checkBar);
    expect(sum(bars.map(({ buyVolume }) => buyVolume)), JSON.stringify(rule)).toBe(3188);
    expect(sum(bars.map(({ sellVolume }) => sellVolume))).toBe(2366);
    expect(sum(bars.map(({ volume }) => volume))).toBe(5598);
  }
  const counted = new Map<string, number>();
  for (const { timeMs, priceTicks, size, side } of trades) {
    const cell = `${Math.floor(timeMs / MINUTE_MS)} ${priceTicks} ${side}`;
    counted.set(cell, (counted.get(cell) ?? 0) + size);
  }
  for (const { startMs, prices } of barsOf({ kind: 'time', ms: MINUTE_MS }, trades))
    for (const { priceTicks, bidVolume, askVolume, volume } of prices) {
      const by = (side: number) => counted.get(`${startMs / MINUTE_MS} ${priceTicks} ${side}`) ?? 0;
      expect([askVolume, bidVolume, volume - askVolume - bidVolume]).toEqual(
        [SIDE_BID, SIDE_ASK, SIDE_NONE].map(by),
      );
    }
});
