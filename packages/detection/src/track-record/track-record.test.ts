import { expect, test } from 'vitest';
import { OUTCOME_RULES } from './outcome-rules.ts';
import type { RaisedCount } from './track-counts.ts';
import { ENOUGH_RESOLVED, trackFigures } from './track-figures.ts';
import { canonicalText, type RaisedRow } from './track-row.ts';

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

const counted = (count: number, hit: boolean | null, part: Partial<RaisedCount> = {}): RaisedCount => ({
  type: 'support',
  sub: null,
  rule: 'bounce',
  probability: 0.75,
  hit,
  count,
  compared: hit === null ? 0 : count,
  baseSum: hit === null ? 0 : count * 0.48,
  instants: hit === null ? 0 : count * 10,
  ...part,
});

test('too few compared signals give no figures', () => {
  const [figures] = trackFigures([counted(ENOUGH_RESOLVED - 1, true)]);
  expect(figures).toMatchObject({ count: 29, resolved: 29, hitRate: null, baseRate: null, brier: null });
});

test('a hit rate comes with the base rate of the same signals', () => {
  const [figures] = trackFigures([counted(30, true), counted(10, false, { baseSum: 10 * 0.88 })]);
  expect(figures).toMatchObject({ resolved: 40, hits: 30, baseRate: { resolved: 400 } });
  expect(figures?.baseRate?.value).toBeCloseTo(0.58, 12);
  expect(figures?.hitRate?.value).toBe(0.75);
  expect(figures?.hitRate?.low).toBeLessThan(0.75);
  expect(figures?.brier).toBeCloseTo(0.75 * 0.25 ** 2 + 0.25 * 0.75 ** 2, 12);
  expect(figures?.reliability.reduce((sum, bin) => sum + bin.count, 0)).toBe(40);
});

test('what settled without a base rate drops out of both rates, and still tests its forecast', () => {
  const alone = { compared: 0, baseSum: 0, instants: 0 };
  const [figures] = trackFigures([counted(15, true), counted(15, false), counted(30, true, alone)]);
  expect(figures).toMatchObject({ count: 60, resolved: 30, hits: 15 });
  expect(figures?.hitRate?.value).toBe(0.5);
  expect(figures?.baseRate?.value).toBeCloseTo(0.48, 12);
  expect(figures?.reliability.reduce((sum, bin) => sum + bin.count, 0)).toBe(60);
});

test('the figures do not depend on the order of the counts', () => {
  const counts = [0.3, 0.6, 0.9].flatMap((probability) => [
    counted(17, true, { probability }),
    counted(20, false, { probability }),
  ]);
  expect(trackFigures(counts.toReversed())[0]?.reliability).toEqual(trackFigures(counts)[0]?.reliability);
});

test('what can never be known counts, but is not resolved', () => {
  expect(trackFigures([counted(2, null)])).toMatchObject([{ count: 2, resolved: 0, hits: 0 }]);
});

test('a row has one text, whatever the order of its keys', () => {
  const row = raised('a', 0.6);
  const turned = Object.fromEntries(Object.entries(row).toReversed()) as unknown as RaisedRow;
  expect(canonicalText(turned)).toBe(canonicalText(row));
  expect(canonicalText({ ...row, confidence: 0.63 })).not.toBe(canonicalText(row));
});

test('every rule of an event has barriers of some ticks and a time, in a quiet and in a wild market', () => {
  const others = ['bounce', 'next move', 'in ten seconds', 'in a minute'];
  for (const scale of [
    { sigma1Ticks: 0.05, atr10Ticks: 1 },
    { sigma1Ticks: 5, atr10Ticks: 120 },
  ])
    for (const rule of OUTCOME_RULES.filter(({ name }) => !others.includes(name))) {
      expect(rule.targetTicks(scale)).toBeGreaterThanOrEqual(3);
      expect(rule.adverseTicks(scale)).toBeGreaterThanOrEqual(2);
      expect(rule.horizonMs).toBeGreaterThanOrEqual(60_000);
    }
});
