/** The table that a trader reads: pooled figures of families that were left out, the worst of them by name, and states. */
import type { EvaluationFigures, ModelState, RowReached, TrackFigures } from '@undertow/detection';
import { expect, test } from 'vitest';
import { traderTable } from './trader-table.ts';

const estimate = (value: number) => ({ value, low: value - 0.1, high: value + 0.1 });

function row(generator: string, precision: number, recall: number): RowReached {
  return {
    row: 'absorption',
    tier: 'L3',
    instrument: 'all',
    generator,
    labels: 40,
    found: 20,
    weakFound: 0,
    wrong: 10,
    precision: estimate(precision),
    recall: estimate(recall),
    falseAlarmsPerHour: estimate(0.2),
    baselineF1: 0.2,
    f1: estimate(0.5),
  } as RowReached;
}

const OUTCOMES = [
  {
    type: 'absorption',
    sub: null,
    hitRate: { value: 0.8, low: 0.7, high: 0.9 },
    baseRate: { value: 0.6, resolved: 900 },
  } as TrackFigures,
];
const STATES: readonly ModelState[] = [
  { model: 'absorption', tier: 'L3', state: 'calibrated', raiseFrom: 0.45, reason: '' },
];

const tableOf = (rows: readonly RowReached[]): string =>
  traderTable({
    figures: { rows } as unknown as EvaluationFigures,
    states: STATES,
    outcomes: OUTCOMES,
  });

test('a finding has its pooled figures, the worst family of each, and its state', () => {
  const rows = [
    row('families', 0.7, 0.5),
    row('hawkes', 0.6, 0.55),
    row('poisson', 0.8, 0.4),
    row('g1', 0.1, 0.1),
  ];
  const [line] = tableOf(rows).split('\n').slice(-1);
  expect(line).toBe(
    '| Absorption | somebody takes all that hits a price | 0.70 (0.60–0.80) | 0.60 (hawkes) | 0.50 (0.40–0.60) | 0.40 (poisson) | 0.20 (0.10–0.30) | 0.80 (0.70–0.90) beside 0.60 | 0.20 | 0.50 | calibrated, from 0.45 |',
  );
});

test('without families there is no table', () => {
  expect(tableOf([row('g1', 0.7, 0.5)])).toBe('');
});
