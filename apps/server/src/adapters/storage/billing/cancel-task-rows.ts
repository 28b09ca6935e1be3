/** Rows of decided cancellations, inside a transaction that holds the user's row. */
import { epochMs } from '@undertow/market';
import { eq } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { billingTasks } from '#adapters/storage/tables/billing-tables.ts';
import type { SubscriptionSnapshot } from '#ports/billing.ts';
import type { RefundPart } from '#ports/billing-sync.ts';

export const CANCEL = 'cancel';

export interface CancelBody {
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly decidedAtMs: number;
  readonly refunds: readonly RefundPart[] | null;
}

function idOf(subscriptionId: string): string {
  return `${CANCEL}/${subscriptionId}`;
}

/** Writes the decision; false when it is there already. */
export async function writeCancelTask(
  tx: Orm,
  userId: string,
  snapshot: SubscriptionSnapshot,
  decidedAtMs: number,
): Promise<boolean> {
  const { id: subscriptionId, customerId } = snapshot;
  const atMs = epochMs(decidedAtMs);
  const body: CancelBody = { subscriptionId, customerId, decidedAtMs: atMs, refunds: null };
  const task = { id: idOf(subscriptionId), userId, kind: CANCEL, body };
  const written = await tx
    .insert(billingTasks)
    .values({ ...task, createdAtMs: atMs, nextAttemptMs: atMs })
    .onConflictDoNothing()
    .returning({ id: billingTasks.id });
  return written.length > 0;
}

/** When the subscription was decided to end at once, carried out or not; null when it was not. */
export async function decidedEndMs(tx: Orm, subscriptionId: string): Promise<number | null> {
  const [row] = await tx
    .select({ createdAtMs: billingTasks.createdAtMs })
    .from(billingTasks)
    .where(eq(billingTasks.id, idOf(subscriptionId)));
  return row?.createdAtMs ?? null;
}
