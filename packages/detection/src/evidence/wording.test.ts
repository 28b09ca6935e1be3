/** Numbers and words of descriptions, as a trader reads them. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { cappedJudgement, judgementFields, probabilityRule } from './judgement-fields.ts';
import { bookSide, grouped, rule, times } from './wording.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1_166.4, '1,166'],
  [999.5, '1,000'],
  [1_234_567, '1,234,567'],
  [-4500, '-4,500'],
])('%d is written %s', (value, text) => {
  expect(grouped(value)).toBe(text);
});

test.each([
  [1, 'once'],
  [2, 'twice'],
  [3, '3 times'],
  [1500, '1,500 times'],
])('%i repetitions are %s', (count, text) => {
  expect(times(count)).toBe(text);
});

test('the sides of the book keep their names', () => {
  expect([bookSide(SIDE_BID), bookSide(SIDE_ASK)]).toEqual(['bid', 'ask']);
});

test('a rule shows a number grouped and a text as it is', () => {
  expect(rule('Refilled', 1166, 'at least 3', true)).toEqual({
    name: 'Refilled',
    value: '1,166',
    needed: 'at least 3',
    met: true,
  });
  expect(rule('Ratio', '0.42', 'at least 0.5', false)).toMatchObject({ value: '0.42', met: false });
});

const JUDGEMENT = {
  confidence: 0.8,
  low: 0.7,
  high: 0.9,
  score: 1.5,
  calibrator: 'c1',
  raiseFrom: 0.6,
} as Parameters<typeof judgementFields>[0];

test('events carry the interval beside the confidence', () => {
  expect(judgementFields(JUDGEMENT)).toEqual({
    confidence: 0.8,
    confidenceLow: 0.7,
    confidenceHigh: 0.9,
    score: 1.5,
    calibrator: 'c1',
  });
});

test('a feed that allows less caps confidence and interval, and nothing else', () => {
  expect(cappedJudgement(JUDGEMENT, 0.75)).toEqual({ ...JUDGEMENT, confidence: 0.75, high: 0.75 });
  expect(cappedJudgement(JUDGEMENT, 0.6)).toMatchObject({ low: 0.6, confidence: 0.6, high: 0.6 });
  expect(cappedJudgement(JUDGEMENT, 0.9)).toBe(JUDGEMENT);
});

test('the rule of the probability is met from the raising confidence on', () => {
  const shown = (confidence: number) => probabilityRule({ ...JUDGEMENT, confidence });
  const { raiseFrom } = JUDGEMENT;
  expect(shown(raiseFrom)).toMatchObject({ needed: `at least ${raiseFrom}`, met: true });
  expect(shown(raiseFrom - 1e-9)).toMatchObject({ met: false });
});
