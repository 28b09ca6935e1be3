/** Rules of bars, and bars joined from shorter ones: what is refused in which words, and what joining keeps. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PriceVolume } from '#tape/price-volumes.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#time/durations.ts';
import { type BarRule, barLimits, timeBarStartMs } from './bar-rule.ts';
import { cellRows, rowStartTicks } from './cell-rows.ts';
import {
  addedVolumes,
  aggregateFlowBars,
  deltaOf,
  type FlowBar,
  joinFlowBars,
  joinPriceVolumes,
} from './flow-bar.ts';

const NONE = {
  ms: Number.POSITIVE_INFINITY,
  trades: Number.POSITIVE_INFINITY,
  volume: Number.POSITIVE_INFINITY,
  rangeTicks: Number.POSITIVE_INFINITY,
  delta: Number.POSITIVE_INFINITY,
};

describe('a rule', () => {
  test.each<[BarRule, Partial<typeof NONE>]>([
    [{ kind: 'time', ms: 1000 }, { ms: 1000 }],
    [{ kind: 'time', ms: DAY_MS }, { ms: DAY_MS }],
    [{ kind: 'time', ms: 4 * HOUR_MS }, { ms: 4 * HOUR_MS }],
    [{ kind: 'trades', trades: 1 }, { trades: 1 }],
    [{ kind: 'volume', contracts: 500 }, { volume: 500 }],
    [{ kind: 'range', ticks: 8 }, { rangeTicks: 8 }],
    [{ kind: 'delta', contracts: 250 }, { delta: 250 }],
  ])('%j limits its own measure and no other', (rule, limit) => {
    expect(barLimits(rule)).toEqual({ ...NONE, ...limit });
  });

  test.each<[BarRule, string]>([
    [{ kind: 'trades', trades: 0 }, 'expected a whole number of trades from 1, got 0'],
    [{ kind: 'volume', contracts: -5 }, 'expected a whole number of contracts from 1, got -5'],
    [{ kind: 'range', ticks: 1.5 }, 'expected a whole number of ticks from 1, got 1.5'],
    [{ kind: 'delta', contracts: Number.NaN }, 'expected a whole number of contracts from 1, got NaN'],
    [{ kind: 'time', ms: 0 }, 'expected a bar of 1 second to 1 day that fits the hour, got 0 ms'],
    [{ kind: 'time', ms: 999 }, 'expected a bar of 1 second to 1 day that fits the hour, got 999 ms'],
    [{ kind: 'time', ms: 1500 }, 'expected a bar of 1 second to 1 day that fits the hour, got 1500 ms'],
    [
      { kind: 'time', ms: 7 * MINUTE_MS },
      'expected a bar of 1 second to 1 day that fits the hour, got 420000 ms',
    ],
    [
      { kind: 'time', ms: 1.5 * HOUR_MS },
      'expected a bar of 1 second to 1 day that fits the hour, got 5400000 ms',
    ],
    [
      { kind: 'time', ms: DAY_MS + HOUR_MS },
      'expected a bar of 1 second to 1 day that fits the hour, got 90000000 ms',
    ],
  ])('%j is refused: %s', (rule, words) => {
    expect(() => barLimits(rule)).toThrow(words);
    expect(() => barLimits(rule)).toThrow(RangeError);
  });
});

describe('the start of a bar', () => {
  const OPEN = Date.UTC(2026, 10, 19, 23);

  test('up to an hour is aligned in UTC, of more from the open of the trading day', () => {
    const at = Date.UTC(2026, 10, 20, 16, 51, 55);
    expect(timeBarStartMs(at, 5 * MINUTE_MS, OPEN)).toBe(Date.UTC(2026, 10, 20, 16, 50));
    expect(timeBarStartMs(at, HOUR_MS, OPEN)).toBe(Date.UTC(2026, 10, 20, 16));
    // Four hours from 23:00: 23, 03, 07, 11, 15
    expect(timeBarStartMs(at, 4 * HOUR_MS, OPEN)).toBe(Date.UTC(2026, 10, 20, 15));
    expect(timeBarStartMs(at, DAY_MS, OPEN)).toBe(OPEN);
    // An open at half past moves bars of two hours, and none of one
    const halfPast = OPEN + 30 * MINUTE_MS;
    expect(timeBarStartMs(at, HOUR_MS, halfPast)).toBe(Date.UTC(2026, 10, 20, 16));
    expect(timeBarStartMs(at, 2 * HOUR_MS, halfPast)).toBe(Date.UTC(2026, 10, 20, 15, 30));
  });

  test('is at most the time of the bar before an instant, and its own start', () => {
    const times = fc.integer({ min: OPEN, max: OPEN + DAY_MS - 1 });
    const lengths = fc.constantFrom(
      1000,
      5000,
      MINUTE_MS,
      15 * MINUTE_MS,
      HOUR_MS,
      2 * HOUR_MS,
      4 * HOUR_MS,
      DAY_MS,
    );
    fc.assert(
      fc.property(times, lengths, (timeMs, ms) => {
        const start = timeBarStartMs(timeMs, ms, OPEN);
        expect(timeMs - start).toBeGreaterThanOrEqual(0);
        expect(timeMs - start).toBeLessThan(ms);
        expect(timeBarStartMs(start, ms, OPEN)).toBe(start);
        expect(timeBarStartMs(start + ms - 1, ms, OPEN)).toBe(start);
      }),
    );
  });
});

/** Volume by price, lowest first, each price once. */
const prices = fc
  .uniqueArray(
    fc.record({
      priceTicks: fc.integer({ min: -30, max: 30 }),
      bid: fc.nat(50),
      ask: fc.nat(50),
      other: fc.nat(3),
    }),
    {
      selector: ({ priceTicks }) => priceTicks,
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((rows): readonly PriceVolume[] =>
    rows
      .toSorted((one, other) => one.priceTicks - other.priceTicks)
      .map(({ priceTicks, bid, ask, other }) => ({
        priceTicks,
        bidVolume: bid,
        askVolume: ask,
        volume: bid + ask + other,
      })),
  );
const total = (rows: readonly PriceVolume[], key: keyof PriceVolume): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

describe('volume by price', () => {
  test('of two lists adds up price by price, sorted, and in either order', () => {
    fc.assert(
      fc.property(prices, prices, (one, other) => {
        const joined = joinPriceVolumes(one, other);
        expect(joined).toEqual(joinPriceVolumes(other, one));
        for (const key of ['bidVolume', 'askVolume', 'volume'] as const)
          expect(total(joined, key)).toBe(total(one, key) + total(other, key));
        const at = joined.map(({ priceTicks }) => priceTicks);
        expect(at).toEqual([...new Set(at)].toSorted((a, b) => a - b));
      }),
    );
  });

  test('joined with nothing is the same, and joining changes neither list', () => {
    const one: readonly PriceVolume[] = [{ priceTicks: 1, bidVolume: 2, askVolume: 3, volume: 6 }];
    expect(joinPriceVolumes(one, [])).toEqual(one);
    expect(joinPriceVolumes([], one)).toEqual(one);
    expect(joinPriceVolumes(one, one)).toEqual([{ priceTicks: 1, bidVolume: 4, askVolume: 6, volume: 12 }]);
    expect(one).toEqual([{ priceTicks: 1, bidVolume: 2, askVolume: 3, volume: 6 }]);
  });

  test('of two rows is at the price of the first', () => {
    const row = { priceTicks: 4, bidVolume: 1, askVolume: 2, volume: 3 };
    expect(addedVolumes(row, { ...row, priceTicks: 5, volume: 4 })).toEqual({
      ...{ priceTicks: 4, bidVolume: 2, askVolume: 4, volume: 7 },
    });
  });

  test('in rows of ticks keeps its sum, each row at a multiple of its height at or below its prices', () => {
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 7 }), (one, rowTicks) => {
        const rows = cellRows(one, rowTicks);
        for (const key of ['bidVolume', 'askVolume', 'volume'] as const)
          expect(total(rows, key)).toBe(total(one, key));
        expect(rows.map(({ priceTicks }) => priceTicks)).toEqual([
          ...new Set(one.map(({ priceTicks }) => rowStartTicks(priceTicks, rowTicks))),
        ]);
        for (const { priceTicks } of rows) expect(Math.abs(priceTicks % rowTicks)).toBe(0);
      }),
    );
    expect(() => cellRows([], 1.5)).toThrow('expected a whole number of ticks a row from 1, got 1.5');
  });
});

/** Bars of consecutive minutes whose figures follow from their prices. */
const bars = fc
  .array(fc.tuple(prices, fc.nat(40), fc.nat(40)), { minLength: 1, maxLength: 8 })
  .map((made): FlowBar[] =>
    made.map(([rows, below, above], minute) => {
      const [buyVolume, sellVolume] = [total(rows, 'askVolume'), total(rows, 'bidVolume')];
      const delta = buyVolume - sellVolume;
      return {
        startMs: minute * MINUTE_MS,
        endMs: minute * MINUTE_MS + 30_000,
        openTicks: rows[0]?.priceTicks ?? 0,
        closeTicks: rows.at(-1)?.priceTicks ?? 0,
        lowTicks: rows[0]?.priceTicks ?? 0,
        highTicks: rows.at(-1)?.priceTicks ?? 0,
        ...{ volume: total(rows, 'volume'), buyVolume, sellVolume, trades: rows.length, vwapTicks: minute },
        ...{ minDelta: Math.min(0, delta) - below, maxDelta: Math.max(0, delta) + above, prices: rows },
      };
    }),
  );
const joinedAll = (list: readonly FlowBar[]): FlowBar =>
  list.slice(1).reduce(joinFlowBars, list[0] as FlowBar);

describe('joined bars', () => {
  test('open with the first and close with the last, and hold all volume between', () => {
    fc.assert(
      fc.property(bars, (list) => {
        const joined = joinedAll(list);
        const [first, last] = [list[0], list.at(-1)];
        expect([joined.startMs, joined.openTicks]).toEqual([first?.startMs, first?.openTicks]);
        expect([joined.endMs, joined.closeTicks, joined.vwapTicks]).toEqual([
          last?.endMs,
          last?.closeTicks,
          last?.vwapTicks,
        ]);
        expect(joined.highTicks).toBe(Math.max(...list.map(({ highTicks }) => highTicks)));
        expect(joined.lowTicks).toBe(Math.min(...list.map(({ lowTicks }) => lowTicks)));
        expect(joined.trades).toBe(list.reduce((sum, { trades }) => sum + trades, 0));
        expect([joined.volume, joined.buyVolume, joined.sellVolume]).toEqual([
          ...[
            total(joined.prices, 'volume'),
            total(joined.prices, 'askVolume'),
            total(joined.prices, 'bidVolume'),
          ],
        ]);
      }),
    );
  });

  test('have the extremes of the running delta, as of one bar that begins at 0', () => {
    fc.assert(
      fc.property(bars, (list) => {
        let running = 0;
        let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
        for (const one of list) {
          [least, most] = [Math.min(least, running + one.minDelta), Math.max(most, running + one.maxDelta)];
          running += deltaOf(one);
        }
        const joined = joinedAll(list);
        expect([joined.minDelta, joined.maxDelta, deltaOf(joined)]).toEqual([least, most, running]);
      }),
    );
  });

  test('are the same whichever two are joined first', () => {
    fc.assert(
      fc.property(bars, (list) => {
        const fromTheEnd = list
          .slice(0, -1)
          .reduceRight((later, one) => joinFlowBars(one, later), list.at(-1) as FlowBar);
        expect(fromTheEnd).toEqual(joinedAll(list));
      }),
    );
  });

  test('of one start each are as many as there are starts, aligned to them', () => {
    fc.assert(
      fc.property(bars, fc.integer({ min: 1, max: 4 }), (list, minutes) => {
        const startOf = (timeMs: number): number =>
          Math.floor(timeMs / (minutes * MINUTE_MS)) * minutes * MINUTE_MS;
        const longer = aggregateFlowBars(list, startOf);
        expect(longer.map(({ startMs }) => startMs)).toEqual([
          ...new Set(list.map(({ startMs }) => startOf(startMs))),
        ]);
        expect(longer.reduce((sum, { volume }) => sum + volume, 0)).toBe(
          list.reduce((sum, { volume }) => sum + volume, 0),
        );
        if (minutes === 1) expect(longer).toEqual(list);
      }),
    );
    expect(aggregateFlowBars([], () => 0)).toEqual([]);
  });
});
