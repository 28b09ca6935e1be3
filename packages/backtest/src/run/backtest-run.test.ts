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
  expect(runOf(6, 0.1, 5)).toEqual(runOf(6, 0.1, 5));
  expect(runOf(6, 0.1, 5).resultHash).not.toBe(runOf(6, 0.1, 6).resultHash);
});

test('below thirty trades it says how many are missing', () => {
  const result = runOf(3, 0.5, 1);
  expect(result.verdict).toBe('too_few');
  expect(result.tradesMissing).toBe(30 - result.trades.length);
  expect(result.groups.weekday.every(({ netR }) => netR === null)).toBe(true);
});

test('a first answer has no base line, and the same trades', () => {
  const first = runOf(8, 0.2, 2, RULE, 0);
  expect(first.verdict).toBe('running');
  expect(first.baseLine).toBeNull();
  expect(first.trades).toEqual(runOf(8, 0.2, 2).trades);
});

test('the p-values of rules without meaning on a random walk are spread evenly', () => {
  const draw = seededDraws(17);
  const pValues = Array.from({ length: 40 }, (_, rule) => {
    const options = {
      rule: RULE,
      instrument: ES,
      calendar: CALENDAR,
      seed: rule,
      chosenPerDay: null,
      sets: 99,
    };
    const run = new BacktestRun(options);
    tradingDays(3).forEach((tradingDay, at) => {
      const events = randomEvents(draw, 10, 9000);
      run.addSession(madeSession({ tradingDay, seed: rule * 31 + at, events, seconds: 9000 }));
    });
    return run.result({ tried: NONE, zone: 'UTC' }).baseLine?.p ?? Number.NaN;
  }).toSorted((one, other) => one - other);
  // Kolmogorov and Smirnov: beyond 0.252 once in a hundred for 40 values
  const distance = Math.max(
    ...pValues.map((p, at) => Math.max(Math.abs(p - at / 40), Math.abs(p - (at + 1) / 40))),
  );
  expect(distance).toBeLessThan(0.252);
});

test('a rule that is filled row by row is compared with random entries as its fast fills are', () => {
  const queue: BacktestRule = { ...RULE, fills: { ...RULE.fills, model: 'queue' } };
  const [fast, slow] = [runOf(8, 0.3, 2), runOf(8, 0.3, 2, queue)];
  expect(slow.baseLine).toEqual(fast.baseLine);
  // No rows were given to it
  expect(slow.counts).toMatchObject({ trades: 0, undecided: slow.counts.signals });
});

test('rules that were tried before make the same result worth less', () => {
  const run = new BacktestRun({
    rule: RULE,
    instrument: ES,
    calendar: CALENDAR,
    seed: 1,
    chosenPerDay: null,
    sets: 99,
  });
  tradingDays(25).forEach((tradingDay, at) => {
    const events = randomEvents(seededDraws(at), 4);
    run.addSession(madeSession({ tradingDay, seed: at, events, edge: 0.15 }));
  });
  const alone = run.result({ tried: NONE, zone: 'UTC' });
  const others = Array.from({ length: 60 }, (_, at) => at / 60);
  const among = run.result({ tried: { pValues: others.map((p) => p + 0.01), sharpes: others }, zone: 'UTC' });
  expect(alone.verdict).toBe('above_chance');
  expect(among.verdict).toBe('not_after_correction');
  expect(among.correction.q).toBeGreaterThan(alone.correction.q ?? 1);
  expect(among.correction.deflatedSharpe).toBeLessThan(alone.correction.deflatedSharpe ?? 0);
  expect(among.resultHash).toBe(alone.resultHash);
});

test('sessions of another product, twice or in the wrong order are refused', () => {
  const run = new BacktestRun({
    rule: RULE,
    instrument: ES,
    calendar: CALENDAR,
    seed: 1,
    chosenPerDay: null,
    sets: 0,
  });
  const [first = '', second = ''] = tradingDays(2);
  const session = (tradingDay: string) => madeSession({ tradingDay, seed: 1, seconds: 60 });
  run.addSession(session(second));
  for (const tradingDay of [first, second])
    expect(() => run.addSession(session(tradingDay))).toThrow(/expected a session after/);
  expect(() => run.addSession({ ...session(first), instrumentId: 2, symbol: 'NQ' })).toThrow(
    /sessions of ES/,
  );
});

test('nothing is opened in the last half hour before another contract, and no sessions give no figures', () => {
  const events = [{ atSecond: 3600, side: 1 }] as const;
  const of = (isLastOfContract: boolean, atSecond: number) => {
    const run = new BacktestRun({
      rule: RULE,
      instrument: ES,
      calendar: CALENDAR,
      seed: 1,
      chosenPerDay: null,
      sets: 0,
    });
    const made = { tradingDay: '2026-03-02', seed: 1, isLastOfContract, seconds: 82_800 };
    run.addSession(madeSession({ ...made, events: events.map((event) => ({ ...event, atSecond })) }));
    return run.result({ tried: NONE, zone: 'UTC' }).trades.length;
  };
  expect([of(false, 81_500), of(true, 81_500), of(true, 80_000)]).toEqual([1, 0, 1]);
  const empty = new BacktestRun({
    rule: RULE,
    instrument: ES,
    calendar: CALENDAR,
    seed: 1,
    chosenPerDay: null,
    sets: 99,
  });
  const result = empty.result({ tried: NONE, zone: 'UTC' });
  expect(result).toMatchObject({ verdict: 'too_few', tradesMissing: 30, trades: [], baseLine: null });
  expect(result.key.expectancyR).toEqual({ value: null, low: null, high: null, n: 0 });
});

test('a walk-forward chooses in earlier sessions and is judged in later ones', () => {
  const { walkForward } = runOf(60, 0.4, 4, RULE, 20);
  expect(walkForward?.variants).toBe(9);
  expect(walkForward?.folds).toHaveLength(3);
  for (const { inFrom, outFrom, outTo } of walkForward?.folds ?? [])
    expect([inFrom, outFrom, outTo]).toEqual([inFrom, outFrom, outTo].toSorted());
  expect(walkForward?.outOfSample.value).toBeGreaterThan(0);
});
