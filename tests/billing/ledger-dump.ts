/** Everything that a billing ledger holds, in a form in which two of them can be compared. */
import { type Orm, rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import type { SubscriptionSnapshot } from '@undertow/server/src/ports/billing.ts';
import type { SubscriptionAudit } from '@undertow/server/src/rules/subscription-changes.ts';

export interface LedgerDump {
  readonly subscriptions: readonly {
    readonly userId: string;
    readonly snapshot: SubscriptionSnapshot;
    readonly pastDueSinceMs: number | null;
    readonly beganAtMs: number | null;
    readonly duplicate: boolean;
    readonly isDisputed: boolean;
  }[];
  readonly invoices: readonly {
    readonly id: string;
    readonly userId: string | null;
    readonly status: string;
    readonly totalPence: number;
    readonly refundedPence: number;
  }[];
  readonly mails: readonly { readonly id: string; readonly template: string; readonly facts: unknown }[];
  /** In the order in which they were written. */
  readonly audit: readonly (SubscriptionAudit & { readonly subject: string })[];
  /** Accounts that used a trial. */
  readonly trials: number;
  readonly events: readonly {
    readonly id: string;
    readonly applied: boolean;
    readonly ignored: string | null;
    readonly attempts: number;
  }[];
}

/** The driver of PostgreSQL returns big integers as texts, the embedded one as numbers. */
type Big = number | string | null;
const numberOf = (value: Big): number | null => (value === null ? null : Number(value));

interface SubscriptionRow {
  readonly user_id: string;
  readonly body: SubscriptionSnapshot;
  readonly past_due_since_ms: Big;
  readonly began_at_ms: Big;
  readonly duplicate: boolean;
  readonly disputed: boolean;
}

export async function dumpOf(orm: Orm): Promise<LedgerDump> {
  const subscriptions = await rowsOf<SubscriptionRow>(
    orm,
    sql`SELECT *, disputed_at_ms IS NOT NULL AS disputed FROM subscriptions ORDER BY id COLLATE "C"`,
  );
  const invoices = await rowsOf<{
    id: string;
    user_id: string;
    status: string;
    total: number;
    refunded: number;
  }>(
    orm,
    sql`SELECT id, user_id, status, total_pence::integer AS total, refunded_pence::integer AS refunded
      FROM invoices ORDER BY id COLLATE "C"`,
  );
  const mails = await rowsOf<LedgerDump['mails'][number]>(
    orm,
    sql`SELECT id, template, facts FROM mail_outbox ORDER BY id COLLATE "C"`,
  );
  const audit = await rowsOf<LedgerDump['audit'][number]>(
    orm,
    sql`SELECT actor, action, details::json, subject FROM audit_log JOIN audit_values USING (number)
      WHERE action LIKE 'subscription.%' ORDER BY number`,
  );
  const [trials] = await rowsOf<{ count: number }>(
    orm,
    sql`SELECT count(*)::integer AS count FROM trial_uses WHERE kind = 'account'`,
  );
  const events = await rowsOf<LedgerDump['events'][number]>(
    orm,
    sql`SELECT id, applied_at_ms IS NOT NULL AS applied, ignored, attempts
      FROM stripe_events ORDER BY id COLLATE "C"`,
  );
  return {
    subscriptions: subscriptions.map((row) => ({
      userId: row.user_id,
      snapshot: row.body,
      pastDueSinceMs: numberOf(row.past_due_since_ms),
      beganAtMs: numberOf(row.began_at_ms),
      duplicate: row.duplicate,
      isDisputed: row.disputed,
    })),
    invoices: invoices.map(({ id, user_id, status, total, refunded }) => ({
      id,
      userId: user_id,
      status,
      totalPence: total,
      refundedPence: refunded,
    })),
    mails,
    audit,
    trials: trials?.count ?? 0,
    events,
  };
}
