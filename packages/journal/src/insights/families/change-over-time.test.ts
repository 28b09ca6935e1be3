/** The last 30 trading days against all before. */
import { expect, test } from 'vitest';
import { REST, SLICE } from '#insights/claims/claim.ts';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { insightsOf, statedDays } from '#testing/stated-trades.ts';
import { changeOverTime } from './change-over-time.ts';

/** Two trades a day: +40 and +20 before, -40 and -20 from day `from` on. */
const turned = (days: number, from: number, sign = 1) =>
  statedDays(days, (day) =>
    [40, 20].map((net, place) => ({ at: place * 60, net: net * sign * (day < from ? 1 : -1) })),
  );

test('worse results of the last 30 days are a weakness, with both averages', () => {
  const trades = turned(50, 20);
  const insight = insightsOf(trades).get('change-over-time');
  // 60 trades of -30 against 40 of +30; both -6; shrunk (-1800 - 120) / 80 - 30 = -54.
  expect(insight).toMatchObject({
    standing: 'proven',
    insightType: 'weakness',
    title: 'Your last 30 trading days are worse',
    effect: { value: -54_000_000, n: 60, days: 30, mean: -30_000_000, baseline: 30_000_000 },
  });
  expect(insight?.description).toContain(
    'Trades of the last 30 trading days lost $30.00 on average (60 trades, 30 days), against +$30.00 before. Allowing for ' +
      'the size of the sample, the difference is −$54.00 a trade (95% range −$60.00 to −$60.00).',
  );
  // Newest first, down to the first trade of the 30 days.
  expect(insight?.tradeIds).toEqual(
    trades
      .slice(40)
      .map(({ id }) => id)
      .reverse(),
  );
});

test('better results of the last 30 days are a strength', () => {
  expect(insightsOf(turned(50, 20, -1)).get('change-over-time')).toMatchObject({
    insightType: 'strength',
    title: 'Your last 30 trading days are better',
    actionable: 'Write down what you changed, and compare again in 30 trading days.',
    effect: { mean: 30_000_000, baseline: -30_000_000 },
  });
});

test('results that stay the same are no change, and neither is one that is older than the 30 days', () => {
  expect(insightsOf(turned(50, 50)).has('change-over-time')).toBe(false);
  // Day 10 of 90: 50 days of the new level before the last 30, which differ little from them.
  const old = insightsOf(
    statedDays(90, (day) => [
      { at: 0, net: day < 10 ? 90 : -40 },
      { at: 60, net: 40 },
    ]),
  );
  expect(old.get('change-over-time')?.standing).not.toBe('proven');
});

test('it takes 20 trading days before the last 30', () => {
  expect(changeOverTime(tradeColumns(turned(50, 20)))).not.toBeNull();
  expect(changeOverTime(tradeColumns(turned(49, 20)))).toBeNull();
});

test('trading days are counted, not days of the calendar or trades', () => {
  // Every second week only: the 30 days reach back over 11 weeks.
  const gaps = turned(100, 60).filter((_, at) => Math.floor(at / 2 / 5) % 2 === 0);
  const members = changeOverTime(tradeColumns(gaps))?.claims[0]?.members ?? new Uint8Array();
  expect(members.filter((member) => member === REST)).toHaveLength(40);
  expect(members.filter((member) => member === SLICE)).toHaveLength(60);
  // One more trade on a day makes no more days.
  const busy = [...turned(49, 20), ...turned(3, 3)];
  expect(changeOverTime(tradeColumns(busy))).toBeNull();
});
