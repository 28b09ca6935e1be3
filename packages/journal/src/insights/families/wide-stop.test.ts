/** Losers whose worst moment was beyond 1.2 times the planned risk. */
import { expect, test } from 'vitest';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { SeededRandom } from '#numbers/random.ts';
import { insightsOf, type StatedTrade, sampleOf, statedDays } from '#testing/stated-trades.ts';
import { wideStop } from './wide-stop.ts';

/** A loser with a risk of 100 and this worst moment. */
const loser = (mae: number | null, more: Partial<StatedTrade> = {}): StatedTrade => ({
  at: 0,
  net: -80,
  plannedRiskMicros: 100e6,
  maeMicros: mae === null ? null : Math.round(mae * 1e6),
  ...more,
});

const questionOf = (...each: readonly StatedTrade[]) =>
  wideStop(tradeColumns(statedDays(each.length, (day) => each.slice(day, day + 1))));

const times = (n: number, trade: StatedTrade): StatedTrade[] => Array.from({ length: n }, () => trade);

test('losers beyond their stop more often than one in ten are a weakness, with the rate', () => {
  const insight = insightsOf(statedDays(40, (day) => [loser(day % 2 ? 130 : 90), { at: 60, net: 90 }])).get(
    'wide-stop',
  );
  // 20 of 40; shrunk (20 + 20 x 0.1) / 60 - 0.1 = 26.7%.
  expect(insight).toMatchObject({
    standing: 'proven',
    insightType: 'weakness',
    title: 'Your losers run past their stop',
    actionable: 'Leave the stop where it was placed for 30 trades, then check again.',
    effect: { value: 0.266667, unit: 'rate', n: 40, days: 40, mean: 0.5, baseline: 0.1 },
    impactMicrosPerMonth: null,
  });
  expect(insight?.description).toContain(
    '50% of your losing trades with a stop went beyond 1.2 times the planned risk (40 trades, 40 days); up to 10% is usual. ' +
      'Allowing for the size of the sample, the difference is 27% (95% range ',
  );
});

test('a rate of one in ten, or of none, is usual', () => {
  for (const each of [10, 1000])
    expect(
      insightsOf(statedDays(40, (day) => [loser(day % each === 1 ? 130 : 90), { at: 60, net: 90 }])).has(
        'wide-stop',
      ),
    ).toBe(false);
});

test('its test is the exact chance of so many or more at one in ten', () => {
  const claim = questionOf(...times(5, loser(130)), ...times(15, loser(90)))?.claims[0];
  const answer = claim?.test(null, { shuffles: 10, enough: 10 }, new SeededRandom(1));
  // R: binom.test(5, 20, 0.1, alternative = "greater").
  expect(answer?.p).toBeCloseTo(0.0431745, 6);
  expect(answer?.t).toBeCloseTo((0.25 - 0.1) / Math.sqrt(0.09 / 20), 9);
});

test('a test of some of the rows counts only those, and none give no answer', () => {
  const claim = questionOf(...times(5, loser(130)), ...times(15, loser(90)))?.claims[0];
  const rows = Uint8Array.from({ length: 20 }, (_, row) => (row === 0 || row > 16 ? 1 : 0));
  // One of four: 1 - 0.9^4.
  expect(claim?.test(rows, { shuffles: 10, enough: 10 }, new SeededRandom(1))?.p).toBeCloseTo(
    1 - 0.9 ** 4,
    12,
  );
  expect(claim?.test(new Uint8Array(20), { shuffles: 10, enough: 10 }, new SeededRandom(1))).toBeNull();
});

test('beyond is more than 1.2 times, not exactly that', () => {
  const beyond = (mae: number) =>
    questionOf(...times(20, loser(mae)))?.claims[0]?.values.reduce((sum, value) => sum + value, 0);
  expect(beyond(120)).toBe(0);
  expect(beyond(120.000_001)).toBe(20);
});

test('it takes 20 losers with a stop and a known worst moment', () => {
  expect(sampleOf(questionOf(...times(20, loser(90))))).toEqual({ slice: 20, rest: 0 });
  const nineteen = times(19, loser(130));
  for (const other of [
    loser(null),
    loser(130, { plannedRiskMicros: null }),
    loser(130, { plannedRiskMicros: 0 }),
    loser(130, { net: 80 }),
    loser(130, { net: 0 }),
  ])
    expect(questionOf(...nineteen, ...times(5, other))).toBeNull();
});

test('other trades do not change the rate', () => {
  const claim = questionOf(...times(20, loser(90)), ...times(20, loser(500, { net: 80 })))?.claims[0];
  const answer = claim?.test(null, { shuffles: 10, enough: 10 }, new SeededRandom(1));
  expect(answer?.p).toBeCloseTo(1, 12);
});
