/** Every claim names its evidence and the day it was looked at, and only a proven one may be shown. */
import { expect, test } from 'vitest';
import { CLAIMS, type Claim, claim, type ShownClaimId } from './claims.ts';

const rows: readonly (readonly [string, Claim])[] = Object.entries(CLAIMS);

test.each(rows)('%s has its evidence and its date', (_, { text, evidence, date, state }) => {
  expect(text.trim()).toBe(text);
  expect(evidence.length).toBeGreaterThan(10);
  expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
  expect(text).not.toMatch(/!/);
  if (state !== 'unproven') expect(text).not.toMatch(/\b(?:best|cheap\w*|guarantee\w*|powerful|proven)\b/i);
});

test('a percentage is claimed as a target only, and it is one of the three of the specification', () => {
  const percentages = rows.filter(([, { text, state }]) => text.includes('%') && state !== 'unproven');
  expect(percentages.map(([, { text, state }]) => [text, state])).toEqual([
    ['90%', 'target'],
    ['92%', 'target'],
    ['96%', 'target'],
  ]);
});

test('the comparison that nobody proved stays unproven, and a page cannot name it', () => {
  expect(CLAIMS.cheaper.state).toBe('unproven');
  // @ts-expect-error an unproven claim is none of those that a page may show
  const id: ShownClaimId = 'cheaper';
  expect(id).toBe('cheaper');
  expect(claim('hero').state).toBe('fact');
});
