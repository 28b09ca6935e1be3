/** Administration, for administrators only. */
import { z } from 'zod';
import { tierName } from './plans.ts';
import { instant, okAnswer } from './primitives.ts';
import { route } from './route.ts';

export const adminUser = z.object({
  id: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: z.enum(['user', 'admin']),
  subscriptionTier: tierName,
  /** -1 is unlimited. */
  instrumentsLimit: z.number().int(),
  createdAt: instant,
});

export const adminUserPage = z.object({
  users: z.array(adminUser),
  page: z.number().int().min(1),
  pages: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
});

/** Without a query the newest 1,000 as a plain array; with one a page. */
export const listUsers = route({
  id: 'listUsers',
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'Users',
  query: z.strictObject({
    page: z.coerce.number<number>().int().min(1).optional(),
    search: z.string().max(200).optional(),
    sort: z.enum(['createdAt', 'email', 'subscriptionTier', 'role']).optional(),
  }),
  answer: z.union([z.array(adminUser), adminUserPage]),
});

export const getUserStats = route({
  id: 'getUserStats',
  method: 'GET',
  path: '/api/admin/stats/users',
  access: 'admin',
  summary: 'Counts of users and revenue at list prices',
  answer: z.object({
    totalUsers: z.number().int().nonnegative(),
    newUsersToday: z.number().int().nonnegative(),
    activeSubscriptions: z.number().int().nonnegative(),
    /** Pounds a month at list prices. */
    totalRevenue: z.number().nonnegative(),
  }),
});

export const getSystemStats = route({
  id: 'getSystemStats',
  method: 'GET',
  path: '/api/admin/stats/system',
  access: 'admin',
  summary: 'Connections, events and instruments',
  answer: z.object({
    activeConnections: z.number().int().nonnegative(),
    totalEvents: z.number().int().nonnegative(),
    totalInstruments: z.number().int().nonnegative(),
    /** 0 to 1; null without events. */
    avgConfidence: z.number().min(0).max(1).nullable(),
  }),
});

export const setUserRole = route({
  id: 'setUserRole',
  method: 'POST',
  path: '/api/admin/users/:userId/role',
  access: 'admin',
  summary: 'Changes the role of another user',
  params: z.object({ userId: z.string().min(1).max(64) }),
  body: z.strictObject({ role: z.enum(['user', 'admin']) }),
  answer: okAnswer,
});

/** `newTier` and `instrumentsLimit` are only held against the one legal step; the server stores its own. */
const tierStep = z.strictObject({
  userId: z.string().min(1).max(64),
  newTier: tierName,
  instrumentsLimit: z.number().int().min(-1),
});

export const promoteSubscription = route({
  id: 'promoteSubscription',
  method: 'POST',
  path: '/api/admin/promote-subscription',
  access: 'admin',
  summary: 'One tier up',
  body: tierStep,
  answer: okAnswer,
});

export const demoteSubscription = route({
  id: 'demoteSubscription',
  method: 'POST',
  path: '/api/admin/demote-subscription',
  access: 'admin',
  summary: 'One tier down',
  body: tierStep,
  answer: okAnswer,
});

export const deleteSubscription = route({
  id: 'deleteSubscription',
  method: 'POST',
  path: '/api/admin/delete-subscription',
  access: 'admin',
  summary: 'Revokes the subscription, also at the payment provider',
  body: z.strictObject({ userId: z.string().min(1).max(64) }),
  answer: okAnswer,
});

export const ADMIN_ROUTES = [
  listUsers,
  getUserStats,
  getSystemStats,
  setUserRole,
  promoteSubscription,
  demoteSubscription,
  deleteSubscription,
] as const;
