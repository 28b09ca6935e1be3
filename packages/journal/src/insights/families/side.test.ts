/** Long against short. */
import { expect, test } from 'vitest';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { insightsOf, sampleOf, statedDays } from '#testing/stated-trades.ts';
import { side } from './side.ts';

test('the two sides are one comparison', () => {
  const trades = statedDays(30, (day) => [
    { at: 0, net: 50 + (day % 3), side: 'long' },
    { at: 30, net: -40, side: 'short' },
    { at: 60, net: -20, side: 'short' },
  ]);
  const insights = insightsOf(trades);
  expect(insights.has('side:long')).toBe(false);
  expect(insights.get('side:short')).toMatchObject({
    insightType: 'weakness',
    title: 'Your short trades do worse',
    actionable: 'Require one more condition before a short trade for 30 trades, then check again.',
    effect: { n: 60, mean: -30_000_000, baseline: 51_000_000 },
  });
  expect(insights.get('side:short')?.description).toContain(
    'Your short trades lost $30.00 on average (60 trades, 30 days), against +$51.00 on the other side.',
  );
});

test('the side that makes money is reported where neither loses', () => {
  const trades = statedDays(30, (day) => [
    { at: 0, net: 90 + (day % 3), side: 'long' },
    { at: 30, net: 10, side: 'short' },
  ]);
  expect(insightsOf(trades).get('side:long')).toMatchObject({
    insightType: 'strength',
    title: 'Your long trades do better',
    actionable: 'Check what differs in your long trades, and compare again after 30 more of them.',
    effect: { n: 30, mean: 91_000_000, baseline: 10_000_000 },
  });
});

test('sides that do the same are no finding', () => {
  const swings = statedDays(30, (day) => [
    { at: 0, net: day % 2 ? 30 : -30, side: 'long' },
    { at: 30, net: day % 4 < 2 ? 30 : -30, side: 'short' },
  ]);
  expect([...insightsOf(swings).keys()].filter((key) => key.startsWith('side'))).toEqual([]);
});

test('it takes 20 trades of either side', () => {
  const sides = (short: number) =>
    sampleOf(
      side(
        tradeColumns(
          statedDays(40, (day) => [{ at: 0, net: day % 2 ? 30 : 10, side: day < short ? 'short' : 'long' }]),
        ),
      ),
    );
  expect(sides(20)).toEqual({ slice: 20, rest: 20 });
  expect(sides(19)).toBeNull();
  expect(sides(21)).toBeNull();
});
