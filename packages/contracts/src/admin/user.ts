/**
 * One user as an administrator sees them: the explanation of what they see, their account, and views of the product as
 * them.
 */
import { z } from 'zod';
import { device } from '#account/account.ts';
import { rithmicConnection } from '#account/connection.ts';
import { tierName } from '#plans/plans.ts';
import { instant, instrumentId, labelText, okResponse, rowId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';
import { adminUser } from './people.ts';

const count = z.number().int().nonnegative();
const params = z.strictObject({ userId: rowId });

/** One question about what a user sees, and the facts behind its answer, as sentences. */
export const entitlementAnswer = z.object({
  question: z.string(),
  allowed: z.boolean(),
  because: z.string(),
  restsOn: z.string(),
});
export type EntitlementAnswer = z.infer<typeof entitlementAnswer>;

export const adminUserPageFacts = z.object({
  user: adminUser,
  /** The gate's current decision. */
  entitlement: z.object({
    tier: tierName,
    /** Source of the tier: the newest grant takes precedence over the subscription. */
    source: z.enum(['grant', 'subscription', 'trial', 'none']),
    /** When it changes automatically. */
    until: instant.nullable(),
    grant: z
      .object({ tier: tierName, actor: z.string(), reason: z.string(), until: instant.nullable() })
      .nullable(),
    subscription: z
      .object({ id: z.string(), tier: tierName, status: z.string(), periodEndsAt: instant.nullable() })
      .nullable(),
    trialUsed: z.boolean(),
    delaySeconds: count,
    /** Symbols: active within the limit, and paused beyond it. */
    activeSymbols: z.array(z.string()),
    pausedSymbols: z.array(z.string()),
    instrumentsLimit: z.number().int(),
    watchlistSymbols: z.array(z.string()),
    watchlistLimit: z.number().int(),
    answers: z.array(entitlementAnswer),
  }),
  devices: z.object({ liveLimit: count, list: z.array(device.omit({ current: true })) }),
  consents: z.array(z.object({ text: z.string(), version: z.string(), at: instant, current: z.boolean() })),
  alerts: z.object({ rules: count, disabled: count, lastSevenDays: count, lastSevenDaysRead: count }),
  imports: z.array(
    z.object({ id: z.string(), platform: z.string(), at: instant, trades: count, state: z.string() }),
  ),
  /** Newest first, at most 50. */
  payments: z.array(
    z.object({
      number: z.string().nullable(),
      at: instant,
      text: z.string(),
      amountPence: z.number().int(),
      refundedPence: count,
      status: z.string(),
    }),
  ),
  connection: rithmicConnection,
  erasureDueAt: instant.nullable(),
});
export type AdminUserPageFacts = z.infer<typeof adminUserPageFacts>;

/** Each request adds a row to the audit log. */
export const getAdminUser = route({
  id: 'getAdminUser',
  method: 'GET',
  path: '/api/admin/users/:userId',
  access: 'admin',
  summary: 'Everything about one user that support needs, without secrets',
  params,
  response: adminUserPageFacts,
});

export const ENTITLEMENT_SUBJECTS = ['live_data', 'events', 'patterns', 'history', 'alerts'] as const;
export type EntitlementSubject = (typeof ENTITLEMENT_SUBJECTS)[number];

/**
 * Decided by the gate itself, for an instrument, now or at an instant. Past grants are stored; where the past state of
 * a subscription was not stored, `restsOn` notes it, and the instruments and licences are the current ones.
 */
export const explainEntitlement = route({
  id: 'explainEntitlement',
  method: 'GET',
  path: '/api/admin/users/:userId/entitlement',
  access: 'admin',
  summary: 'Why this person can or cannot see something',
  params,
  query: z.strictObject({
    what: z.enum(ENTITLEMENT_SUBJECTS),
    instrumentId,
    at: instant.optional(),
  }),
  response: z.object({ decidedAt: instant, answer: entitlementAnswer, delaySeconds: count.nullable() }),
});

export const revokeUserDevice = route({
  id: 'revokeUserDevice',
  method: 'DELETE',
  path: '/api/admin/users/:userId/devices/:id',
  access: 'admin',
  summary: 'Signs one device of a user out',
  params: z.strictObject({ userId: rowId, id: rowId }),
  response: okResponse,
});

export const VIEW_MINUTES = 15;

/** After the response the session sees the product as that user, cannot write, and returns to normal at the end. */
export const startView = route({
  id: 'startView',
  method: 'POST',
  path: '/api/admin/users/:userId/view',
  access: 'admin',
  summary: 'Views the product as a user for 15 minutes, with a reason that the user can read',
  params,
  body: z.strictObject({
    reason: labelText.trim().min(8, 'expected a reason of at least 8 characters').max(200),
  }),
  response: z.object({ until: instant }),
});

/**
 * Not an administrator's route: during a view the session has the rights of the user. Returns ok where no view is open.
 */
export const endView = route({
  id: 'endView',
  method: 'POST',
  path: '/api/view/end',
  access: 'user',
  summary: 'Ends the view as a user',
  response: okResponse,
});

/** The record of views, for the user. */
export const listViews = route({
  id: 'listViews',
  method: 'GET',
  path: '/api/account/views',
  access: 'user',
  viewable: true,
  summary: 'When support viewed this account, and why; newest first, at most 50',
  response: z.array(z.object({ from: instant, until: instant, reason: z.string() })),
});

export const ADMIN_USER_ROUTES = [
  getAdminUser,
  explainEntitlement,
  revokeUserDevice,
  startView,
  endView,
  listViews,
] as const;
