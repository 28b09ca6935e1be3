import { type RaisedRow, type SettledRow, trackFigures } from '@undertow/detection';
import { expect, test } from 'vitest';
import { outcomeCounts } from './outcome-counts.ts';

const MADE = { instrumentId: 1, atNs: '1', type: 'absorption' } as const;

const raised = (signalId: string): RaisedRow => ({
  ...MADE,
  kind: 'raised',
  signalId,
  sub: null,
  exact: false,
  confidence: 0.7,
  score: 1,
  calibrator: 'absorption_hold@1',
  tier: 'L3',
  midTicks: 100,
  condition: { hour: 14, volatility: 'low' },
  declared: {
    rule: 'hold',
    direction: 1,
    targetTicks: 4,
    adverseTicks: 4,
    horizonMs: 1000,
    probability: 0.7,
  },
});

const settled = (signalId: string, hit: boolean | null, base: SettledRow['base'] = null): SettledRow => ({
  ...MADE,
  kind: 'settled',
  signalId,
  hit,
  base,
});

test('what was raised counts with how it came out, and as resolved beside a base rate only', () => {
  const rows = [
    ...['hit', 'miss', 'alone', 'unknown', 'open'].map(raised),
    settled('hit', true, { resolved: 10, rate: 0.5 }),
    settled('miss', false, { resolved: 20, rate: 0.25 }),
    settled('alone', true),
    settled('unknown', null),
  ];
  expect(trackFigures(outcomeCounts(rows))).toMatchObject([
    { type: 'absorption', rule: 'hold', count: 5, resolved: 2, hits: 1 },
  ]);
});
