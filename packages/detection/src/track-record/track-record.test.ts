import { expect, test } from 'vitest';
import { OUTCOME_RULES } from './outcome-rules.ts';
import { type Passage, passageOutcome } from './passage.ts';
import type { BaseCount, RaisedCount } from './track-counts.ts';
import { ENOUGH_RESOLVED, trackFigures } from './track-figures.ts';
import { canonicalText, type RaisedRow } from './track-row.ts';

const UP: Passage = {
  fromMs: 0,
  midTicks: 100,
  direction: 1,
  targetTicks: 4,
  adverseTicks: 2,
  horizonMs: 60_000,
  isAtEnd: false,
};

test('the barrier that the mid reaches first decides, and nothing does after the time is over', () => {
  expect(passageOutcome(UP, 1000, 103.5)).toBeUndefined();
  expect(passageOutcome(UP, 1000, 104)).toBe(true);
  expect(passageOutcome(UP, 1000, 98)).toBe(false);
  expect(passageOutcome(UP, 60_000, 103.5)).toBeNull();
  expect(passageOutcome({ ...UP, direction: -1 }, 1000, 96)).toBe(true);
});

test('an expansion is met either way, and missed when its time is over', () => {
  const either = { ...UP, direction: 0, adverseTicks: Number.MAX_SAFE_INTEGER };
  expect(passageOutcome(either, 1000, 96)).toBe(true);
  expect(passageOutcome(either, 1000, 104)).toBe(true);
  expect(passageOutcome(either, 60_000, 101)).toBe(false);
});

test('what is decided at the end is not decided before, and not where nobody saw it', () => {
  const atEnd = { ...UP, isAtEnd: true };
  expect(passageOutcome(atEnd, 1000, 110)).toBeUndefined();
  expect(passageOutcome(atEnd, 60_000, 104)).toBe(true);
  expect(passageOutcome(atEnd, 61_000, 103.5)).toBe(false);
  expect(passageOutcome(atEnd, 61_000, 90)).toBe(false);
  expect(passageOutcome({ ...atEnd, direction: -1 }, 60_000, 96)).toBe(true);
  expect(passageOutcome(atEnd, 62_100, 104)).toBeNull();
});

const raised = (id: string, probability: number | null, part: Partial<RaisedRow> = {}): RaisedRow => ({
  kind: 'raised',
  signalId: id,
  instrumentId: 1,
  atNs: '1',
  type: 'support',
  sub: null,
  exact: false,
  confidence: 0.62,
  score: 0.4,
  calibrator: 'level_bounce@00000000',
  tier: 'L3',
  midTicks: 100,
  condition: { hour: 15, volatility: 'low' },
  declared: {
    rule: 'bounce',
    direction: 1,
    targetTicks: 4,
    adverseTicks: 4,
    horizonMs: 60_000,
    probability,
  },
  ...part,
});

const counted = (count: number, hit: boolean | null, probability: number | null = 0.75): RaisedCount => ({
  type: 'support',
  sub: null,
  rule: 'bounce',
  direction: 1,
  probability,
  condition: { hour: 15, volatility: 'low' },
  hit,
  count,
});

test('too few resolved signals give no figures', () => {
  const [figures] = trackFigures({ raised: [counted(ENOUGH_RESOLVED - 1, true)], base: [] });
  expect(figures).toMatchObject({ count: 29, resolved: 29, hitRate: null, baseRate: null, brier: null });
});

test('a hit rate comes with the base rate of the same hours and volatility', () => {
  const base = (hour: number, resolved: number, hits: number): BaseCount => ({
    rule: 'bounce',
    direction: 1,
    condition: { hour, volatility: 'low' },
    resolved,
    hits,
  });
  const [figures] = trackFigures({
    raised: [counted(30, true), counted(10, false)],
    base: [base(15, 100, 48), base(16, 100, 90)],
  });
  expect(figures).toMatchObject({ resolved: 40, hits: 30, baseRate: { resolved: 100 } });
  expect(figures?.baseRate?.value).toBeCloseTo(0.48, 12);
  expect(figures?.hitRate?.value).toBe(0.75);
  expect(figures?.hitRate?.low).toBeLessThan(0.75);
  expect(figures?.brier).toBeCloseTo(0.75 * 0.25 ** 2 + 0.25 * 0.75 ** 2, 12);
  expect(figures?.reliability.reduce((sum, bin) => sum + bin.count, 0)).toBe(40);
});

test('what can never be known counts, but is not resolved', () => {
  expect(trackFigures({ raised: [counted(2, null)], base: [] })).toMatchObject([
    { count: 2, resolved: 0, hits: 0 },
  ]);
});

test('a row has one text, whatever the order of its keys', () => {
  const row = raised('a', 0.6);
  const turned = Object.fromEntries(Object.entries(row).toReversed()) as unknown as RaisedRow;
  expect(canonicalText(turned)).toBe(canonicalText(row));
  expect(canonicalText({ ...row, confidence: 0.63 })).not.toBe(canonicalText(row));
});

test('every rule of an event has barriers of some ticks and a time, in a quiet and in a wild market', () => {
  const ofPredictions = ['next move', 'in ten seconds', 'in a minute'];
  for (const scale of [
    { sigma1Ticks: 0.05, atr10Ticks: 1 },
    { sigma1Ticks: 5, atr10Ticks: 120 },
  ])
    for (const rule of OUTCOME_RULES.filter(({ name }) => !ofPredictions.includes(name))) {
      expect(rule.targetTicks(scale)).toBeGreaterThanOrEqual(3);
      expect(rule.adverseTicks(scale)).toBeGreaterThanOrEqual(2);
      expect(rule.horizonMs).toBeGreaterThanOrEqual(60_000);
    }
});
