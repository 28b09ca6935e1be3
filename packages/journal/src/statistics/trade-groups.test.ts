/** Groups: shrinkage, order, unknown ones, and an interval that agrees with the day bootstrap and covers the truth. */
import { describe, expect, test } from 'vitest';
import { bootstrapStatistic, emptyDaySums, percentileInterval } from '#inference/bootstrap.ts';
import { SeededRandom } from '#numbers/random.ts';
import { journalTrade, madeUpRecord, tradesOfNets } from '#testing/closed-trades.ts';
import { holdingTimesOf } from './time-figures.ts';
import { tradeDaysOf } from './trade-days.ts';
import { tradeGroupsOf } from './trade-groups.ts';

const MICROS = 1_000_000;
const groups = (trades: Parameters<typeof tradeDaysOf>[0]) =>
  tradeGroupsOf(tradeDaysOf(trades), holdingTimesOf(tradeDaysOf(trades).trades));

describe('groups', () => {
  test('shrink a small group to the mean of all', () => {
    const trades = tradesOfNets([...new Array(3).fill(100), ...new Array(37).fill(0)]).map((trade, at) => ({
      ...trade,
      strategy: at < 3 ? 'lucky' : null,
    }));
    const lucky = groups(trades).strategy.find(({ key }) => key === 'lucky');
    expect(lucky).toMatchObject({ n: 3, netMicros: 300 * MICROS });
    // (3 x 100 + 20 x 7.50) / 23
    expect(lucky?.shrunkMicros).toBe(19_565_217);
    expect(lucky?.expectancy).toMatchObject({ value: null, reason: 'too-few' });
  });

  test('name what has no strategy, no entry time, no holding time', () => {
    const found = groups([journalTrade({ entryMs: null }), journalTrade({ strategy: '' })]);
    expect(found.strategy).toMatchObject([{ key: '', label: 'No strategy', n: 2 }]);
    expect(found.hour.at(-1)).toMatchObject({ key: 'unknown', n: 1 });
    expect(found.holding.at(-1)).toMatchObject({ key: 'unknown', n: 1 });
  });

  test('are in natural order or with the largest first', () => {
    const found = groups(madeUpRecord(300, 30, 1));
    expect(found.hour.map(({ key }) => key).slice(0, 3)).toEqual(['1800-0300', '0300-0830', '0830-0930']);
    expect(found.symbol.map(({ n }) => n)).toEqual(found.symbol.map(({ n }) => n).toSorted((a, b) => b - a));
  });

  test('have four quarters of the holding time', () => {
    expect(groups(madeUpRecord(400, 30, 1)).holding.map(({ n }) => n)).toEqual([100, 100, 100, 100]);
  });
});

describe('the interval of a group', () => {
  test('agrees with the day bootstrap within a tenth of its width', () => {
    const trades = madeUpRecord(900, 150, 7, 3);
    const days = tradeDaysOf(trades);
    const sums = emptyDaySums(days.days.length, 2);
    for (let at = 0; at < days.trades.length; at++) {
      if (days.trades[at]?.side !== 'long') continue;
      const row = (days.dayOf[at] ?? 0) * sums.width;
      sums.values[row] = (sums.values[row] ?? 0) + (days.netMicros[at] ?? 0);
      sums.values[row + 1] = (sums.values[row + 1] ?? 0) + 1;
    }
    const draws = bootstrapStatistic(sums, 5000, new SeededRandom(1), (t) => (t[0] ?? 0) / (t[1] ?? 1));
    const [low, high] = percentileInterval(draws) ?? [Number.NaN, Number.NaN];
    const own = groups(trades).side[0]?.expectancy.ci95 ?? [Number.NaN, Number.NaN];
    expect(Math.abs(own[0] - low)).toBeLessThan((high - low) / 10);
    expect(Math.abs(own[1] - high)).toBeLessThan((high - low) / 10);
  });

  test('holds the true mean in about 95 of 100 records', () => {
    let held = 0;
    const records = 300;
    for (let seed = 0; seed < records; seed++) {
      const [low, high] = groups(madeUpRecord(200, 40, seed, 10)).side[0]?.expectancy.ci95 ?? [0, 0];
      if (low <= 10 * MICROS && high >= 10 * MICROS) held += 1;
    }
    expect(held / records).toBeGreaterThan(0.91);
    expect(held / records).toBeLessThan(0.985);
  });
});
