/** Words of a replay. */
import { REPLAY_SPEEDS } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { instantText, modeText, speedBeside, speedText } from './replay-words.ts';

test('an instant has its milliseconds', () => {
  expect(instantText('2026-11-19T16:51:47.008Z')).toMatch(/:51:47\.008$/);
});

test('speeds go from a quarter to as fast as it gets, and no further', () => {
  expect(speedBeside('max', 1)).toBe('max');
  expect(speedBeside(0.25, -1)).toBe(0.25);
  for (const [at, speed] of REPLAY_SPEEDS.slice(1).entries())
    expect(speedBeside(REPLAY_SPEEDS[at] ?? 1, 1)).toBe(speed);
  expect([speedText(0.25), speedText('max')]).toEqual(['0.25×', 'max']);
});

test('a replay that is held says what the server says, and a pause is a pause', () => {
  expect(modeText({ mode: 'held', speed: 1, reason: 'Not yet.' })).toBe('Not yet.');
  expect(modeText({ mode: 'paused', speed: 1, reason: null })).toBe('Paused');
});
