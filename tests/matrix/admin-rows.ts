/** Rows of administration: other callers learn nothing, not even whether a body is valid. */
import type { Tier } from '@undertow/contracts';
import { sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { administrators, all, type MatrixRow, type Request, type World } from './matrix-row.ts';

/** A request about a new user that no other row uses. */
export function about(tier: Tier, request: (userId: string) => Request) {
  return async ({ app }: World): Promise<Request> => request((await app.newUser(tier)).id);
}

async function staleSession({ app, user }: World): Promise<Readonly<Record<string, string>>> {
  if (user === null) return {};
  const { sessions, clock } = app.parts;
  const facts = { device: 'Chrome on Windows', authAtMs: clock.nowMs() - 3_600_000 };
  return { cookie: `${sessions.cookieName}=${await sessions.start(user.id, facts)}` };
}

const READ_ROWS: readonly MatrixRow[] = [
  ...['', '?page=1', '?search=x&sort=tier'].map((query) => ({
    route: 'listUsers',
    situation: `users ${query}`,
    statuses: administrators(200),
    request: { url: `/api/admin/users${query}` },
  })),
  {
    route: 'listUsers',
    situation: 'an order that there is not',
    statuses: administrators(400),
    request: { url: '/api/admin/users?sort=password' },
  },
  ...(['users', 'growth', 'system'] as const).map((what) => ({
    route: { users: 'getUserStats', growth: 'getUserGrowth', system: 'getSystemStats' }[what],
    situation: 'numbers',
    statuses: administrators(200),
    request: { url: `/api/admin/stats/${what}` },
  })),
];

const REPORT_ROWS: readonly MatrixRow[] = [
  {
    route: 'exportEntitlementReport',
    situation: 'a month',
    statuses: administrators(200),
    request: { url: '/api/admin/entitlement-report?month=2026-11' },
  },
  {
    route: 'exportEntitlementReport',
    situation: 'no month',
    statuses: administrators(400),
    request: { url: '/api/admin/entitlement-report?month=2026-13' },
  },
];

const roleUrl = (userId: string): string => `/api/admin/users/${userId}/role`;

const ROLE_ROWS: readonly MatrixRow[] = [
  {
    route: 'setUserRole',
    situation: 'own role',
    statuses: administrators(409),
    crossSite: 403,
    request: ({ user, other }) => ({ url: roleUrl(user?.id ?? other.id), body: { role: 'user' } }),
  },
  {
    route: 'setUserRole',
    situation: "another's",
    statuses: administrators(200),
    crossSite: 403,
    request: about('free', (userId) => ({ url: roleUrl(userId), body: { role: 'admin' } })),
  },
  {
    route: 'setUserRole',
    situation: 'signed in an hour ago',
    statuses: administrators(403),
    request: async (world) => ({
      url: roleUrl((await world.app.newUser('free')).id),
      body: { role: 'admin' },
      headers: await staleSession(world),
    }),
  },
  {
    route: 'setUserRole',
    situation: 'the role that they have',
    statuses: administrators(409),
    request: about('free', (userId) => ({ url: roleUrl(userId), body: { role: 'user' } })),
  },
  {
    route: 'setUserRole',
    situation: 'a role that there is not',
    statuses: administrators(400),
    crossSite: 403,
    request: about('free', (userId) => ({ url: roleUrl(userId), body: { role: 'owner' } })),
  },
  {
    route: 'setUserRole',
    situation: 'unknown user',
    statuses: administrators(404),
    crossSite: 403,
    request: { url: roleUrl('nobody'), body: { role: 'admin' } },
  },
  {
    route: 'setUserRole',
    situation: 'the last administrator who stays: the caller is about to be erased',
    statuses: administrators(409),
    crossSite: 403,
    request: async ({ app, caller, user }) => {
      const last = await app.newUser('free');
      if (caller === 'A' && user !== null) {
        await app.orm.execute(
          sql`UPDATE users SET role = CASE WHEN id IN (${last.id}, ${user.id}) THEN 'admin' ELSE 'user' END`,
        );
        await app.stores.erasures.request(user.id, app.parts.clock.nowMs(), 'matrix');
      }
      return { url: roleUrl(last.id), body: { role: 'user' } };
    },
  },
];

type Step = readonly [situation: string, from: Tier, to: Tier, limit: number, status: number];

const stepRows = (direction: 'promote' | 'demote', steps: readonly Step[]): readonly MatrixRow[] =>
  steps.map(([situation, from, newTier, instrumentsLimit, status]) => ({
    route: `${direction}Subscription`,
    situation,
    statuses: administrators(status),
    crossSite: 403,
    request: about(from, (userId) => ({
      url: `/api/admin/${direction}-subscription`,
      body: { userId, newTier, instrumentsLimit },
    })),
  }));

const TIER_ROWS: readonly MatrixRow[] = [
  ...stepRows('promote', [
    ['free to basic', 'free', 'basic', 1, 200],
    ['pro to elite', 'pro', 'elite', -1, 200],
    ['two steps at once', 'free', 'pro', 3, 409],
    ['beyond elite', 'elite', 'elite', -1, 409],
    ['down instead of up', 'pro', 'basic', 1, 409],
    ['a limit of another plan', 'free', 'basic', 3, 400],
    ['without limit', 'pro', 'elite', 1_000_000, 400],
  ]),
  ...stepRows('demote', [
    ['elite to pro', 'elite', 'pro', 3, 200],
    ['basic to free', 'basic', 'free', 0, 200],
    ['two steps at once', 'elite', 'basic', 1, 409],
    ['from free', 'free', 'free', 0, 409],
    ['a limit of another plan', 'pro', 'basic', -1, 400],
  ]),
  {
    route: 'promoteSubscription',
    situation: 'unknown user',
    statuses: administrators(404),
    request: {
      url: '/api/admin/promote-subscription',
      body: { userId: 'nobody', newTier: 'basic', instrumentsLimit: 1 },
    },
  },
  {
    route: 'promoteSubscription',
    situation: 'signed in an hour ago',
    statuses: administrators(403),
    request: async (world) => ({
      url: '/api/admin/promote-subscription',
      body: { userId: (await world.app.newUser('free')).id, newTier: 'basic', instrumentsLimit: 1 },
      headers: await staleSession(world),
    }),
  },
  {
    route: 'deleteSubscription',
    situation: 'with a tier',
    statuses: administrators(200),
    crossSite: 403,
    request: about('pro', (userId) => ({ url: '/api/admin/delete-subscription', body: { userId } })),
  },
  {
    route: 'deleteSubscription',
    situation: 'without a subscription and without a grant',
    statuses: administrators(409),
    crossSite: 403,
    request: async ({ app }) => {
      const { id } = await app.newUser('free');
      await app.orm.execute(sql`DELETE FROM tier_overrides WHERE user_id = ${id}`);
      return { url: '/api/admin/delete-subscription', body: { userId: id } };
    },
  },
  {
    route: 'deleteSubscription',
    situation: 'unknown user',
    statuses: administrators(404),
    request: { url: '/api/admin/delete-subscription', body: { userId: 'nobody' } },
  },
];

const VIEW_BODY = { reason: 'The chart stays empty' };
const viewUrl = (userId: string): string => `/api/admin/users/${userId}/view`;

const VIEW_ROWS: readonly MatrixRow[] = [
  {
    route: 'startView',
    situation: 'of a user',
    statuses: administrators(200),
    crossSite: 403,
    request: about('pro', (userId) => ({ url: viewUrl(userId), body: VIEW_BODY })),
  },
  {
    route: 'startView',
    situation: 'of an administrator',
    statuses: administrators(409),
    request: async ({ app }) => {
      const admin = await app.newUser('free');
      await app.promote(admin);
      return { url: viewUrl(admin.id), body: VIEW_BODY };
    },
  },
  {
    route: 'startView',
    situation: 'without a reason',
    statuses: administrators(400),
    request: about('pro', (userId) => ({ url: viewUrl(userId), body: { reason: 'x' } })),
  },
  {
    route: 'startView',
    situation: 'signed in an hour ago',
    statuses: administrators(403),
    request: async (world) => ({
      url: viewUrl((await world.app.newUser('pro')).id),
      body: VIEW_BODY,
      headers: await staleSession(world),
    }),
  },
  {
    route: 'startView',
    situation: 'unknown user',
    statuses: administrators(404),
    request: { url: viewUrl('nobody'), body: VIEW_BODY },
  },
  {
    route: 'endView',
    situation: 'without an active view',
    statuses: all(401, 200),
    crossSite: 403,
    request: { url: '/api/view/end' },
  },
];

export const ADMIN_ROWS: readonly MatrixRow[] = [
  ...READ_ROWS,
  ...REPORT_ROWS,
  ...ROLE_ROWS,
  ...TIER_ROWS,
  ...VIEW_ROWS,
];
