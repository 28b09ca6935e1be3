/** Words of the licence terms. */
import { expect, test } from 'vitest';
import { channelNames, delayName, planNames, withChoice } from './licence-words.ts';

test('plans and channels are named in their own order, and none of them too', () => {
  expect(planNames(['elite', 'basic'])).toBe('Basic, Elite');
  expect(planNames([])).toBe('nobody');
  expect(channelNames(['export', 'screen'])).toBe('Screen, Export');
  expect(channelNames([])).toBe('none');
});

test('a delay is named in minutes', () => {
  expect([0, 600, 1800].map(delayName)).toEqual(['none', '10 min', '30 min']);
});

test('a choice is made once, and taken back', () => {
  expect(withChoice(['basic'], 'pro', true)).toEqual(['basic', 'pro']);
  expect(withChoice(['basic', 'pro'], 'pro', true)).toEqual(['basic', 'pro']);
  expect(withChoice(['basic', 'pro'], 'basic', false)).toEqual(['pro']);
});
