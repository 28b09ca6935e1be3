import type { EventOutcome } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { declaredWords, outcomeTitle } from './outcome-words.ts';

const declared = {
  rule: 'bounce',
  direction: 'up',
  targetTicks: 8,
  adverseTicks: 6.5,
  horizonSeconds: 900,
  staySeconds: 0,
  probability: 0.62,
  raisedAt: '2026-11-20T16:51:55.000Z',
} as const;
const outcome = (part: Partial<EventOutcome>): EventOutcome => ({
  eventId: 'e',
  declared,
  state: 'hit',
  settledAt: null,
  ...part,
});

test('barriers, time and forecast are shown as they were declared', () => {
  expect(declaredWords(outcome({}))).toBe(
    'Declared when it was raised: “bounce”, 8 ticks up before 6.5 ticks against within 900 s, forecast 62%.',
  );
});

test('what a detector settles by itself has no barriers, and what it does not forecast no percentage', () => {
  const own = { ...declared, targetTicks: 0, adverseTicks: 0, horizonSeconds: 0, probability: null };
  expect(declaredWords(outcome({ declared: own }))).toBe(
    'Declared when it was raised: “bounce”, settled by the detector itself.',
  );
});

test('an outcome that time alone decides against says how long the price has to stay', () => {
  const run = { ...declared, rule: 'reversal', adverseTicks: null, horizonSeconds: 120, staySeconds: 30 };
  expect(declaredWords(outcome({ declared: { ...run, direction: 'down' } }))).toBe(
    'Declared when it was raised: “reversal”, 8 ticks down within 120 s, staying there for 30 s, forecast 62%.',
  );
  expect(declaredWords(outcome({ declared: { ...run, targetTicks: -2 } }))).toContain(
    'at most 2 ticks against',
  );
});

test('an event without a declared outcome is described as such', () => {
  expect(declaredWords(outcome({ declared: null, state: 'none' }))).toMatch(/forecasts nothing/);
  expect(outcomeTitle(outcome({ state: 'none' }))).toBe('No outcome declared');
  expect(outcomeTitle(outcome({ state: 'pending' }))).toBe('Pending');
});
