/** The committed calibrators: none was edited by hand, and their figures agree with each other. */
import { readdirSync } from 'node:fs';
import { FEED_TIERS } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import type { Calibrator } from '#calibration/calibrator.ts';
import { calibratorFor, chooseCalibrator } from '#calibration/calibrator-for.ts';
import { probabilityAt } from '#calibration/make-calibrator.ts';
import { MODEL_STATES, modelState, stateOfCalibrator } from '#calibration/model-state.ts';
import { readCalibrator } from '#calibration/read-calibrator.ts';
import { scoreOf } from '#learning/score-model.ts';
import { treeCount } from '#learning/tree-model.ts';
import { DETECTORS } from '#pipeline/registry.ts';
import { CALIBRATOR_FILES } from './index.ts';

const CALIBRATORS = Object.entries(CALIBRATOR_FILES).map(([name, file]) => readCalibrator(file, name));
const nameOf = ({ model, tier }: Calibrator): string => `${model}.${tier}`;
const MODELS = DETECTORS.flatMap(({ models }) => models);

test('the index lists every file of the folder', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));
  expect(Object.keys(CALIBRATOR_FILES).toSorted()).toEqual(files.map((name) => name.slice(0, -5)).toSorted());
});

/** FNV-1a of a text, eight hex digits. */
function fnv(text: string): string {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619) >>> 0;
  return hash.toString(16).padStart(8, '0');
}

test('each is what its hash was taken of: who edits a number by hand is found', () => {
  for (const one of CALIBRATORS) {
    const { hash, model, modelVersion, tier, command, trainSeeds, calibrationSeeds, ...body } = one;
    const whole = { model, modelVersion, tier, command, trainSeeds, calibrationSeeds, ...body };
    expect(fnv(JSON.stringify(whole)), nameOf(one)).toBe(hash);
  }
});

test('an isotonic step states the share of its samples, of which there are fifty at least', () => {
  for (const one of CALIBRATORS.filter(({ method }) => method === 'isotonic')) {
    for (const { probability, count, positives } of one.steps) {
      expect(count, nameOf(one)).toBeGreaterThanOrEqual(50);
      const share = Math.min(0.99, Math.max(0.01, positives / count));
      expect(probability, nameOf(one)).toBeCloseTo(share, 8);
    }
    expect(
      sumOf(one.steps, ({ positives }) => positives),
      nameOf(one),
    ).toBeGreaterThanOrEqual(1000);
  }
});

const sumOf = (steps: Calibrator['steps'], of: (step: Calibrator['steps'][number]) => number): number =>
  steps.reduce((sum, step) => sum + of(step), 0);

test('the prevalence is the mean probability of the samples', () => {
  for (const one of CALIBRATORS.filter(({ method }) => method === 'isotonic')) {
    const count = sumOf(one.steps, (step) => step.count);
    const mean = sumOf(one.steps, (step) => step.count * step.probability) / count;
    expect(one.prevalence, nameOf(one)).toBeCloseTo(mean, 3);
  }
});

test('any look has a finite score, and a probability of it', () => {
  for (const one of CALIBRATORS) {
    for (const value of [0, 1, -1, 1e9, -1e9]) {
      const score = scoreOf(
        one.scorer,
        one.features.map(() => value),
      );
      expect(Number.isFinite(score), nameOf(one)).toBe(true);
      const probability = probabilityAt(one.steps, score);
      expect(probability * (1 - probability), nameOf(one)).toBeGreaterThan(0);
    }
    if (one.scorer.kind === 'trees') expect(treeCount(one.scorer), nameOf(one)).toBeGreaterThan(0);
  }
});

test('each calibrator is of the version and the features that its detector has now', () => {
  const unfit = CALIBRATORS.filter(({ model, tier }) => {
    const spec = MODELS.find(({ name }) => name === model);
    return spec === undefined || calibratorFor(spec, tier) === null;
  });
  expect(unfit.map(nameOf)).toEqual([]);
});

test('a model of another version or with other features has none of them', () => {
  for (const spec of MODELS) {
    for (const tier of FEED_TIERS) {
      expect(calibratorFor({ ...spec, version: spec.version + 1 }, tier)).toBeNull();
      expect(calibratorFor({ ...spec, features: [...spec.features, 'more'] }, tier)).toBeNull();
    }
    const chosen = chooseCalibrator(calibratorFor, spec, 'L3');
    if (chosen !== null) expect(chosen).toMatchObject({ isOfBetterTier: false, calibrator: { tier: 'L3' } });
  }
});

test('calibration seeds are none of the training', () => {
  const seedsOf = (text: string): number[] =>
    [...text.matchAll(/(\d+)-(\d+) (?:dense|sparse)/g)].flatMap(([, from, to]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at),
    );
  for (const { trainSeeds, calibrationSeeds, model } of CALIBRATORS) {
    const taught = new Set(seedsOf(trainSeeds));
    expect(taught.size, model).toBeGreaterThan(0);
    expect(seedsOf(calibrationSeeds).length, model).toBeGreaterThan(0);
    expect(
      seedsOf(calibrationSeeds).filter((seed) => taught.has(seed)),
      model,
    ).toEqual([]);
  }
});

describe('the committed states', () => {
  test('are of models of the registry, each once a tier', () => {
    const names = MODEL_STATES.map(({ model, tier }) => `${model}.${tier}`);
    expect(new Set(names).size).toBe(names.length);
    expect(MODEL_STATES.filter(({ model }) => !MODELS.some(({ name }) => name === model))).toEqual([]);
    for (const { model, tier } of MODEL_STATES)
      expect(modelState(model, tier)).toMatchObject({ model, tier });
    expect(modelState('nothing', 'L3')).toBeNull();
  });

  test('raise from a hundredth from 0.20 to 0.95, and forecasts raise nothing', () => {
    for (const { model, raiseFrom } of MODEL_STATES) {
      if (raiseFrom === null) continue;
      expect(raiseFrom).toBeGreaterThanOrEqual(0.2);
      expect(raiseFrom).toBeLessThanOrEqual(0.95);
      expect(Math.round(100 * raiseFrom) / 100).toBe(raiseFrom);
      expect(MODELS.find(({ name }) => name === model)?.truth.from).toBe('labels');
    }
  });

  test('are given by the calibrators that a finding names', () => {
    for (const calibrator of CALIBRATORS) {
      const { model, tier, hash } = calibrator;
      const state = modelState(model, tier)?.state ?? 'experimental';
      expect(stateOfCalibrator(`${model}@${hash}`, tier)).toBe(state);
      // What was learnt of outcomes does not change what it is worth
      expect(stateOfCalibrator(`${model}@${hash}+300`, tier)).toBe(state);
    }
  });
});
