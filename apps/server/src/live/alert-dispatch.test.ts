/** Who is alerted of what, once, and on which clock. */
import { TIER_RULES, type Tier } from '@undertow/contracts';
import { type Instrument, instrumentBySymbol } from '@undertow/market';
import { expect, test } from 'vitest';
import type { AlertRow, InstrumentUpdate } from '#dependencies.ts';
import { AlertDispatch, alertText, deservesAlert } from './alert-dispatch.ts';
import { makeEvent, makeUpdate } from './view-fixtures.ts';

const T = Date.UTC(2026, 10, 20, 16);
const es = instrumentBySymbol('ES') as Instrument;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

function makeDispatch(users: Readonly<Record<string, { tier: Tier; active?: readonly number[] }>>) {
  const stored = new Map<string, AlertRow>();
  const published: string[] = [];
  let failures = 0;
  let heard: () => void = () => undefined;
  const dispatch = new AlertDispatch({
    bus: {
      publish: (_topic, message) => {
        if ('alert' in message) published.push(`${message.userId} ${message.alert.title}`);
      },
      subscribe: () => () => undefined,
      close: async () => undefined,
    },
    alertStore: {
      insert: async (alert) => {
        heard();
        if (failures > 0) {
          failures -= 1;
          throw new Error('storage is away');
        }
        const key = `${alert.userId} ${alert.eventId}`;
        const isNew = !stored.has(key);
        if (isNew) stored.set(key, alert);
        return isNew;
      },
      list: async () => [],
      markRead: async () => true,
      markAllRead: async () => undefined,
    },
    entitlements: {
      of: async (userId) => {
        const { tier, active = [1] } = users[userId] ?? { tier: 'free' as const };
        return { userId, tier, rules: TIER_RULES[tier], activeInstrumentIds: active, watchlistIds: [] };
      },
    },
    watchers: { of: async () => Object.keys(users) },
    log: silent,
  });
  const show = (update: InstrumentUpdate, delaySeconds = 0, nowMs = T) =>
    dispatch.onVisible({ instrument: es, delaySeconds, update, nowMs });
  return {
    dispatch,
    stored,
    published,
    show,
    failNext: (count: number) => {
      failures = count;
    },
    /** Hears each insert before storage answers. */
    onInsert: (hear: () => void) => {
      heard = hear;
    },
  };
}

const raise = (id: string, atMs: number, changes: Parameters<typeof makeEvent>[2] = {}) =>
  makeUpdate(atMs, { events: [{ event: makeEvent(id, atMs, changes), change: 'new' }] });

test('the text says what happened and nothing more', () => {
  const event = makeEvent('e', T, { description: 'Bid refilled 9 times at 5000.00, 1,166 traded' });
  expect(alertText(es, event)).toEqual({
    title: 'Iceberg at 5000.00',
    message: 'ES · bid refilled 9 times, 1,166 traded, exact',
  });
  const likely = { ...event, exact: false, confidence: 0.834, calibrator: 'isotonic-1' };
  expect(alertText(es, likely).message).toMatch(/, 83 %$/);
  expect(alertText(es, { ...likely, calibrator: 'score' }).message).toMatch(/, score 0.8, not calibrated$/);
});

test('only what is exact or at least 0.8 on a healthy book deserves an alert', () => {
  const event = makeEvent('e', T);
  expect(deservesAlert(event)).toBe(true);
  expect(deservesAlert({ ...event, exact: false, confidence: 0.79 })).toBe(false);
  expect(deservesAlert({ ...event, exact: false, confidence: 0.8 })).toBe(true);
  expect(deservesAlert({ ...event, degraded: true })).toBe(false);
  expect(deservesAlert({ ...event, status: 'expired' })).toBe(false);
});

test('users with the type and the instrument in their plan are alerted, others are not', async () => {
  const { dispatch, show, published } = makeDispatch({
    pro: { tier: 'pro' },
    elsewhere: { tier: 'elite', active: [2] },
    basic: { tier: 'basic' },
    free: { tier: 'free', active: [] },
  });
  show(raise('e', T));
  await dispatch.close();
  expect(published).toEqual(['pro Iceberg at 5000.00']);
});

test('a delayed plan is alerted when its view shows the event', async () => {
  const { dispatch, show, stored } = makeDispatch({ basic: { tier: 'basic' } });
  const update = raise('e', T, { type: 'absorption', exact: false, confidence: 0.9 });
  show(update, 0, T);
  show(update, 900, T + 900_000);
  await dispatch.close();
  expect([...stored.values()]).toMatchObject([{ userId: 'basic', createdAt: '2026-11-20T16:15:00.000Z' }]);
});

test('sixty seconds pass before the same type tells again, another type does not wait', async () => {
  const { dispatch, show, published } = makeDispatch({ pro: { tier: 'pro' } });
  show(raise('a', T));
  show(raise('b', T + 59_000));
  show(raise('c', T + 59_500, { type: 'stop_run' }));
  show(raise('d', T + 60_000));
  await dispatch.close();
  expect(published).toHaveLength(3);
});

test('an event tells once, also when it grows and when it is shown again after a restart', async () => {
  const users = { pro: { tier: 'pro' as const } };
  const first = makeDispatch(users);
  first.show(raise('a', T));
  const grown = makeEvent('a', T, { size: 99, updatedNs: BigInt(T + 100_000) * 1_000_000n });
  first.show(makeUpdate(T + 100_000, { events: [{ event: grown, change: 'update' }] }));
  await first.dispatch.close();
  expect(first.published).toHaveLength(1);
  const [before] = first.stored.values();
  const second = makeDispatch(users);
  second.show(raise('a', T));
  await second.dispatch.close();
  expect([...second.stored.values()][0]?.id).toBe(before?.id);
});

test('history tells nothing, nor does an event that only stands in a recorded frame', async () => {
  const { dispatch, show, published } = makeDispatch({ pro: { tier: 'pro' } });
  show({ ...raise('a', T), backfill: true });
  show(makeUpdate(T + 60_000, { events: [{ event: makeEvent('b', T), change: 'update' }] }));
  await dispatch.close();
  expect(published).toEqual([]);
});

test('a store that fails for a moment loses no alert', async () => {
  const { dispatch, show, published, failNext } = makeDispatch({ pro: { tier: 'pro' } });
  failNext(2);
  show(raise('a', T));
  await expect.poll(() => published.length, { timeout: 10_000 }).toBe(1);
  await dispatch.close();
});

test('T02 who falls to a delayed plan while his alert is being stored is not told in real time', async () => {
  const users: Record<string, { tier: Tier }> = { user: { tier: 'pro' } };
  const { dispatch, show, published, stored, onInsert } = makeDispatch(users);
  onInsert(() => {
    users['user'] = { tier: 'basic' };
  });
  show(raise('e', T, { type: 'absorption' }));
  await dispatch.close();
  expect(published).toEqual([]);
  expect([...stored.values()]).toMatchObject([{ eventType: 'absorption', eventAtMs: T }]);
});
