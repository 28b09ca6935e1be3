/** What a dry run found, in words. */
import type { AlertDryRun } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { firesWords, firingDays, followWords, limitWords, restWords, signedTicks } from './dry-run-words.ts';

const firing = (at: string): AlertDryRun['firings'][number] => ({
  at,
  instrumentId: 1,
  symbol: 'ES',
  price: '4567.25',
  title: 'ES crossed above 4567.25',
  eventId: null,
  after: [],
});

const RUN: AlertDryRun = {
  market: 'platform',
  source: 'simulated',
  from: '2026-11-16T12:00:00.000Z',
  to: '2026-11-20T12:00:00.000Z',
  tradingDays: 14,
  fires: 3,
  heldBack: 2,
  overnight: 1,
  firings: [
    firing('2026-11-20T12:00:00.000Z'),
    firing('2026-11-19T13:00:00.000Z'),
    firing('2026-11-16T12:00:00.000Z'),
  ],
  follow: [],
  limits: [],
  warnings: [],
};

test('how often, how many overnight and how many held back', () => {
  expect(firesWords(RUN)).toBe('3 times in 14 trading days');
  expect(firesWords({ ...RUN, fires: 1, tradingDays: 1 })).toBe('Once in 1 trading day');
  expect(firesWords({ ...RUN, fires: 0, tradingDays: 1 })).toBe('Never in 1 trading day');
  expect(restWords(RUN)).toBe('1 overnight, 2 suppressed by the cool-down');
  expect(restWords({ ...RUN, overnight: 0, heldBack: 0 })).toBe('none overnight');
  expect(restWords({ ...RUN, fires: 0, heldBack: 0 })).toBe('');
});

test('an instant within a limit is formatted, and a limit without one stays as received', () => {
  const words = limitWords('ES: 1 of 20 trading days is recorded, since 2026-11-16T12:00:00.000Z.');
  expect(words).toMatch(/since \S+ 1[56] Nov \d\d:00\.$/);
  expect(limitWords('CL: 0 of 20 trading days are recorded.')).toBe('CL: 0 of 20 trading days are recorded.');
});

test('ticks carry a sign, a true minus and a half', () => {
  expect([3, -1, 0, 2.5, -0.5].map(signedTicks)).toEqual(['+3', '\u22121', '0', '+2.5', '\u22120.5']);
  expect(followWords({ minutes: 5, count: 14, median: 3, low: -1, high: 6 })).toEqual({
    title: 'After 5 min',
    median: '+3 ticks',
    range: '\u22121 to +6, of 14',
  });
  expect(followWords({ minutes: 60, count: 0, median: null, low: null, high: null })).toEqual({
    title: 'After 1 h',
    median: '\u2013',
    range: 'not recorded',
  });
});

test('every firing is in one of the days, the first and the last instant too', () => {
  expect(firingDays(RUN).map(({ count }) => count)).toEqual([1, 0, 0, 2]);
  const cut = { ...RUN, fires: 300, firings: RUN.firings.slice(0, 2) };
  expect(firingDays(cut).map(({ count }) => count)).toEqual([2]);
});
