/** Whether the average trade makes money after costs, and what is reported while that is not shown. */
import { expect, test } from 'vitest';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { dayOfNets, insightsOf, statedDays } from '#testing/stated-trades.ts';
import { edgeNotShown, edgeOverall } from './edge-overall.ts';

const SAMPLING = { seed: 3, resamples: 400 };

const notShown = (...days: readonly (readonly number[])[]) =>
  edgeNotShown(tradeColumns(statedDays(days.length, (day) => dayOfNets(...(days[day] ?? [])))), SAMPLING);

const times = (n: number, ...nets: readonly number[]) => Array.from({ length: n }, () => nets);

test('an average above zero on day after day is an edge, after costs', () => {
  const insight = insightsOf(statedDays(25, () => dayOfNets(60, -20))).get('edge-overall');
  // 50 trades of 20, shrunk to zero by 20 trades: 1000 / 70.
  expect(insight).toMatchObject({
    standing: 'proven',
    insightType: 'strength',
    title: 'Your average trade makes money after costs',
    actionable: 'Keep size and rules as they are while this is checked again every 50 trades.',
    effect: { value: 14_285_714, ci95: [20e6, 20e6], n: 50, days: 25, mean: 20_000_000, baseline: 0 },
  });
  expect(insight?.description).toContain(
    'Your trades made $20.00 on average (50 trades, 25 days). Allowing for the size of the sample, the difference is ' +
      '+$14.29 a trade (95% range +$20.00 to +$20.00).',
  );
});

test('it is the net result that counts: costs that eat the gross result leave no edge', () => {
  const gross = statedDays(25, () => dayOfNets(60, -20)).map((trade) => ({
    ...trade,
    costsMicros: 21e6,
    netMicros: trade.netMicros - 21e6,
  }));
  expect(insightsOf(gross).get('edge-overall')).toMatchObject({
    standing: 'fact',
    title: 'Your average trade loses money after costs',
    effect: { mean: -1_000_000 },
  });
});

test('a loss on every day is no edge of the other sign but a fact of high priority', () => {
  const insight = insightsOf(statedDays(25, () => dayOfNets(20, -60))).get('edge-overall');
  expect(insight).toMatchObject({
    standing: 'fact',
    insightType: 'other',
    priority: 'high',
    settles: '',
    description:
      'Your trades averaged −$20.00 after costs in 50 trades on 25 days (95% range −$20.00 to −$20.00). The range lies ' +
      'below zero.',
    p: null,
  });
});

test('results around zero are not distinguishable from it, which is the usual result', () => {
  const insight = insightsOf(
    statedDays(40, (day) => (day % 2 ? dayOfNets(90, -50) : dayOfNets(50, -90))),
  ).get('edge-overall');
  expect(insight).toMatchObject({ standing: 'fact', title: 'An edge is not shown yet', priority: 'low' });
  expect(insight?.description).toContain(
    'Your trades averaged $0.00 after costs in 80 trades on 40 days (95% range −$',
  );
  expect(insight?.description).toContain(
    'That cannot be distinguished from zero, which is the usual result.',
  );
  // No number of trades settles an average of zero.
  expect(insight?.settles).toBe('');
});

test('an edge takes 50 trades on 20 days', () => {
  const asked = (days: number, perDay: number) =>
    edgeOverall(tradeColumns(statedDays(days, () => dayOfNets(...times(perDay, 10).flat())))) !== null;
  expect(asked(25, 2)).toBe(true);
  expect(asked(20, 3)).toBe(true);
  expect(asked(19, 3)).toBe(false);
  expect(asked(49, 1)).toBe(false);
  expect(asked(50, 1)).toBe(true);
});

test('what is missing is stated in trades, in days, or in both', () => {
  const few = notShown(...times(10, 5, 5));
  expect(few).toMatchObject({
    standing: 'not-enough-data',
    title: 'An edge is not shown yet',
    settles: '30 more trades and 10 more days before this is tested.',
    effect: { n: 20, days: 10, ci95: null },
  });
  expect(few.description).toBe(
    'Your trades averaged +$5.00 after costs in 20 trades on 10 days. That cannot be distinguished from zero, which is the ' +
      'usual result.',
  );
  expect(notShown(...times(49, 5)).settles).toBe('1 more trade before this is tested.');
  expect(notShown(...times(19, 5, 5, 5)).settles).toBe('1 more day before this is tested.');
});

test('a small average above zero states how many more trades would distinguish it', () => {
  // Days of +100 and -80 in turn: average 10, standard deviation 90, standard error 90 / sqrt(60) = 11.6.
  const insight = notShown(...Array.from({ length: 60 }, (_, day) => [day % 2 ? 100 : -80]));
  const [low, high] = insight.effect?.ci95 ?? [Number.NaN, Number.NaN];
  expect((high - low) / 3.92 / 1e6).toBeGreaterThan(10);
  expect((high - low) / 3.92 / 1e6).toBeLessThan(13.5);
  // 60 x (2.486 x 11.6 / 10)^2 - 60 = 440, give or take the draws.
  const missing = Number(/^About (\d+) more trades before/.exec(insight.settles)?.[1]);
  expect(missing).toBe(Math.ceil(60 * ((2.486 * ((high - low) / 3.92)) / 10e6) ** 2 - 60));
  expect(missing).toBeGreaterThan(300);
  expect(missing).toBeLessThan(620);
});

test('a number of trades that nobody reaches is not stated', () => {
  // Average 0.01 against a spread of 90.
  const insight = notShown(...Array.from({ length: 60 }, (_, day) => [day % 2 ? 90.02 : -90]));
  expect(insight.effect?.mean).toBe(10_000);
  expect(insight.settles).toBe('');
});

test('the average is rounded to a whole micro and never a negative zero', () => {
  expect(notShown(...times(20, 0, 0, 0)).effect).toMatchObject({ mean: 0, value: 0 });
  expect(Object.is(notShown(...times(20, 0, 0, 0)).effect?.mean, 0)).toBe(true);
  expect(notShown([10], [10], [9.999_999]).effect?.mean).toBe(10_000_000);
});
