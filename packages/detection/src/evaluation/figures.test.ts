/** The published figures are read strictly, and what is committed is whole and possible. */
import { describe, expect, test } from 'vitest';
import { PlainDataError } from '#calibration/plain-data.ts';
import { FIGURES_VERSION, readFigures } from './figures.ts';
import { SCORE_ROWS } from './match-rules.ts';
import { EVALUATION } from './measured.ts';
import type { Estimate } from './row-figures.ts';

const estimate: Estimate = { value: 0.5, low: 0.4, high: 0.6 };
const ROW = {
  ...{ row: 'absorption', tier: 'L3', instrument: 'all', generator: 'g1', sessions: 4, hours: 3.5 },
  ...{ labels: 10, found: 6, weakLabels: 2, weakFound: 1, wrong: 3, duplicates: 1 },
  ...{ precision: estimate, recall: estimate, f1: null, strictF1: 0.5, highPrecision: null, highRecall: 0.1 },
  ...{ averagePrecision: 0.4, baselineF1: null, permutedF1: 0.05, prevalencePerHour: 2.5 },
  ...{ falseAlarmsPerHour: null, delayMedianMs: -20.5, delayP90Ms: 900, directionAccuracy: 1 },
  ...{ sizeErrorMedian: null, brier: 0.1, calibrationError: 0.02 },
  bySub: [{ sub: 'wall', labels: 10, found: 6 }],
  wrongBy: [{ cause: 'crowd', share: 1 }],
};
const BIN = { count: 50, meanProbability: 0.4, share: 0.44, consistentLow: 0.3, consistentHigh: 0.5 };
const MODEL = {
  ...{ model: 'absorption', tier: 'L3', instrument: 'all', generator: 'g1', candidates: 500, baseRate: 0.1 },
  ...{ auc: null, brier: 0.1, brierSkill: null, calibrationError: estimate, topDecileLift: 3.5 },
  reliability: [BIN],
};
const FORECASTS = {
  ...{ tier: 'L3', generator: 'g1', sessions: 4, forecasts: 60, complete: 40, coverage: null },
  horizons: [{ displaySizes: 3, baseRate: null, brier: estimate, skill: null }],
};
const LEADS = {
  ...{ pair: 'ES-NQ', generator: 'g1', sessions: 4, minutes: 100, claimed: 50, right: estimate },
  ...{ independentMinutes: 80, falseClaims: null },
};
const FIGURES = {
  ...{
    version: FIGURES_VERSION,
    date: '2026-11-20',
    commit: 'abc',
    command: 'undertow evaluate',
    seeds: '300-379',
  },
  ...{ rows: [ROW], models: [MODEL], forecasts: [FORECASTS], leads: [LEADS] },
};

test('whole figures are read unchanged, also where they went through a file', () => {
  expect(readFigures(FIGURES)).toEqual(FIGURES);
  expect(readFigures(JSON.parse(JSON.stringify(FIGURES)))).toEqual(FIGURES);
});

test('what is not part of the figures is left out', () => {
  const more = { ...FIGURES, rows: [{ ...ROW, note: 'x' }], note: 'y' };
  expect(readFigures(more)).toEqual(FIGURES);
});

const without = (of: object, name: string): object =>
  Object.fromEntries(Object.entries(of).filter(([key]) => key !== name));

test.each([
  ['rows', ROW],
  ['models', MODEL],
  ['forecasts', FORECASTS],
  ['leads', LEADS],
])('each field of %s is required', (list, whole) => {
  for (const name of Object.keys(whole)) {
    const partial = { ...FIGURES, [list]: [without(whole, name)] };
    expect(() => readFigures(partial), name).toThrow(PlainDataError);
  }
});

test('each field of the file is required', () => {
  for (const name of Object.keys(FIGURES))
    expect(() => readFigures(without(FIGURES, name)), name).toThrow(PlainDataError);
});

const row = (part: object): object => ({ ...FIGURES, rows: [ROW, { ...ROW, ...part }] });
const model = (part: object): object => ({ ...FIGURES, models: [{ ...MODEL, ...part }] });
const horizon = (displaySizes: number): object => ({
  ...FIGURES,
  forecasts: [{ ...FORECASTS, horizons: [{ ...FORECASTS.horizons[0], displaySizes }] }],
});

test.each<[string, unknown, string]>([
  ['no object', [], 'expected an object at figures'],
  [
    'another version',
    { ...FIGURES, version: FIGURES_VERSION - 1 },
    `expected version ${FIGURES_VERSION} at figures.version`,
  ],
  ['a tier that is none', row({ tier: 'L4' }), 'expected one of L3, L2S, L2C, L1T at figures.rows[1].tier'],
  ['half a label', row({ labels: 2.5 }), 'expected a whole number of at least 0 at figures.rows[1].labels'],
  ['fewer than none', row({ wrong: -1 }), 'at figures.rows[1].wrong'],
  [
    'an estimate without its interval',
    row({ recall: { value: 0.5 } }),
    'expected a finite number at figures.rows[1].recall.low',
  ],
  ['an estimate that is a number', row({ f1: 0.5 }), 'expected an object at figures.rows[1].f1'],
  ['hours that are not known', row({ hours: null }), 'expected a finite number at figures.rows[1].hours'],
  [
    'a share above one',
    row({ wrongBy: [{ cause: 'crowd', share: 1.1 }] }),
    'from 0 to 1 at figures.rows[1].wrongBy[0].share',
  ],
  ['a sub without labels', row({ bySub: [{ sub: 'wall', found: 1 }] }), 'at figures.rows[1].bySub[0].labels'],
  ['a base rate above one', model({ baseRate: 1.5 }), 'from 0 to 1 at figures.models[0].baseRate'],
  [
    'a bin below 0',
    model({ reliability: [{ ...BIN, share: -0.1 }] }),
    'at figures.models[0].reliability[0].share',
  ],
  ['no calibration error', model({ calibrationError: null }), 'at figures.models[0].calibrationError'],
  ['a horizon that is not scored', horizon(2), 'expected one of 1, 3, 10 at horizons.displaySizes'],
])('figures with %s are refused with their place', (_, value, message) => {
  expect(() => readFigures(value)).toThrow(PlainDataError);
  expect(() => readFigures(value)).toThrow(message);
});

describe('the committed figures', () => {
  test('are of rows of the score, each once a market, product and tier', () => {
    const names = EVALUATION.rows.map(({ row: name }) => name);
    const known = SCORE_ROWS.map(({ name }) => name);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    const keys = EVALUATION.rows.map((one) => [one.row, one.tier, one.instrument, one.generator].join());
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('count no more found than there were, and agree with their shares', () => {
    for (const one of EVALUATION.rows) {
      const at = `${one.row} ${one.tier} ${one.instrument} ${one.generator}`;
      expect(one.found, at).toBeLessThanOrEqual(one.labels);
      expect(one.weakFound, at).toBeLessThanOrEqual(one.weakLabels);
      if (one.recall !== null) expect(one.recall.value, at).toBeCloseTo(one.found / one.labels, 3);
      const right = one.found + one.weakFound;
      if (one.precision !== null) expect(one.precision.value, at).toBeCloseTo(right / (right + one.wrong), 3);
      if (one.recall === null || one.precision === null || one.f1 === null) continue;
      const [p, r] = [one.precision.value, one.recall.value];
      expect(one.f1.value, at).toBeCloseTo(p + r === 0 ? 0 : (2 * p * r) / (p + r), 3);
    }
  });

  test('have intervals in order, and shares of causes that sum to one at most', () => {
    const ofRows = EVALUATION.rows.flatMap((one) => [
      one.precision,
      one.recall,
      one.f1,
      one.falseAlarmsPerHour,
    ]);
    const ofModels = EVALUATION.models.flatMap((one) => [one.brierSkill, one.calibrationError]);
    for (const each of [...ofRows, ...ofModels])
      if (each !== null) expect(each.low).toBeLessThanOrEqual(each.high);
    for (const { wrongBy } of EVALUATION.rows)
      expect(wrongBy.reduce((sum, { share }) => sum + share, 0)).toBeLessThan(1.001);
  });

  test('have areas from 0 to 1, and consistency bars in order', () => {
    for (const { auc, reliability } of EVALUATION.models) {
      if (auc !== null) expect(auc * (1 - auc)).toBeGreaterThanOrEqual(0);
      for (const bin of reliability) expect(bin.consistentLow).toBeLessThanOrEqual(bin.consistentHigh);
    }
  });
});
