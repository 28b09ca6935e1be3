/** Strategies as the trader named them, and trades without one. */
import { expect, test } from 'vitest';
import { REST, SLICE } from '#insights/claims/claim.ts';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { insightsOf, statedDays } from '#testing/stated-trades.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { strategy } from './strategy.ts';

const tested = (trades: readonly JournalTrade[]) =>
  (strategy(tradeColumns(trades))?.claims ?? []).map(({ key, members }) => [
    key,
    members.filter((member) => member === SLICE).length,
    members.filter((member) => member === REST).length,
  ]);

const withStrategies = (days: number, ...names: readonly (string | null)[]) =>
  statedDays(days, () => names.map((name, place) => ({ at: place * 30, net: 10 + place, strategy: name })));

test('a strategy that does worse is named as the trader named it', () => {
  const trades = statedDays(30, (day) => [
    { at: 0, net: 40 + (day % 2), strategy: ' Opening  Drive ' },
    { at: 30, net: -70, strategy: 'Fade' },
    { at: 60, net: 20, strategy: 'Fade 2' },
  ]);
  const insight = insightsOf(trades).get('strategy:fade');
  expect(insight).toMatchObject({
    insightType: 'weakness',
    title: 'Trades of the strategy “Fade” do worse',
    actionable: 'Pause it, or trade it at the smallest size, for 30 trades, then check again.',
  });
  expect(insight?.description).toContain(
    'Trades of the strategy “Fade” lost $70.00 on average (30 trades, 30 days), against +$30.25 for all others.',
  );
  expect(tested(trades).map(([key]) => key)).toContain('strategy:opening-drive');
});

test('trades without a strategy are a group of their own, and blank names belong to it', () => {
  const trades = withStrategies(30, null, '', '  ', 'Fade', 'Break');
  expect(tested(trades)).toEqual([
    ['strategy:untagged', 90, 60],
    ['strategy:break', 30, 120],
    ['strategy:fade', 30, 120],
  ]);
  const worse = statedDays(30, (day) => [
    { at: 0, net: -50 - (day % 2), strategy: null },
    { at: 30, net: 50, strategy: 'Fade' },
    { at: 60, net: 30, strategy: 'Break' },
  ]);
  expect(insightsOf(worse).get('strategy:untagged')).toMatchObject({
    title: 'Trades without a strategy do worse',
    actionable: 'Tag the next 30 trades with a strategy, then check again.',
  });
});
