/** The audit log: every privileged act in a hash chain, searched and verified. */
import { z } from 'zod';
import { instant, plainText } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

/** Every action of the audit log, with the sentence shown for it. */
export const AUDIT_ACTIONS = {
  'account.exported': 'Downloaded the data of the account',
  'api-key.created': 'Created an API key',
  'api-key.revoked': 'Revoked an API key',
  'api-key.used': 'Used an API key, for the first time of a day with this scope',
  'alert.requeued': 'Requeued an alert that could not be stored',
  'audit.verified': 'The audit log was verified',
  'connection.disconnected': 'Disconnected their trading platform; its password was deleted',
  'connection.resumed': 'Reconnected their trading platform with its saved login',
  'connection.saved': 'Saved the login of their trading platform',
  'connection.unreadable': 'A saved trading-platform password could not be read',
  'detector.switched': 'Switched a detector',
  'erasure.done': 'The account was erased',
  'erasure.requested': 'Requested the erasure of the account',
  'erasure.undone': 'Cancelled the erasure',
  'feed.switched': 'Switched a feed',
  'job.dropped': 'Removed a background job that failed for good',
  'job.requeued': 'Requeued a background job that failed for good',
  'licence.changed': 'Changed what a venue licenses',
  'mail.retried': 'A failed mail was sent again',
  'notice.changed': 'Changed the notice',
  'pattern.switched': 'Switched a pattern',
  'own-data.deleted': 'Deleted what was stored of their own market data',
  'registration.changed': 'Changed the registration',
  'registration.made': 'Registered',
  'registrations.switched': 'Switched new registrations',
  'report.exported': 'Downloaded the report of market data that was shown',
  'role.bootstrapped': 'Became the first administrator',
  'role.changed': 'Changed a role',
  'session.revoked': 'Signed out devices',
  'socket.device-limit': 'Live data moved to another device',
  'socket.foreign-user-id': 'Requested the data of another user',
  'subscription.changed': 'The subscription changed',
  'subscription.deleted': 'Cancelled a subscription and what was granted',
  'subscription.duplicate': 'A second subscription that does not count',
  'tier.demoted': 'One tier down',
  'tier.granted': 'A plan was granted',
  'tier.promoted': 'One tier up',
  'tier.withdrawn': 'A granted plan was withdrawn',
  'user.explained': 'Requested an explanation of what a user sees',
  'user.page-opened': 'Opened the page of a user',
  'view.ended': 'Ended a view as a user',
  'view.started': 'Started a view as a user',
  'webhook.created': 'Added a webhook',
  'webhook.deleted': 'Deleted a webhook',
  'webhook.secret-replaced': 'Replaced the secret of a webhook',
} as const satisfies Readonly<Record<string, string>>;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

export const auditRow = z.object({
  /** Number in the chain, from 1. */
  number: z.number().int().positive(),
  at: instant,
  /** A user's id or the name of a command. */
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  /** Null where they were erased with the account. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
  requestId: z.string().nullable(),
  /** SHA-256 over this row and the one before, hexadecimal. */
  hash: z.string(),
});
export type AuditRow = z.infer<typeof auditRow>;

/** `actor` and `subject` are ids, `action` a name or the beginning of one. */
export const auditFilter = {
  actor: plainText.trim().max(100).optional(),
  subject: plainText.trim().max(100).optional(),
  action: z
    .string()
    .regex(/^[a-z0-9_.-]{1,60}$/, 'expected the beginning of an action such as role.changed')
    .optional(),
  /** Days in London, both included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
};

/** Newest first; 50 a page, or `limit`. */
export const searchAudit = route({
  id: 'searchAudit',
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'The audit log, filtered',
  query: z.strictObject({
    ...auditFilter,
    /** Rows before this number. */
    before: z.coerce.number<number>().int().min(1).optional(),
    limit: z.coerce.number<number>().int().min(1).max(200).default(50),
  }),
  response: z.object({
    rows: z.array(auditRow),
    /** Number for `before` of the next page. */
    next: z.number().int().positive().nullable(),
    chain: z.object({
      count: z.number().int().nonnegative(),
      head: z.string(),
      /** The last verification of the whole chain; null before the first. */
      verified: z.object({ at: instant, count: z.number().int(), fault: z.string().nullable() }).nullable(),
    }),
  }),
});
export type AuditPage = z.infer<typeof searchAudit.response>;

/** Verifies the chain from its first row, at most once a minute; the command `verify-audit` does the same. */
export const verifyAudit = route({
  id: 'verifyAudit',
  method: 'POST',
  path: '/api/admin/audit/verify',
  access: 'admin',
  summary: 'Verifies the whole chain now',
  response: z.object({ at: instant, count: z.number().int(), fault: z.string().nullable() }),
});

export const ADMIN_AUDIT_ROUTES = [searchAudit, verifyAudit] as const;
