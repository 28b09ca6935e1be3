/** Decisions to end a subscription at once, kept until the provider took them. */
import { epochMs } from '@undertow/market';
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { billingTasks } from '#adapters/storage/tables/billing-tables.ts';
import { lockUser } from '#adapters/storage/tiers/tiers.ts';
import type { CancelTask, CancelTasks } from '#ports/billing-sync.ts';
import { CANCEL, type CancelBody, writeCancelTask } from './cancel-task-rows.ts';
import { nextTicket, putMails, saveSnapshot } from './subscription-rows.ts';

function taskOf(row: typeof billingTasks.$inferSelect): CancelTask {
  const { subscriptionId, customerId, decidedAtMs, refunds } = row.body as CancelBody;
  const { id, userId, attempts } = row;
  return { id, userId, subscriptionId, customerId, decidedAtMs, refunds, attempts };
}

const isOpen = and(eq(billingTasks.kind, CANCEL), isNull(billingTasks.doneAtMs));

export function createCancelTasks(orm: Orm): CancelTasks {
  return {
    decide(snapshot, { userId, refundPence }, nowMs) {
      return orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const atMs = epochMs(nowMs);
        if (!(await writeCancelTask(tx, userId, snapshot, atMs))) return false;
        const ticket = await nextTicket(tx);
        const facts = {
          userId,
          snapshot,
          ticket,
          failingSinceMs: null,
          trialEndsSoon: false,
          byUs: true,
        };
        await saveSnapshot(tx, facts, nowMs);
        const mail = {
          template: 'cancelled' as const,
          key: `cancelled/${snapshot.id}`,
          facts: { tier: snapshot.tier, endsAtMs: atMs, refundPence },
        };
        await putMails(tx, userId, [mail], nowMs);
        return true;
      });
    },

    async open(userId) {
      const rows = await orm
        .select()
        .from(billingTasks)
        .where(and(isOpen, eq(billingTasks.userId, userId)))
        .orderBy(asc(billingTasks.createdAtMs));
      return rows.map(taskOf);
    },

    async due(nowMs, limit) {
      const rows = await orm
        .select()
        .from(billingTasks)
        .where(and(isOpen, lte(billingTasks.nextAttemptMs, epochMs(nowMs))))
        .orderBy(asc(billingTasks.nextAttemptMs))
        .limit(limit);
      return rows.map(taskOf);
    },

    async plan(id, refunds) {
      // The first plan stays: another process, which had the lease meanwhile, may have refunded by it
      const body = sql`${billingTasks.body} || CASE WHEN ${billingTasks.body} -> 'refunds' = 'null'::jsonb
        THEN ${JSON.stringify({ refunds })}::jsonb ELSE '{}'::jsonb END`;
      const [task] = await orm
        .update(billingTasks)
        .set({ body })
        .where(eq(billingTasks.id, id))
        .returning({ body: billingTasks.body });
      return (task?.body as CancelBody | undefined)?.refunds ?? refunds;
    },

    async done(id, nowMs) {
      const set = { doneAtMs: epochMs(nowMs), failure: null };
      await orm.update(billingTasks).set(set).where(eq(billingTasks.id, id));
    },

    async postpone(id, failure, nextAttemptMs) {
      await orm
        .update(billingTasks)
        .set({
          failure,
          attempts: sql`${billingTasks.attempts} + 1`,
          nextAttemptMs: epochMs(nextAttemptMs),
        })
        .where(eq(billingTasks.id, id));
    },
  };
}
