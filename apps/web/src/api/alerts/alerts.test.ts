/** Lists of alerts follow the socket: rules that match later, and events that grow. */
import { QueryClient } from '@tanstack/react-query';
import { type AlertDto, listAlerts } from '@undertow/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeAlert, takeEventChange } from './alerts.ts';

const NEWEST = [listAlerts.path, 'newest'];

const alertOf = (id: string, eventId: string | null, change: Partial<AlertDto> = {}): AlertDto => ({
  ...{ id, eventId, instrumentId: 1, ruleId: id, rules: [{ id, name: `Rule ${id}` }], alertType: 'event' },
  ...{ eventType: 'iceberg', eventSize: 3, title: 'Iceberg at 5000.00', message: '3 traded' },
  ...{
    isRead: false,
    isQuiet: false,
    isTest: false,
    market: 'platform' as const,
    source: 'simulated' as const,
    marketAt: null,
    createdAt: '2026-11-20T16:00:00.000Z',
  },
  ...change,
});

let client: QueryClient;
let rereads: number;
beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  rereads = 0;
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async () => {
    rereads += 1;
  });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  client.clear();
});

const shown = () => client.getQueryData<AlertDto[]>(NEWEST) ?? [];

test('another rule that matched a listed event is a chip of its alert, whose words stay until the list is read', () => {
  client.setQueryData(NEWEST, [alertOf('a', 'event', { isQuiet: true, isRead: true }), alertOf('b', null)]);
  const both = ['a', 'c'].map((id) => ({ id, name: `Rule ${id}` }));
  takeAlert(client, alertOf('c', 'event', { rules: both, message: '185 traded', eventSize: 185 }));
  expect(shown().map(({ id }) => id)).toEqual(['a', 'b']);
  expect(shown()[0]).toMatchObject({ rules: both, message: '3 traded', isQuiet: false, isRead: false });
  vi.runAllTimers();
  expect(rereads).toBe(1);
});

test('an alert of another event, and one without an event, are at the head of the list', () => {
  client.setQueryData(NEWEST, [alertOf('a', 'event')]);
  takeAlert(client, alertOf('b', 'other'));
  takeAlert(client, alertOf('c', null));
  takeAlert(client, alertOf('c', null));
  expect(shown().map(({ id }) => id)).toEqual(['c', 'b', 'a']);
});

test('lists that name an event are read again when it changes, with a measure, and once more after its last change', () => {
  client.setQueryData([listAlerts.path, 'pages', null], { pages: [[alertOf('a', 'event')]], pageParams: [] });
  for (let change = 0; change < 100; change += 1) takeEventChange(client, 'event');
  vi.runOnlyPendingTimers();
  expect(rereads).toBe(1);
  vi.runOnlyPendingTimers();
  expect(rereads).toBe(2);
  vi.runAllTimers();
  expect(rereads).toBe(2);
  takeEventChange(client, 'event');
  vi.runAllTimers();
  expect(rereads).toBe(3);
});

test('a change of an event that no alert names reads nothing', () => {
  client.setQueryData(NEWEST, [alertOf('a', 'event'), alertOf('b', null)]);
  takeEventChange(client, 'other');
  vi.runAllTimers();
  expect(rereads).toBe(0);
});
