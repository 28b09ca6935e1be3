/** Which events of the payment provider are accepted: of our mode, our account and a customer of ours, of a type that means something. */

import type { BillingEvent } from '#ports/billing.ts';
import type { BillingLedger } from '#ports/billing-sync.ts';
import type { Log } from '#ports/log.ts';
import { isHandled } from './handled-events.ts';
import type { SyncCounts } from './sync-counts.ts';

export interface EventFilterParts {
  readonly ledger: Pick<BillingLedger, 'receive' | 'userOf'>;
  /** The mode of our key: events of the other one are not ours. */
  readonly livemode: boolean;
  readonly counts: SyncCounts;
  readonly log: Pick<Log, 'error'>;
}

export type Arrival = 'stored' | 'known' | 'ignored';

/** Stores an event whose signature was proven. Rejects with what the storage throws: the provider then sends it again. */
export async function acceptEvent(
  parts: EventFilterParts,
  event: BillingEvent,
  nowMs: number,
): Promise<Arrival> {
  const { ledger, livemode, counts, log } = parts;
  const facts = { eventId: event.id, type: event.type };
  if (event.livemode !== livemode || event.account !== null) {
    counts.countWebhook('foreign');
    log.error({ ...facts, livemode: event.livemode }, 'webhook of another mode or account ignored');
    return 'ignored';
  }
  if (!isHandled(event.type)) {
    counts.countWebhook('unhandled');
    return 'ignored';
  }
  // A dispute names a charge only; its customer is looked up when it is applied
  const isBound = event.customerId === null ? event.dispute !== null : await ledger.userOf(event.customerId);
  if (isBound === undefined || isBound === false) {
    counts.countWebhook('unknown_customer');
    log.error(facts, 'webhook of an unknown customer ignored');
    return 'ignored';
  }
  const isNew = await ledger.receive(event, nowMs);
  counts.countWebhook(isNew ? 'stored' : 'repeated');
  return isNew ? 'stored' : 'known';
}
