/** Calibrators as data: how they are made, which one is chosen, what a model is worth, and how strictly data is read. */
import { EVENT_TYPES, FLOW_EVENT_TYPES } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Calibrator } from './calibrator.ts';
import { chooseCalibrator } from './calibrator-for.ts';
import type { ModelSpec } from './judge.ts';
import { makeCalibrator, probabilityAt } from './make-calibrator.ts';
import {
  headlineState,
  type ModelState,
  readModelStates,
  type StateSource,
  stateOfCalibrator,
} from './model-state.ts';
import { PlainDataError, PlainObject } from './plain-data.ts';

const SPEC: ModelSpec = { name: 'probe', version: 3, features: ['a'], truth: { from: 'outcome' } };
const SCORER = { kind: 'logistic', center: [0], scale: [1], weights: [1], intercept: 0 } as const;
const ORIGIN = { command: 'undertow train', trainSeeds: '1-2', calibrationSeeds: '200-201' };

/** Candidates with scores from -4 to 4 that are true as often as their score says. */
const fair = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const score = -4 + (8 * (at % 400)) / 399;
    const share = 1 / (1 + Math.exp(-score));
    return { score, truth: Math.floor(((at / 400) % 1) * 10 + at / 400) % 10 < 10 * share };
  });

function made(count: number): Calibrator {
  return makeCalibrator(SPEC, 'L3', SCORER, fair(count), ORIGIN);
}

describe('a calibrator', () => {
  test('is isotonic from a thousand true ones on, and a curve of Platt below', () => {
    const some = made(1200);
    expect(some.steps.reduce((sum, { positives }) => sum + positives, 0)).toBeGreaterThan(0);
    expect(some.method).toBe('platt');
    expect(made(4000).method).toBe('isotonic');
  });

  test.each([1200, 4000])(
    'of %i candidates has rising steps, whose probabilities are bounded by a percent',
    (count) => {
      const { steps } = made(count);
      for (const [at, step] of steps.entries()) {
        expect(step.probability).toBeGreaterThanOrEqual(0.01);
        expect(step.probability).toBeLessThanOrEqual(0.99);
        expect(step.positives).toBeLessThanOrEqual(step.count);
        if (at === 0) continue;
        expect(step.fromScore).toBeGreaterThan(steps[at - 1]!.fromScore);
        expect(step.probability).toBeGreaterThanOrEqual(steps[at - 1]!.probability);
      }
    },
  );

  test('of fair scores states about what they say', () => {
    const { steps } = made(4000);
    expect(probabilityAt(steps, 0)).toBeCloseTo(0.5, 0);
    expect(probabilityAt(steps, 3.9)).toBeGreaterThan(0.85);
    expect(probabilityAt(steps, -3.9)).toBeLessThan(0.15);
  });

  test('has the mean probability of its candidates as their prevalence', () => {
    const scored = fair(4000);
    const { steps, prevalence } = made(4000);
    const mean = scored.reduce((sum, { score }) => sum + probabilityAt(steps, score), 0) / scored.length;
    expect(prevalence).toBeCloseTo(mean, 8);
  });

  test('is the same for the same candidates, and named by what it is made of', () => {
    expect(made(1200)).toEqual(made(1200));
    expect(made(1200).hash).toMatch(/^[0-9a-f]{8}$/);
    expect(made(1200).hash).not.toBe(made(1600).hash);
    const other = makeCalibrator({ ...SPEC, version: 4 }, 'L3', SCORER, fair(1200), ORIGIN);
    expect(other.hash).not.toBe(made(1200).hash);
    expect(other).toMatchObject({ model: 'probe', modelVersion: 4, tier: 'L3', features: ['a'], ...ORIGIN });
  });

  test('of scores that say nothing is one step of their share', () => {
    const even = Array.from({ length: 400 }, (_, at) => ({ score: 1, truth: at % 4 === 0 }));
    const { steps } = makeCalibrator(SPEC, 'L3', SCORER, even, ORIGIN);
    expect(probabilityAt(steps, -5)).toBeCloseTo(0.25, 1);
    expect(probabilityAt(steps, 1)).toBeCloseTo(0.25, 1);
  });
});

test('a score below the first step belongs to it, one at the beginning of a step to that', () => {
  const steps = [
    { fromScore: -1, probability: 0.1, count: 9, positives: 1 },
    { fromScore: 2, probability: 0.9, count: 9, positives: 8 },
  ];
  expect([-9, -1, 1.999, 2, 9].map((score) => probabilityAt(steps, score))).toEqual([
    0.1, 0.1, 0.1, 0.9, 0.9,
  ]);
  expect(probabilityAt([], 0)).toBeNaN();
});

describe('the calibrator that is chosen', () => {
  const at = (tier: Calibrator['tier'], part: Partial<Calibrator> = {}): Calibrator => ({
    ...made(400),
    tier,
    ...part,
  });
  const choose = (known: readonly Calibrator[], tier: Calibrator['tier']) =>
    chooseCalibrator((_, wanted) => known.find((one) => one.tier === wanted) ?? null, SPEC, tier);

  test('is that of the tier, else that of the nearest better one', () => {
    expect(choose([at('L3'), at('L2C')], 'L2C')).toMatchObject({
      calibrator: { tier: 'L2C' },
      isOfBetterTier: false,
    });
    expect(choose([at('L3'), at('L2S')], 'L1T')).toMatchObject({
      calibrator: { tier: 'L2S' },
      isOfBetterTier: true,
    });
  });

  test('is the nearest one of several better tiers', () => {
    expect(choose([at('L3'), at('L2S'), at('L2C')], 'L1T')).toMatchObject({ calibrator: { tier: 'L2C' } });
  });

  test('is never that of a lesser tier', () => {
    expect(choose([at('L1T'), at('L2C')], 'L2S')).toBeNull();
  });

  test.each([
    ['of another version', { modelVersion: 2 }],
    ['of another model', { model: 'other' }],
    ['of other features', { features: ['b'] }],
    ['of more features', { features: ['a', 'b'] }],
  ])('is not one %s', (_, part) => {
    expect(choose([at('L3', part)], 'L3')).toBeNull();
  });
});

describe('what a finding is worth', () => {
  const state = (part: Partial<ModelState>): ModelState => ({
    model: 'probe',
    tier: 'L3',
    state: 'calibrated',
    raiseFrom: 0.6,
    reason: 'It is.',
    ...part,
  });
  const source: StateSource = (model, tier) => (model === 'probe' && tier === 'L3' ? state({}) : null);

  test('is the state of the model that its calibrator names, experimental where that was not measured', () => {
    expect(stateOfCalibrator('probe@0123abcd', 'L3', source)).toBe('calibrated');
    expect(stateOfCalibrator('probe@0123abcd', 'L1T', source)).toBe('experimental');
    expect(stateOfCalibrator('other@0123abcd', 'L3', source)).toBe('experimental');
    expect(stateOfCalibrator('exact', 'L1T', source)).toBe('exact');
    expect(stateOfCalibrator('online', 'L1T', source)).toBe('calibrated');
  });

  test('is exact of an event without a headline model, else that of the model', () => {
    for (const type of FLOW_EVENT_TYPES) {
      const isExact = EVENT_TYPES[type].headline === null;
      expect(headlineState(type, 'L3', () => state({ state: 'unavailable' }))).toBe(
        isExact ? 'exact' : 'unavailable',
      );
      expect(headlineState(type, 'L3', () => null)).toBe(isExact ? 'exact' : 'experimental');
    }
  });

  test('is read strictly', () => {
    expect(readModelStates({ states: [state({ raiseFrom: null })] })).toEqual([state({ raiseFrom: null })]);
    expect(() => readModelStates({ states: [{ ...state({}), tier: 'L4' }] })).toThrow(
      'expected one of L3, L2S, L2C, L1T at states.states[0].tier',
    );
    expect(() => readModelStates({ states: [{ ...state({}), raiseFrom: '0.6' }] })).toThrow(
      'a finite number',
    );
  });
});

describe('plain data', () => {
  const FIELDS = {
    word: 'x',
    nothing: null,
    share: 0.5,
    count: 3,
    list: [1, 2],
    words: ['a'],
    inner: { deep: { word: 'y' } },
    rows: [{ n: 1 }, { n: 2 }],
  };
  const data = new PlainObject(FIELDS, 'file');

  test('is read by name and kind', () => {
    expect([data.text('word'), data.textOrNull('nothing'), data.share('share'), data.count('count')]).toEqual(
      ['x', null, 0.5, 3],
    );
    expect([data.numbers('list'), data.texts('words'), data.numberOrNull('nothing')]).toEqual([
      [1, 2],
      ['a'],
      null,
    ]);
    expect(data.object('inner').object('deep').text('word')).toBe('y');
    expect(data.objects('rows').map((row) => row.number('n'))).toEqual([1, 2]);
    expect(data.objectOrNull('nothing')).toBeNull();
    expect(data.oneOf('word', ['w', 'x'])).toBe('x');
  });

  test.each<[string, () => unknown, string]>([
    ['a string', () => data.text('count'), 'expected a string at file.count'],
    ['a field', () => data.text('missing'), 'expected a string at file.missing'],
    ['a number', () => data.number('word'), 'expected a finite number at file.word'],
    ['a share', () => data.share('count'), 'expected a number from 0 to 1 at file.count'],
    ['a count', () => data.count('share'), 'expected a whole number of at least 0 at file.share'],
    ['a list', () => data.numbers('word'), 'expected a list at file.word'],
    ['numbers', () => data.numbers('words'), 'expected finite numbers at file.words'],
    ['strings', () => data.texts('list'), 'expected strings at file.list'],
    ['a known word', () => data.oneOf('word', ['y', 'z']), 'expected one of y, z at file.word'],
    ['an object', () => data.object('list'), 'expected an object at file.list'],
    ['a place', () => data.object('inner').object('deep').number('word'), 'at file.inner.deep.word'],
    ['a row', () => data.objects('rows')[1]?.text('n'), 'expected a string at file.rows[1].n'],
  ])('without %s says what was expected and where', (_, read, message) => {
    expect(read).toThrow(PlainDataError);
    expect(read).toThrow(message);
  });

  test('is no list, no text and nothing missing', () => {
    for (const value of [null, undefined, [], 'x', 3])
      expect(() => new PlainObject(value, 'file')).toThrow('expected an object at file');
  });

  test('has shares from 0 to 1 and counts that are whole, and nothing else passes', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const one = new PlainObject({ value }, 'x');
        const passes = (read: () => unknown): boolean => {
          try {
            read();
            return true;
          } catch {
            return false;
          }
        };
        expect(passes(() => one.share('value'))).toBe(value >= 0 && value <= 1);
        expect(passes(() => one.count('value'))).toBe(Number.isSafeInteger(value) && value >= 0);
      }),
    );
  });
});
