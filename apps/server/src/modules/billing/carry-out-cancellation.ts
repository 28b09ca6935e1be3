/** Carries a decided cancellation out at the provider: ended there, the due amount refunded, each exactly once. */
import { MINUTE_MS } from '@undertow/market';
import type { CancelTask, RefundPart } from '#ports/billing-sync.ts';
import type { FlowParts } from './billing-parts.ts';
import { recordSnapshot } from './record-snapshot.ts';
import { refundsDue } from './refund-due.ts';

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 15 * MINUTE_MS;

/**
 * Does what is left of it; running it again after a failure at any point repeats nothing. Returns what is refunded to the
 * card. Throws `BillingFailure`.
 */
export async function carryOut(parts: FlowParts, task: CancelTask): Promise<readonly RefundPart[]> {
  const { gateway, cancelTasks, clock } = parts;
  const ended = await gateway.cancelNow(task.subscriptionId);
  let refunds = task.refunds;
  if (refunds === null) {
    const invoices = ended === undefined ? [] : await gateway.listInvoices(task.customerId);
    const due = ended === undefined ? [] : refundsDue(ended, invoices, task.decidedAtMs);
    refunds = await cancelTasks.plan(task.id, due);
  }
  for (const { paymentIntentId, amountPence, invoiceId } of refunds) {
    await gateway.refund(paymentIntentId, amountPence, `refund/${task.subscriptionId}/${invoiceId}`);
  }
  if (ended !== undefined) await recordSnapshot(parts, task.userId, ended);
  await cancelTasks.done(task.id, clock.nowMs());
  return refunds;
}

/** Notes a failure; the next try comes later each time, and there is always one. */
export async function postponed(
  { cancelTasks, clock, log }: Pick<FlowParts, 'cancelTasks' | 'clock' | 'log'>,
  { id, userId, attempts }: CancelTask,
  error: unknown,
): Promise<void> {
  const waitMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 20));
  const failure = error instanceof Error ? error.message : String(error);
  log.error({ err: error, userId, task: id, attempts }, 'cancellation not carried out yet');
  await cancelTasks.postpone(id, failure, clock.nowMs() + waitMs);
}
