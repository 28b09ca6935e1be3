/** What a plan and a licence let somebody replay. */
import { licensedAccess, TIER_RULES, unlicensedAccess } from '@undertow/contracts';
import { CME_CALENDAR } from '@undertow/market';
import { expect, test } from 'vitest';
import { replayAccess } from './replay-access.ts';
import { holdSecondsOf, replayBounds } from './replay-bounds.ts';

/** A Monday morning in Chicago. */
const MONDAY = Date.UTC(2026, 10, 23, 16);

test('without a plan there is no replay, and Elite has everything that is recorded', () => {
  expect(replayBounds(TIER_RULES.free, CME_CALENDAR, MONDAY)).toBeNull();
  expect(replayBounds(TIER_RULES.elite, CME_CALENDAR, MONDAY)).toEqual({
    earliestMs: null,
    latestMs: MONDAY,
  });
});

test('a day of Basic is the trading day before: on a Monday that of Friday', () => {
  const bounds = replayBounds(TIER_RULES.basic, CME_CALENDAR, MONDAY);
  expect(new Date(bounds?.earliestMs ?? 0).toISOString()).toBe('2026-11-19T23:00:00.000Z');
});

test('the longest of plan, view and licence holds a replay back', () => {
  expect(holdSecondsOf(TIER_RULES.basic, unlicensedAccess(0))).toBe(900);
  expect(holdSecondsOf(TIER_RULES.elite, unlicensedAccess(0))).toBe(0);
  const term = { venue: 'CME' as const, plans: ['elite' as const], channels: ['screen' as const] };
  const access = licensedAccess(
    [
      { ...term, kind: 'real_time', delaySeconds: 0 },
      { ...term, kind: 'recordings', delaySeconds: 1800 },
    ],
    'CME',
    TIER_RULES.elite,
  );
  expect(holdSecondsOf(TIER_RULES.elite, access)).toBe(1800);
  // Events are not licensed: a replay raises none either, and its prices are recordings
  const replayed = replayAccess(access);
  expect(replayed.withheld('events')).not.toBeNull();
  expect(replayed.withheld('prices')).toBeNull();
  expect(
    replayAccess(
      licensedAccess([{ ...term, kind: 'real_time', delaySeconds: 0 }], 'CME', TIER_RULES.elite),
    ).withheld('prices'),
  ).not.toBeNull();
});
