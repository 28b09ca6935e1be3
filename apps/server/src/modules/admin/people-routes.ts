/** People in lists and numbers, for administrators. */
import {
  type AdminUser,
  getSystemStats,
  getUserGrowth,
  getUserStats,
  instantOfMs,
  listUsers,
  PLANS,
  TIER_RULES,
} from '@undertow/contracts';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import type { Clock } from '#ports/clock.ts';
import type { HistoryStore } from '#ports/history.ts';
import type { LiveViews } from '#ports/live-views.ts';
import type { People, PersonRow } from '#ports/people.ts';
import { dayAfter, londonDayOf, londonMidnightMs } from '#rules/london-day.ts';

/** The number of rows without a query. */
const PLAIN = 1000;
const PAGE = 50;
const GROWTH_DAYS = 90;

export interface PeopleParts {
  readonly people: People;
  readonly history: Pick<HistoryStore, 'totals'>;
  readonly clock: Clock;
  readonly views: Pick<LiveViews, 'present' | 'instrumentIds'>;
  /** Open sockets. */
  readonly connections: () => number;
}

export function adminUserOf({ createdAtMs, tier, ...person }: PersonRow): AdminUser {
  const { instrumentsLimit } = TIER_RULES[tier];
  return { ...person, subscriptionTier: tier, instrumentsLimit, createdAt: instantOfMs(createdAtMs) };
}

function bindList(binder: RouteBinder, { people, clock }: PeopleParts): void {
  binder.bindAdmin(listUsers, async ({ query }) => {
    const nowMs = clock.nowMs();
    if (Object.values(query).every((value) => value === undefined)) {
      const newest = { search: '', sort: 'newest', limit: PLAIN, offset: 0 } as const;
      return (await people.list(newest, nowMs)).map(adminUserOf);
    }
    const { page = 1, search = '', sort = 'newest' } = query;
    const [rows, total] = await Promise.all([
      people.list({ search, sort, limit: PAGE, offset: (page - 1) * PAGE }, nowMs),
      people.count(search),
    ]);
    return { users: rows.map(adminUserOf), page, pages: Math.ceil(total / PAGE), total };
  });
}

function bindNumbers(binder: RouteBinder, parts: PeopleParts): void {
  const { people, history, clock, views, connections } = parts;

  binder.bindAdmin(getUserStats, async () => {
    const nowMs = clock.nowMs();
    const stats = await people.stats(londonMidnightMs(londonDayOf(nowMs)), nowMs);
    const tiers = PLANS.map(({ id }) => ({ tier: id, ...stats.tiers[id] }));
    const listPence = PLANS.reduce((sum, { id, pricePence }) => sum + pricePence * stats.tiers[id].users, 0);
    return {
      totalUsers: stats.total,
      newUsersToday: stats.newSince,
      activeSubscriptions: tiers.reduce((sum, { users }) => sum + users, 0),
      adminUsers: stats.admins,
      totalRevenue: listPence / 100,
      payingRevenue: stats.payingPence / 100,
      tiers,
    };
  });

  binder.bindAdmin(getUserGrowth, async () => {
    const nowMs = clock.nowMs();
    // Today is counted now; earlier days have the counts stored then
    await people.keepDay(nowMs);
    const days = await people.keptDays(dayAfter(londonDayOf(nowMs), 1 - GROWTH_DAYS));
    return { days: [...days] };
  });

  binder.bindAdmin(getSystemStats, async () => ({
    activeConnections: connections(),
    ...(await history.totals(views.present(0).source)),
    totalInstruments: views.instrumentIds.length,
  }));
}

export function bindPeopleRoutes(binder: RouteBinder, parts: PeopleParts): void {
  bindList(binder, parts);
  bindNumbers(binder, parts);
}
