/** Administration of people, for administrators only: users, roles, tiers, counts and growth. */
import { FEED_SOURCES } from '@undertow/market';
import { z } from 'zod';
import { paidTierName, TIER_RULES, tierName } from '#plans/plans.ts';
import { instant, okResponse, plainText, rowId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

export const roleName = z.enum(['user', 'admin']);

export const adminUser = z.object({
  id: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: roleName,
  subscriptionTier: tierName,
  /** -1 is unlimited. */
  instrumentsLimit: z.number().int(),
  createdAt: instant,
});
export type AdminUser = z.infer<typeof adminUser>;

/** `users` is one of `pages` pages of 50. */
export const adminUserPage = z.object({
  users: z.array(adminUser),
  page: z.number().int().min(1),
  pages: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
});
export type AdminUserPage = z.infer<typeof adminUserPage>;

export const USER_SORTS = ['newest', 'oldest', 'email', 'tier', 'role'] as const;

/** Without a query the newest 1,000 as a plain array; with any of these a page. `search` matches names and address. */
export const listUsers = route({
  id: 'listUsers',
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'Users',
  query: z.strictObject({
    page: z.coerce.number<number>().int().min(1).max(1_000_000).optional(),
    search: plainText.trim().max(200).optional(),
    sort: z.enum(USER_SORTS).optional(),
  }),
  response: z.union([z.array(adminUser), adminUserPage]),
});

const count = z.number().int().nonnegative();

/** Sources of the tiers of one plan; each user is counted once. */
export const tierBreakdown = z.object({
  tier: paidTierName,
  users: count,
  /** A paid subscription, or one in its grace period. */
  paying: count,
  trialing: count,
  /** Granted by an administrator, with or without a subscription. */
  granted: count,
});

export const getUserStats = route({
  id: 'getUserStats',
  method: 'GET',
  path: '/api/admin/stats/users',
  access: 'admin',
  summary: 'Counts of users and revenue at list prices',
  response: z.object({
    totalUsers: count,
    /** Since midnight in London. */
    newUsersToday: count,
    /** Users with a tier other than free. */
    activeSubscriptions: count,
    adminUsers: count,
    /** Pounds a month at list prices, of all users with a tier; an estimate. */
    totalRevenue: z.number().nonnegative(),
    /** Pounds a month of paid subscriptions, at their actual prices. */
    payingRevenue: z.number().nonnegative(),
    /** Every paid tier, the smallest first. */
    tiers: z.array(tierBreakdown),
  }),
});
export type UserStats = z.infer<typeof getUserStats.response>;

/**
 * Of the last 90 days in London those that were counted, oldest first, as last counted on that day (today: now). Past
 * tiers cannot be reconstructed, so days before the first count are left out.
 */
export const getUserGrowth = route({
  id: 'getUserGrowth',
  method: 'GET',
  path: '/api/admin/stats/growth',
  access: 'admin',
  summary: 'Registered users and users with a tier, day by day',
  response: z.object({
    days: z.array(z.object({ day: z.iso.date(), registered: count, withTier: count })),
  }),
});
export type UserGrowth = z.infer<typeof getUserGrowth.response>;

export const getSystemStats = route({
  id: 'getSystemStats',
  method: 'GET',
  path: '/api/admin/stats/system',
  access: 'admin',
  summary: 'Connections, events and instruments',
  response: z.object({
    activeConnections: count,
    totalEvents: count,
    totalInstruments: count,
    /** 0 to 1; null without events. */
    avgConfidence: z.number().min(0).max(1).nullable(),
  }),
});

const userParams = z.strictObject({ userId: rowId });

export const setUserRole = route({
  id: 'setUserRole',
  method: 'POST',
  path: '/api/admin/users/:userId/role',
  access: 'admin',
  summary: 'Changes the role of another user',
  params: userParams,
  body: z.strictObject({ role: roleName }),
  response: okResponse,
});

/** `newTier` and `instrumentsLimit` are only checked against the one permitted step; the server stores its own. */
const tierStep = z
  .strictObject({
    userId: rowId,
    newTier: tierName,
    instrumentsLimit: z.number().int().min(-1),
  })
  .refine(({ newTier, instrumentsLimit }) => TIER_RULES[newTier].instrumentsLimit === instrumentsLimit, {
    path: ['instrumentsLimit'],
    message: 'expected the limit of the plan: free 0, basic 1, pro 3, elite -1',
  });

export const promoteSubscription = route({
  id: 'promoteSubscription',
  method: 'POST',
  path: '/api/admin/promote-subscription',
  access: 'admin',
  summary: 'One tier up',
  body: tierStep,
  response: okResponse,
});

export const demoteSubscription = route({
  id: 'demoteSubscription',
  method: 'POST',
  path: '/api/admin/demote-subscription',
  access: 'admin',
  summary: 'One tier down',
  body: tierStep,
  response: okResponse,
});

export const deleteSubscription = route({
  id: 'deleteSubscription',
  method: 'POST',
  path: '/api/admin/delete-subscription',
  access: 'admin',
  summary: 'Revokes the subscription, also at the payment provider',
  body: z.strictObject({ userId: rowId }),
  response: okResponse,
});

const monthQuery = z.strictObject({
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'expected a month such as 2026-11'),
});

/**
 * text/csv: a row for each user, day in London, source and delay of the market data that was shown to them. Streamed.
 */
export const exportEntitlementReport = route({
  id: 'exportEntitlementReport',
  method: 'GET',
  path: '/api/admin/entitlement-report',
  access: 'admin',
  summary: 'Market-data entitlements of a month, for the data contract',
  query: monthQuery,
  response: z.unknown(),
});

export const realTimeUsers = z.array(
  z.object({
    source: z.enum(FEED_SOURCES),
    venue: z.string(),
    professional: z.number().int().nonnegative(),
    nonProfessional: z.number().int().nonnegative(),
    /** Without a registration, or erased since. */
    unknown: z.number().int().nonnegative(),
  }),
);
export type RealTimeUsers = z.infer<typeof realTimeUsers>;

export const getRealTimeUsers = route({
  id: 'getRealTimeUsers',
  method: 'GET',
  path: '/api/admin/real-time-users',
  access: 'admin',
  summary: 'Users who were shown real-time data in a month, by source and venue',
  query: monthQuery,
  response: realTimeUsers,
});

export const ADMIN_ROUTES = [
  listUsers,
  getUserStats,
  getUserGrowth,
  getSystemStats,
  setUserRole,
  promoteSubscription,
  demoteSubscription,
  deleteSubscription,
  exportEntitlementReport,
  getRealTimeUsers,
] as const;
