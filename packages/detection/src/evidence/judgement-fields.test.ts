import { expect, test } from 'vitest';
import type { Judgement } from '#calibration/judge.ts';
import { probabilityRule } from './judgement-fields.ts';
import { rule } from './wording.ts';

const judged = (confidence: number): Judgement =>
  ({
    confidence,
    low: confidence,
    high: confidence,
    score: 0,
    calibrator: 'test',
    raiseFrom: 0.6,
  }) as unknown as Judgement;

test('a probability is shown with two digits beside the one that is needed', () => {
  expect(probabilityRule(judged(0.734))).toEqual({
    name: 'Calibrated probability',
    value: '0.73',
    needed: 'at least 0.6',
    met: true,
  });
  expect(probabilityRule(judged(0.59))).toMatchObject({ value: '0.59', met: false });
});

test('a count is shown with its thousands separated', () => {
  expect(rule('Contracts', 1452, 'at least 100', true)).toMatchObject({ value: '1,452' });
});
