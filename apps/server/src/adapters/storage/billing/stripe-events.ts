/** Events of the payment provider: stored when they come, waiting until they are applied, tried again after a failure. */

import { epochMs, HOUR_MS } from '@undertow/market';
import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { billingCursors, stripeEvents } from '#adapters/storage/tables/billing-tables.ts';
import { withInstants } from '#adapters/storage/tables/column-types.ts';
import type { BillingLedger, WaitingEvent } from '#ports/billing-sync.ts';

const MAX_FAILURE = 500;
/** No event is put off for longer: one that seems to be was written under a clock that was set back, and is due. */
const MAX_WAIT_MS = 2 * HOUR_MS;

type Row = typeof stripeEvents.$inferSelect;

function waitingOf(row: Row): WaitingEvent {
  const { id, type, createdAtMs, customerId, subscriptionId, invoiceId, attempts, chargeId } = row;
  const dispute = chargeId === null ? null : { chargeId, lost: row.disputeLost === true };
  return { id, type, createdAtMs, customerId, subscriptionId, invoiceId, dispute, attempts };
}

/** Says that the event was applied; false when it was before, so that nothing else may be written on account of it. */
export async function markApplied(
  tx: Orm,
  eventId: string,
  ignored: string | null,
  nowMs: number,
): Promise<boolean> {
  const marked = await tx
    .update(stripeEvents)
    .set({ appliedAtMs: epochMs(nowMs), ignored, failure: null })
    .where(and(eq(stripeEvents.id, eventId), isNull(stripeEvents.appliedAtMs)))
    .returning({ id: stripeEvents.id });
  return marked.length > 0;
}

type StripeEvents = Pick<
  BillingLedger,
  'receive' | 'known' | 'waiting' | 'counts' | 'ignore' | 'postpone' | 'cursor' | 'saveCursor'
>;

export function createStripeEvents(orm: Orm): StripeEvents {
  return {
    async receive({ dispute, livemode: _livemode, account: _account, ...event }, nowMs) {
      const atMs = epochMs(nowMs);
      const stored = await orm
        .insert(stripeEvents)
        .values({
          ...withInstants(event, 'createdAtMs'),
          chargeId: dispute?.chargeId ?? null,
          disputeLost: dispute?.lost ?? null,
          receivedAtMs: atMs,
          nextAttemptMs: atMs,
        })
        .onConflictDoNothing()
        .returning({ id: stripeEvents.id });
      return stored.length > 0;
    },

    async known(ids) {
      if (ids.length === 0) return new Set();
      const rows = await orm
        .select({ id: stripeEvents.id })
        .from(stripeEvents)
        .where(inArray(stripeEvents.id, [...ids]));
      return new Set(rows.map(({ id }) => id));
    },

    async waiting(nowMs, limit) {
      const isTime = or(
        lte(stripeEvents.nextAttemptMs, epochMs(nowMs)),
        gt(stripeEvents.nextAttemptMs, epochMs(nowMs + MAX_WAIT_MS)),
      );
      const due = and(isNull(stripeEvents.appliedAtMs), isTime);
      const rows = await orm
        .select()
        .from(stripeEvents)
        .where(due)
        .orderBy(asc(stripeEvents.createdAtMs), asc(stripeEvents.id))
        .limit(limit);
      return rows.map(waitingOf);
    },

    async counts() {
      const [row] = await rowsOf<{ waiting: number; failing: number }>(
        orm,
        sql`SELECT count(*)::integer AS waiting, (count(*) FILTER (WHERE attempts > 0))::integer AS failing
          FROM stripe_events WHERE applied_at_ms IS NULL`,
      );
      return row ?? { waiting: 0, failing: 0 };
    },

    async ignore(eventId, reason, nowMs) {
      await markApplied(orm, eventId, reason, nowMs);
    },

    async postpone(eventId, failure, nextAttemptMs) {
      await orm
        .update(stripeEvents)
        .set({
          attempts: sql`${stripeEvents.attempts} + 1`,
          failure: failure.slice(0, MAX_FAILURE),
          nextAttemptMs: epochMs(nextAttemptMs),
        })
        .where(and(eq(stripeEvents.id, eventId), isNull(stripeEvents.appliedAtMs)));
    },

    async cursor(name) {
      const [row] = await orm.select().from(billingCursors).where(eq(billingCursors.name, name));
      return row?.atMs;
    },

    async saveCursor(name, atMs) {
      const values = { atMs: epochMs(atMs) };
      await orm
        .insert(billingCursors)
        .values({ name, ...values })
        .onConflictDoUpdate({ target: billingCursors.name, set: values });
    },
  };
}
