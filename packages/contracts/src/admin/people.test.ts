/** People as administrators see them: users, counts, growth, and the real-time report. */
import { FEED_SOURCES } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { paidTierName, TIER_RULES, TIERS } from '#plans/plans.ts';
import { goldenOf } from '#testing/golden.ts';
import { changed, faultsOf, messagesOf, partOf } from '#testing/schema-faults.ts';
import {
  AMOUNT,
  COUNT,
  DAY,
  INSTANT,
  listOf,
  orNull,
  POSITIVE,
  ROW_ID,
  SHARE,
  TEXT,
  type ValueKind,
  WHOLE,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt, optionalPaths } from '#testing/wire-values.ts';
import {
  adminUser,
  adminUserPage,
  deleteSubscription,
  demoteSubscription,
  exportEntitlementReport,
  getRealTimeUsers,
  getSystemStats,
  getUserGrowth,
  getUserStats,
  listUsers,
  promoteSubscription,
  realTimeUsers,
  setUserRole,
  tierBreakdown,
  USER_SORTS,
} from './people.ts';

const PAID_TIERS = paidTierName.options;

const USER = {
  id: 'us_1',
  email: 'priya@example.com',
  firstName: 'Priya',
  lastName: 'Nair',
  role: 'user',
  subscriptionTier: 'pro',
  instrumentsLimit: 3,
  createdAt: '2026-11-02T09:00:00.000Z',
};

describe('a user', () => {
  test.each<[string, ValueKind]>([
    ['id', TEXT],
    ['email', orNull(TEXT)],
    ['firstName', orNull(TEXT)],
    ['lastName', orNull(TEXT)],
    ['role', wordOf(['user', 'admin'])],
    ['subscriptionTier', wordOf(TIERS)],
    ['instrumentsLimit', WHOLE],
    ['createdAt', INSTANT],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(adminUser, USER, field, kind)).toEqual(kind);
  });

  test('who has not registered has a null for name and address', () => {
    expect(optionalPaths(adminUser, USER)).toEqual([]);
    const least = { ...USER, email: null, firstName: null, lastName: null, subscriptionTier: 'free' };
    expect(adminUser.parse(least)).toEqual(least);
  });
});

describe('a list of users', () => {
  const PAGE = { users: [USER], page: 1, pages: 9, total: 412 };

  test.each<[string, ValueKind]>([
    ['users', listOf(USER)],
    ['page', POSITIVE],
    ['pages', COUNT],
    ['total', COUNT],
  ])('has as a page %s of its kind', (field, kind) => {
    expect(kindAt(adminUserPage, PAGE, field, kind)).toEqual(kind);
    expect(kindAt(listUsers.response, PAGE, field, kind)).toEqual(kind);
  });

  test('is a plain list or a page, and nothing between', () => {
    for (const good of [[], [USER], PAGE, { users: [], page: 1, pages: 0, total: 0 }])
      expect(listUsers.response.parse(good)).toEqual(good);
    for (const bad of [{}, { users: [USER] }, [PAGE], null, 'none', { ...PAGE, users: USER }])
      expect([bad, listUsers.response.safeParse(bad).success]).toEqual([bad, false]);
  });

  test('is sorted and searched as an address can write it', () => {
    const query = partOf(listUsers.query);
    expect(query.parse({ page: '3', search: '  nair ', sort: 'oldest' })).toEqual({
      page: 3,
      search: 'nair',
      sort: 'oldest',
    });
    expect(kindAt(query, {}, 'sort', wordOf(USER_SORTS))).toEqual(wordOf(USER_SORTS));
    for (const page of ['0', '-1', '1.5', '1000001', '', 'first'])
      expect([page, faultsOf(query, { page })]).toEqual([page, ['page']]);
    expect(faultsOf(query, { search: 'a\0' })).toEqual(['search']);
    expect(faultsOf(query, { limit: '10', role: 'admin' })).toEqual(['unknown: limit', 'unknown: role']);
  });
});

describe('the counts of users', () => {
  const STATS = goldenOf('routes', 'getUserStats')['response'];

  test.each<[string, ValueKind]>([
    ['totalUsers', COUNT],
    ['newUsersToday', COUNT],
    ['activeSubscriptions', COUNT],
    ['adminUsers', COUNT],
    ['totalRevenue', AMOUNT],
    ['payingRevenue', AMOUNT],
    ['tiers.0.tier', wordOf(PAID_TIERS)],
    ['tiers.0.users', COUNT],
    ['tiers.1.paying', COUNT],
    ['tiers.1.trialing', COUNT],
    ['tiers.2.granted', COUNT],
  ])('have %s of its kind', (field, kind) => {
    expect(kindAt(getUserStats.response, STATS, field, kind)).toEqual(kind);
  });

  test('are whole, and of paid tiers alone: the free one has no breakdown', () => {
    expect(optionalPaths(getUserStats.response, STATS)).toEqual([]);
    const row = { tier: 'free', users: 1, paying: 0, trialing: 0, granted: 1 };
    expect(faultsOf(tierBreakdown, row)).toEqual(['tier']);
    for (const tier of PAID_TIERS) expect(faultsOf(tierBreakdown, { ...row, tier })).toEqual([]);
  });

  test('of a new installation are zeros', () => {
    const least = {
      ...{ totalUsers: 0, newUsersToday: 0, activeSubscriptions: 0, adminUsers: 0 },
      ...{ totalRevenue: 0, payingRevenue: 0, tiers: [] },
    };
    expect(getUserStats.response.parse(least)).toEqual(least);
  });
});

test('growth is a list of days, each with its counts', () => {
  const growth = { days: [{ day: '2026-11-20', registered: 412, withTier: 168 }] };
  expect(getUserGrowth.response.parse({ days: [] })).toEqual({ days: [] });
  for (const [path, kind] of [
    ['days.0.day', DAY],
    ['days.0.registered', COUNT],
    ['days.0.withTier', COUNT],
  ] as const)
    expect([path, kindAt(getUserGrowth.response, growth, path, kind)]).toEqual([path, kind]);
});

test('the counts of the system are counts, and an average between 0 and 1 or none', () => {
  const stats = { activeConnections: 57, totalEvents: 48_210, totalInstruments: 12, avgConfidence: 0.81 };
  for (const [path, kind] of [
    ['activeConnections', COUNT],
    ['totalEvents', COUNT],
    ['totalInstruments', COUNT],
    ['avgConfidence', orNull(SHARE)],
  ] as const)
    expect([path, kindAt(getSystemStats.response, stats, path, kind)]).toEqual([path, kind]);
  expect(optionalPaths(getSystemStats.response, stats)).toEqual([]);
});

describe('a change of a person', () => {
  test('names the person by an id of visible characters', () => {
    expect(kindAt(partOf(setUserRole.params), { userId: 'us_1' }, 'userId', ROW_ID)).toEqual(ROW_ID);
    expect(kindAt(partOf(deleteSubscription.body), { userId: 'us_1' }, 'userId', ROW_ID)).toEqual(ROW_ID);
  });

  test('of the role has two words', () => {
    const roles = wordOf(['user', 'admin']);
    expect(kindAt(partOf(setUserRole.body), { role: 'user' }, 'role', roles)).toEqual(roles);
  });

  test.each([promoteSubscription, demoteSubscription])('by $id states the limit of the plan', ({ body }) => {
    for (const tier of TIERS) {
      const limit = TIER_RULES[tier].instrumentsLimit;
      const others = [-1, 0, 1, 2, 3, 4].filter((other) => other !== limit);
      const step = { userId: 'us_1', newTier: tier, instrumentsLimit: limit };
      expect([tier, faultsOf(partOf(body), step)]).toEqual([tier, []]);
      for (const other of others)
        expect([tier, other, messagesOf(partOf(body), { ...step, instrumentsLimit: other })]).toEqual([
          tier,
          other,
          ['expected the limit of the plan: free 0, basic 1, pro 3, elite -1'],
        ]);
    }
  });

  test('by a fraction or text for the limit is refused before it is compared', () => {
    const step = { userId: 'us_1', newTier: 'elite', instrumentsLimit: -1 };
    for (const limit of [0.5, '-1', null])
      expect(faultsOf(partOf(promoteSubscription.body), { ...step, instrumentsLimit: limit })).toContain(
        'instrumentsLimit',
      );
    expect(messagesOf(partOf(promoteSubscription.body), { ...step, instrumentsLimit: '-1' })).toEqual([
      expect.stringContaining('expected number'),
    ]);
  });
});

test.each([exportEntitlementReport, getRealTimeUsers])('$id is of one month of this century', ({ query }) => {
  const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`);
  for (const month of [...months, '2000-01', '2099-12'])
    expect(faultsOf(partOf(query), { month })).toEqual([]);
  for (const month of [
    '2026-00',
    '2026-13',
    '2026-20',
    '1999-12',
    '2100-01',
    '2026-1',
    '2026-011',
    ' 2026-01',
    '2026-01\n',
  ])
    expect([month, messagesOf(partOf(query), { month })]).toEqual([
      month,
      ['expected a month such as 2026-11'],
    ]);
  expect(faultsOf(partOf(query), {})).toEqual(['month']);
});

test('users of real-time data are counted by source and venue', () => {
  const rows = [{ source: 'databento', venue: 'CME', professional: 2, nonProfessional: 140, unknown: 1 }];
  for (const [path, kind] of [
    ['0.source', wordOf(FEED_SOURCES)],
    ['0.venue', TEXT],
    ['0.professional', COUNT],
    ['0.nonProfessional', COUNT],
    ['0.unknown', COUNT],
  ] as const)
    expect([path, kindAt(realTimeUsers, rows, path, kind)]).toEqual([path, kind]);
  expect(realTimeUsers.parse([])).toEqual([]);
  expect(faultsOf(realTimeUsers, changed(rows, '0.unknown', undefined))).toEqual(['0.unknown']);
});
