/** The account: devices, erasure, the signed-in user and the way in and out. */
import { describe, expect, test } from 'vitest';
import { TIERS } from '#plans/plans.ts';
import { acceptedAt, faultsOf, partOf } from '#testing/schema-faults.ts';
import {
  COUNT,
  FLAG,
  INSTANT,
  listOf,
  orNull,
  POSITIVE,
  ROW_ID,
  TEXT,
  type ValueKind,
  WHOLE,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt, optionalPaths } from '#testing/wire-values.ts';
import {
  ACCOUNT_ROUTES,
  device,
  erasureFacts,
  getErasure,
  listDevices,
  requestErasure,
  revokeDevice,
  revokeOtherDevices,
} from './account.ts';
import { AUTH_ROUTES, currentUser, getSession, login, loginCallback } from './auth.ts';

describe('a device', () => {
  const DEVICE = {
    id: '3f2a',
    name: 'Chrome on Windows',
    current: true,
    signedInAt: '2026-11-20T09:00:00.000Z',
    lastSeenAt: '2026-11-20T10:00:00.000Z',
    live: true,
  };

  test.each<[string, ValueKind]>([
    ['id', ROW_ID],
    ['name', TEXT],
    ['current', FLAG],
    ['signedInAt', INSTANT],
    ['lastSeenAt', INSTANT],
    ['live', FLAG],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(device, DEVICE, field, kind)).toEqual(kind);
  });

  test('is one of a list, of which at least one may be live', () => {
    const list = { liveLimit: 2, devices: [DEVICE] };
    expect(kindAt(listDevices.response, list, 'liveLimit', POSITIVE)).toEqual(POSITIVE);
    expect(kindAt(listDevices.response, list, 'devices', listOf(DEVICE))).toEqual(listOf(DEVICE));
    expect(optionalPaths(listDevices.response, list)).toEqual([]);
  });

  test('is signed out by its id, or all others are at once', () => {
    expect(kindAt(partOf(revokeDevice.params), { id: '3f2a' }, 'id', ROW_ID)).toEqual(ROW_ID);
    const answer = { ok: true, revoked: 3 };
    expect(kindAt(revokeOtherDevices.response, answer, 'revoked', COUNT)).toEqual(COUNT);
    expect(acceptedAt(revokeOtherDevices.response, answer, 'ok', [true, false, 1, null])).toEqual([true]);
  });
});

describe('an erasure', () => {
  const FACTS = { requestedAt: '2026-11-20T09:00:00.000Z', dueAt: '2026-11-27T09:00:00.000Z' };

  test('has two instants, or none of them', () => {
    for (const field of ['requestedAt', 'dueAt'])
      expect(kindAt(erasureFacts, FACTS, field, orNull(INSTANT))).toEqual(orNull(INSTANT));
    expect(erasureFacts.parse({ requestedAt: null, dueAt: null })).toEqual({
      requestedAt: null,
      dueAt: null,
    });
    expect(optionalPaths(erasureFacts, FACTS)).toEqual([]);
  });

  test('is requested, read and cancelled at one address, and accepted rather than done', () => {
    const erase = ACCOUNT_ROUTES.filter(({ path }) => path === '/api/account/erase');
    expect(erase.map(({ method, status }) => [method, status])).toEqual([
      ['GET', 200],
      ['POST', 202],
      ['DELETE', 200],
    ]);
    expect(requestErasure.response.parse(FACTS)).toEqual(getErasure.response.parse(FACTS));
  });
});

test('the account is the user’s own: no route of it is open to anybody else', () => {
  for (const { id, access, viewable, method } of ACCOUNT_ROUTES) {
    expect([id, access]).toEqual([id, 'user']);
    if (method !== 'GET') expect([id, viewable]).toEqual([id, false]);
  }
});

const USER = {
  id: 'us_1',
  firstName: 'Priya',
  email: 'priya@example.com',
  subscriptionTier: 'pro',
  instrumentsLimit: 3,
  watchlistLimit: 15,
  delaySeconds: 0,
  role: 'user',
  createdAt: '2026-11-02T09:00:00.000Z',
  view: { reason: 'Payment was taken twice', until: '2026-11-20T17:06:55.000Z' },
};

describe('the signed-in user', () => {
  test.each<[string, ValueKind]>([
    ['id', TEXT],
    ['firstName', orNull(TEXT)],
    ['email', orNull(TEXT)],
    ['subscriptionTier', wordOf(TIERS)],
    ['instrumentsLimit', WHOLE],
    ['watchlistLimit', WHOLE],
    ['delaySeconds', COUNT],
    ['role', wordOf(['user', 'admin'])],
    ['createdAt', INSTANT],
    [
      'view',
      orNull({ taken: [USER.view], refused: [{}, { reason: 'a' }, { until: INSTANT.taken[0] }, true, null] }),
    ],
    ['view.reason', TEXT],
    ['view.until', INSTANT],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(currentUser, USER, field, kind)).toEqual(kind);
  });

  test('without name, address or view is whole', () => {
    expect(optionalPaths(currentUser, USER)).toEqual([]);
    const least = { ...USER, firstName: null, email: null, view: null, subscriptionTier: 'free' };
    expect(currentUser.parse(least)).toEqual(least);
  });

  test('is null for a visitor, which is no error', () => {
    expect(getSession.response.parse({ user: null })).toEqual({ user: null });
    expect(getSession.response.parse({ user: USER })).toEqual({ user: USER });
    expect(faultsOf(getSession.response, {})).toEqual(['user']);
    expect([getSession.access, getSession.status]).toEqual(['public', 200]);
  });
});

describe('a sign-in', () => {
  test('returns to a path of at most 2,048 characters, and is fresh where it must be', () => {
    const query = partOf(login.query);
    expect(query.parse({})).toEqual({});
    expect(
      acceptedAt(query, {}, 'returnTo', ['', '/a', 'x'.repeat(2048), 'x'.repeat(2049), 7, null]),
    ).toEqual([...['', '/a', 'x'.repeat(2048)]]);
    expect(acceptedAt(query, {}, 'fresh', ['1', '0', 'true', '', 1, true])).toEqual(['1']);
  });

  test('ignores what a link to it carries besides', () => {
    expect(partOf(login.query).parse({ returnTo: '/a', utm_source: 'mail' })).toEqual({ returnTo: '/a' });
  });

  test('ends with whatever texts the issuer adds to the address, and with nothing else', () => {
    const query = partOf(loginCallback.query);
    const sent = { code: 'c', state: 's', iss: 'https://id.example' };
    expect(query.parse(sent)).toEqual(sent);
    for (const bad of [{ code: 1 }, { code: ['a', 'b'] }, { code: null }, 'code=1', []])
      expect([bad, query.safeParse(bad).success]).toEqual([bad, false]);
    const hostile = query.parse(JSON.parse('{"code":"c","__proto__":"x"}'));
    expect(Object.getPrototypeOf(hostile)).toBe(Object.prototype);
  });

  test('and a sign-out answer with redirects, except the one that a page calls', () => {
    const redirects = AUTH_ROUTES.filter(({ status }) => status === 302);
    expect(redirects.map(({ id }) => id)).toEqual(['login', 'loginCallback', 'logout']);
    for (const { id, method, response } of redirects)
      expect([id, method, response.safeParse(undefined).success, response.safeParse({}).success]).toEqual([
        ...[id, 'GET', true, false],
      ]);
  });
});
