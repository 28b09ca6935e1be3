import { TIER_RULES, type Tier, unlicensedAccess } from '@undertow/contracts';
import { epochMs, type FlowEventType } from '@undertow/market';
import { expect, test } from 'vitest';
import type { AlertRow } from '#ports/alerts.ts';
import { concerns, shownAlert } from './shown-alert.ts';

const row = (changes: Partial<AlertRow> = {}): AlertRow => ({
  id: 'a',
  userId: 'secret user',
  instrumentId: 1,
  eventId: 'e',
  ruleId: 'r',
  alertType: 'event',
  eventType: 'iceberg',
  eventSize: 45,
  title: 'Iceberg at 5000.00',
  message: 'ES',
  isRead: false,
  isQuiet: false,
  isTest: false,
  market: 'platform' as const,
  source: 'simulated' as const,
  createdAt: '2026-11-18T12:00:00.000Z',
  eventAtMs: epochMs(Date.parse('2026-11-18T11:45:00.250Z')),
  ...changes,
});

function isConcerned(tier: Tier, changes: Partial<AlertRow>, delaySeconds: number, active = [1, 2]): boolean {
  const rules = TIER_RULES[tier];
  const access = () => unlicensedAccess(rules.delaySeconds);
  const owner = {
    userId: 'u',
    tier,
    rules,
    activeInstrumentIds: active,
    watchlistIds: [],
    access,
    channel: 'screen' as const,
  };
  return concerns(owner, { raised: { row: row(changes), mail: null }, delaySeconds });
}

test('an alert concerns an owner whose plan has its clock, its type and its instrument', () => {
  expect(isConcerned('pro', {}, 0)).toBe(true);
  expect(isConcerned('basic', { eventType: 'absorption' }, 900)).toBe(true);
});

test('an alert of another clock than the plan has now is not shown', () => {
  expect(isConcerned('pro', {}, 900)).toBe(false);
  expect(isConcerned('basic', { eventType: 'absorption' }, 0)).toBe(false);
});

test('an alert of a type that the plan does not show is not shown', () => {
  const shows = (eventType: FlowEventType | null) => isConcerned('basic', { eventType }, 900);
  expect([shows('iceberg'), shows('support'), shows(null)]).toEqual([false, true, true]);
});

test('an alert of an instrument that is not active is not shown, one without an instrument is', () => {
  const shows = (instrumentId: number | null) => isConcerned('pro', { instrumentId }, 0);
  expect([shows(2), shows(3), shows(null)]).toEqual([true, false, true]);
});

test('the owner sees the rules, the instant of the market, and no key of a user', () => {
  const rules = [{ id: 'r', name: 'Mine' }];
  const shown = shownAlert(row(), rules);
  expect(shown).toMatchObject({ id: 'a', rules, marketAt: '2026-11-18T11:45:00.250Z', eventSize: 45 });
  expect(Object.keys(shown)).not.toContain('userId');
  expect(Object.keys(shown)).not.toContain('eventAtMs');
});

test('an alert without market data has no instant of the market', () => {
  expect(shownAlert(row({ eventAtMs: null }), []).marketAt).toBeNull();
  expect(shownAlert(row({ eventAtMs: epochMs(0) }), []).marketAt).toBe('1970-01-01T00:00:00.000Z');
});
