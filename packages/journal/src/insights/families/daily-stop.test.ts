/** Trades opened after the day's closed result had reached the own daily stop. */
import { expect, test } from 'vitest';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { dayOfNets, insightsOf, type StatedTrade, sampleOf, statedDays } from '#testing/stated-trades.ts';
import { dailyStop } from './daily-stop.ts';

const pastStop = (days: number, stop: number | null, ofDay: (day: number) => readonly StatedTrade[]) =>
  sampleOf(dailyStop(tradeColumns(statedDays(days, ofDay)), stop === null ? null : stop * 1e6))?.slice ??
  null;

/** Every second day reaches a loss of 100 with its second trade and goes on with -50 and -30; the others win. */
const goingOn = (day: number): StatedTrade[] => (day % 2 ? dayOfNets(80, 40) : dayOfNets(-60, -40, -50, -30));

test('trades past the stop are held against the average of all trades', () => {
  const insight = insightsOf(statedDays(40, goingOn), { dailyStopMicros: 100e6 }).get('daily-stop');
  // Slice -40; all 20 x (-180 + 120) / 120 = -10; shrunk (-1600 - 200) / 60 + 10 = -20.
  expect(insight).toMatchObject({
    standing: 'proven',
    insightType: 'weakness',
    title: 'Trades past your daily stop cost you',
    actionable: 'End the day at your stop for the next 10 such days, then check again.',
    effect: { value: -20_000_000, n: 40, days: 20, mean: -40_000_000, baseline: -10_000_000 },
    details: [
      { name: 'daily stop', value: 100_000_000, unit: 'micros' },
      { name: 'days past the stop', value: 20, unit: 'count' },
    ],
  });
  expect(insight?.description).toContain(
    'Trades opened past your daily stop of $100 averaged −$40.00 (40 trades, 20 days), against −$10.00 for all trades. ' +
      'Allowing for the size of the sample, the difference is −$20.00 a trade (95% range −$30.00 to −$30.00).',
  );
});

test('with ten to nineteen such days there is no range, so that it is only to watch', () => {
  const insight = insightsOf(statedDays(24, goingOn), { dailyStopMicros: 100e6 }).get('daily-stop');
  expect(insight).toMatchObject({
    standing: 'to-watch',
    insightType: 'other',
    title: 'To watch: trades past your daily stop cost you',
    effect: { n: 24, days: 12, ci95: null },
  });
  expect(insight?.description).toContain('; there are too few days for a range.');
});

test('trades past the stop that win are reported as better than usual', () => {
  const insight = insightsOf(
    statedDays(40, (day) => (day % 2 ? dayOfNets(-30, -10) : dayOfNets(-60, -40, 60, 40))),
    { dailyStopMicros: 100e6 },
  ).get('daily-stop');
  // Slice +50; all 20 x (0 - 40) / 120.
  expect(insight).toMatchObject({
    insightType: 'strength',
    title: 'Trades past your daily stop do better than usual',
    actionable: 'Keep the stop anyway, and check again after 10 more such days.',
    effect: { mean: 50_000_000, baseline: -6_666_667 },
  });
});

test('trades past the stop that are like all others are no finding', () => {
  const trades = statedDays(40, (day) => dayOfNets(-60, -40, day % 4 < 2 ? -130 : 30));
  // Past the stop -50 on average, as all trades are.
  expect(insightsOf(trades, { dailyStopMicros: 100e6 }).has('daily-stop')).toBe(false);
});

test('it takes ten days with a trade past the stop', () => {
  expect(pastStop(20, 100, goingOn)).toBe(20);
  expect(pastStop(18, 100, goingOn)).toBeNull();
  // Days that end at the stop are no such days.
  expect(pastStop(40, 100, (day) => (day % 2 ? [] : goingOn(0).slice(0, day < 18 ? 4 : 2)))).toBeNull();
});

test('without a stop of their own nothing is compared, and a stop of zero is none', () => {
  expect(pastStop(40, null, goingOn)).toBeNull();
  expect(pastStop(40, 0, goingOn)).toBeNull();
  expect(pastStop(40, -100, goingOn)).toBeNull();
});

test('the stop is reached at exactly its amount and not a cent before', () => {
  expect(pastStop(10, 100, () => dayOfNets(-60, -40, 10))).toBe(10);
  expect(pastStop(10, 100, () => dayOfNets(-60, -39.99, 10))).toBeNull();
  expect(pastStop(10, 100, () => dayOfNets(60, -40, 10))).toBeNull();
});

test('what counts is the closed result of the day: a win before the losses lowers it', () => {
  expect(pastStop(10, 100, () => dayOfNets(30, -60, -40, 10))).toBeNull();
  expect(pastStop(10, 70, () => dayOfNets(30, -60, -40, 10))).toBe(10);
});

test('all trades after the stop was reached count, even when the day has recovered in between', () => {
  expect(pastStop(10, 100, () => dayOfNets(-100, 90, 20, -5))).toBe(30);
});

test('a trade opened before the losing one was closed is not past the stop, one opened at that instant is', () => {
  const next = (at: number) => () => [
    { at: 0, net: -100, lasts: 10 },
    { at, net: 20, lasts: 30 },
  ];
  expect(pastStop(10, 100, next(10))).toBe(10);
  expect(pastStop(10, 100, next(9.99))).toBeNull();
});

test('every day begins again at zero', () => {
  expect(pastStop(60, 100, () => dayOfNets(-60, -30))).toBeNull();
});

test('a trade without an entry time is not taken for one past the stop', () => {
  expect(
    pastStop(20, 100, () => [
      { at: 0, net: -100 },
      { at: 30, net: -20, entryMs: null },
    ]),
  ).toBeNull();
});
