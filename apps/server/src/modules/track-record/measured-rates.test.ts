/** The rates of the public pages are those of the evaluation's file, misses included. */
import { MEASURED_EVENTS, TARGETED_INDICATORS } from '@undertow/contracts';
import { EVALUATION } from '@undertow/detection';
import { expect, test } from 'vitest';
import { measuredRatesOf } from './measured-rates.ts';

const rates = measuredRatesOf(EVALUATION);
const rowOf = (kind: string) =>
  EVALUATION.rows.find(
    ({ row, tier, generator, instrument }) =>
      row === kind && tier === 'L3' && generator === 'families' && instrument === 'all',
  );

test('every indicator with a target and every kind of event has its measured rate', () => {
  expect(rates.indicators.map(({ type }) => type)).toEqual([...TARGETED_INDICATORS]);
  expect(rates.events.map(({ kind }) => kind)).toEqual([...MEASURED_EVENTS]);
  expect(rates.date).toBe(EVALUATION.date);
});

test('precision and recall follow from the counts of the file', () => {
  for (const { kind, precision, recall } of rates.events) {
    const row = rowOf(kind);
    expect(recall?.value).toBeCloseTo((row?.found ?? 0) / (row?.labels ?? 0), 10);
    expect(recall?.count).toBe(row?.labels);
    expect(precision === null).toBe(row?.precision === null);
    if (precision !== null) expect(precision.value).toBeCloseTo(row?.precision?.value ?? Number.NaN, 3);
  }
});

test('no interval is narrower than the one of the file, and two findings are never certain', () => {
  for (const { kind, precision } of rates.events) {
    if (precision === null) continue;
    expect(precision.low).toBeLessThanOrEqual(rowOf(kind)?.precision?.low ?? 0);
    expect(precision.high).toBeGreaterThanOrEqual(rowOf(kind)?.precision?.high ?? 1);
  }
  const row = rowOf('absorption');
  if (row === undefined) throw new Error('the file has no row of absorption');
  const certain = { value: 1, low: 1, high: 1 };
  const two = measuredRatesOf({
    ...EVALUATION,
    rows: [{ ...row, found: 2, weakFound: 0, wrong: 0, precision: certain }],
  }).events[0]?.precision;
  expect(two).toMatchObject({ value: 1, high: 1, count: 2 });
  expect(two?.low).toBeCloseTo(0.342, 3);
});

test('the raised events are the confident part of all candidates', () => {
  for (const { type, raised, candidates } of rates.indicators) {
    const model = EVALUATION.models.find(
      (one) =>
        one.model === type && one.tier === 'L3' && one.generator === 'families' && one.instrument === 'all',
    );
    expect(candidates.count).toBe(model?.candidates);
    expect(candidates.value).toBeCloseTo(model?.baseRate ?? Number.NaN, 3);
    expect(raised?.count ?? 0).toBeLessThan(candidates.count);
  }
});

test('the reliability covers every candidate of every model once', () => {
  const shown = EVALUATION.models.filter(
    ({ tier, generator, instrument }) => tier === 'L3' && generator === 'families' && instrument === 'all',
  );
  const inBins = shown.flatMap(({ reliability }) => reliability).reduce((sum, { count }) => sum + count, 0);
  expect(rates.reliability.reduce((sum, { came }) => sum + came.count, 0)).toBe(inBins);
  expect(inBins).toBeGreaterThan(1000);
});

test('a file without a model or a row leaves it out', () => {
  const empty = measuredRatesOf({ ...EVALUATION, rows: [], models: [] });
  expect(empty).toMatchObject({ hours: 0, indicators: [], events: [], reliability: [] });
});
