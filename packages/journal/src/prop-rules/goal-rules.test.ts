/** Profit target, consistency, trading days and winning days. */
import { expect, test } from 'vitest';
import { tradesOfNets } from '#testing/closed-trades.ts';
import { accountPathOf } from './account-path.ts';
import {
  consistencyState,
  dayNetsOf,
  minimumDaysState,
  profitTargetState,
  winningDaysState,
} from './goal-rules.ts';

/** One trade a day with these results, or `perDay` of them. */
const path = (nets: readonly number[], perDay = 1) => accountPathOf(tradesOfNets(nets, perDay));

test('a day is the sum of its trades', () => {
  expect([...dayNetsOf(path([100, -30, 20, 5, -7], 2))]).toEqual([70e6, 25e6, -7e6]);
});

test('the target is reached at its amount, and what is missing is stated to the cent', () => {
  expect(profitTargetState(path([200, 99.99]), 300e6)).toMatchObject({
    rule: 'profit-target',
    state: 'warning',
    value: 299_990_000,
    limit: 300e6,
    left: 10_000,
    bound: 'exact',
    text: '0.01 to go.',
  });
  expect(profitTargetState(path([200, 100]), 300e6)).toMatchObject({
    state: 'ok',
    left: 0,
    text: 'Target reached.',
  });
  expect(profitTargetState(path([200, 300]), 300e6)).toMatchObject({ state: 'ok', left: 0 });
});

test('a loss adds to what is missing, and no trades leave all of it', () => {
  expect(profitTargetState(path([-1200]), 3000e6).text).toBe('4,200.00 to go.');
  expect(profitTargetState(path([]), 3000e6)).toMatchObject({
    value: 0,
    left: 3000e6,
    text: '3,000.00 to go.',
  });
});

test('consistency is the best day’s share of the profit, with the day and its amount', () => {
  expect(consistencyState(path([500, 250, 250]), 40)).toMatchObject({
    rule: 'consistency',
    state: 'breached',
    unit: 'percent',
    value: 50,
    limit: 40,
    left: -10,
    // 500 / 0.4 = 1250 of profit, 250 more than there is.
    text: 'Best day: 2026-01-05, 500.00. 250.00 more profit on other days would comply.',
  });
});

test('consistency warns from 80% of its limit, and complies at the limit itself', () => {
  expect(consistencyState(path([320, 300, 380]), 50)).toMatchObject({ state: 'ok', value: 38 });
  expect(consistencyState(path([400, 300, 300]), 50)).toMatchObject({
    state: 'warning',
    value: 40,
    left: 10,
  });
  expect(consistencyState(path([500, 250, 250]), 50)).toMatchObject({ state: 'warning', value: 50, left: 0 });
  expect(consistencyState(path([501, 250, 249]), 50).state).toBe('breached');
});

test('losing days raise the share of the best one above the whole', () => {
  expect(consistencyState(path([300, -200]), 50)).toMatchObject({
    state: 'breached',
    value: 300,
    text: 'Best day: 2026-01-05, 300.00. 500.00 more profit on other days would comply.',
  });
});

test('the best day is a day and not a trade', () => {
  expect(consistencyState(path([300, -250, 60, 40], 2), 80)).toMatchObject({
    value: (100 / 150) * 100,
    text: 'Best day: 2026-01-06, 100.00.',
  });
});

test('without a profit consistency is not defined', () => {
  for (const nets of [[], [-10], [100, -100]])
    expect(consistencyState(path(nets), 50)).toMatchObject({
      state: 'unknown',
      value: null,
      left: null,
      text: 'Not defined until there is a profit.',
    });
});

test('trading days are days with a trade', () => {
  expect(minimumDaysState(path([1, 1, 1, 1], 2), 5)).toMatchObject({
    rule: 'minimum-days',
    state: 'warning',
    unit: 'days',
    value: 2,
    limit: 5,
    left: 3,
    text: '3 more days with trades to go.',
  });
  expect(minimumDaysState(path([1, 1, 1, 1]), 5).text).toBe('1 more day with trades to go.');
  expect(minimumDaysState(path([1, 1, 1, 1]), 4)).toMatchObject({ state: 'ok', left: 0, text: 'Reached.' });
  expect(minimumDaysState(path([1, 1, 1, 1]), 3)).toMatchObject({ state: 'ok', value: 4, left: 0 });
});

test('a winning day has at least the amount, or is above zero where none is set', () => {
  const nets = [200, 199.99, 0.01, 0, -50];
  expect(winningDaysState(path(nets), 3, 200e6)).toMatchObject({
    rule: 'winning-days',
    state: 'warning',
    value: 1,
    left: 2,
    text: '2 more days of at least 200.00 to go.',
  });
  expect(winningDaysState(path(nets), 4, null)).toMatchObject({
    state: 'warning',
    value: 3,
    text: '1 more day above zero to go.',
  });
  expect(winningDaysState(path(nets), 3, null)).toMatchObject({ state: 'ok', text: 'Reached.' });
});
