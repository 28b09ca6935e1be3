/** Whole runs: an edge is found, chance is not, the future is out of reach, and two runs are equal. */
import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import type { BacktestRule } from '#rule/backtest-rule.ts';
import { RULE } from '#testing/made-rule.ts';
import { CALENDAR, ES, madeSession, randomEvents, tradingDays } from '#testing/made-session.ts';
import { BacktestRun } from './backtest-run.ts';

const NONE = { pValues: [], sharpes: [] };

function runOf(days: number, edge: number, seed: number, rule: BacktestRule = RULE, sets = 200) {
  const run = new BacktestRun({ rule, instrument: ES, calendar: CALENDAR, seed, chosenPerDay: null, sets });
  tradingDays(days).forEach((tradingDay, at) => {
    const events = randomEvents(seededDraws(seed * 1000 + at), 6);
    run.addSession(madeSession({ tradingDay, seed: seed * 7919 + at, events, edge }));
  });
  return run.result({ tried: NONE, zone: 'Europe/London' });
}

test('an edge that was planted is found', () => {
  const result = runOf(25, 0.5, 1);
  expect(result.verdict).toBe('above_chance');
  expect(result.baseLine?.p).toBeLessThan(0.01);
  expect(result.key.expectancyR.value).toBeGreaterThan(0.3);
  expect(result.key.expectancyR.low).toBeGreaterThan(0);
});

test('events without any meaning are not above chance, and lose what they cost', () => {
  const result = runOf(25, 0, 3);
  expect(result.verdict).toBe('not_above_chance');
  expect(result.costs.slippageUsd).toBeGreaterThan(0);
  expect(result.costs.netUsd).toBeCloseTo(
    result.costs.grossUsd - result.costs.slippageUsd - result.costs.commissionUsd,
    6,
  );
});

test('two runs are equal to the last bit, and another seed is another result', () => {
  expect(runOf(21, 0.1, 5)).toEqual(runOf(21, 0.1, 5));
  expect(runOf(21, 0.1, 5).resultHash).not.toBe(runOf(21, 0.1, 6).resultHash);
});

test('below thirty trades it says how many are missing', () => {
  const result = runOf(3, 0.5, 1);
  expect(result.verdict).toBe('too_few');
  expect(result.tradesMissing).toBe(30 - result.trades.length);
  expect(result.groups.weekday.every(({ netR }) => netR === null)).toBe(true);
});

test('a first answer has no base line, and the same trades', () => {
  const first = runOf(25, 0.2, 2, RULE, 0);
  expect(first.verdict).toBe('running');
  expect(first.baseLine).toBeNull();
  expect(first.trades).toEqual(runOf(25, 0.2, 2).trades);
});
