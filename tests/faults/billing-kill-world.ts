/** The provider's state in the tests that kill the webhook's handler: one user a round, two events each. */

import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { createStores } from '@undertow/server/src/adapters/storage/stores.ts';
import { createEventApplier } from '@undertow/server/src/modules/billing-sync/apply-event.ts';
import { acceptEvent } from '@undertow/server/src/modules/billing-sync/event-filter.ts';
import { EventWorker } from '@undertow/server/src/modules/billing-sync/event-worker.ts';
import { createSyncCounts } from '@undertow/server/src/modules/billing-sync/sync-counts.ts';
import type { BillingEvent } from '@undertow/server/src/ports/billing.ts';
import type { Bus } from '@undertow/server/src/ports/bus.ts';
import { testClock } from '@undertow/server/testing/clock.ts';
import {
  invoiceSnapshot,
  subscriptionSnapshot,
  type TestProvider,
} from '@undertow/server/testing/provider.ts';
import { Registry } from 'prom-client';

export const KILL_NOW_MS = Date.UTC(2026, 10, 22, 12);

export interface KillRound {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly invoiceId: string;
  readonly events: readonly BillingEvent[];
}

/** A trial with a card and an invoice that was refunded in part; everything that an event can cause follows from them. */
export function roundOf(provider: TestProvider, round: number): KillRound {
  const customerId = `cus_${round}`;
  const subscriptionId = `sub_${round}`;
  const invoiceId = `in_${round}`;
  const snapshot = subscriptionSnapshot({
    id: subscriptionId,
    customerId,
    createdAtMs: KILL_NOW_MS,
    status: 'trialing',
    tier: 'elite',
    trialEndsAtMs: KILL_NOW_MS + 3 * 86_400_000,
  });
  const type = 'customer.subscription.trial_will_end';
  const soon = { ...provider.put(snapshot, type, KILL_NOW_MS), id: `evt_soon_${round}` };
  const invoice = { id: invoiceId, customerId, subscriptionId, createdAtMs: KILL_NOW_MS, refundedPence: 100 };
  provider.invoices.set(invoiceId, invoiceSnapshot(invoice));
  const refund = provider.publish('charge.refunded', { createdAtMs: KILL_NOW_MS + 1, customerId });
  return { customerId, subscriptionId, invoiceId, events: [soon, { ...refund, id: `evt_refund_${round}` }] };
}

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface HandlerOptions {
  readonly nowMs?: () => number;
  readonly bus?: Pick<Bus, 'publish'>;
}

/** The handler as the server assembles it: the intake, and the worker behind it. */
export function handlerOver(
  { orm }: Pick<Database, 'orm'>,
  provider: TestProvider,
  options: HandlerOptions = {},
) {
  const { nowMs = () => KILL_NOW_MS, bus = { publish: () => undefined } } = options;
  const stores = createStores(orm);
  const ledger = stores.billingLedger;
  const clock = testClock(nowMs);
  const counts = createSyncCounts(new Registry());
  const applier = createEventApplier({ gateway: provider, ledger, bus, clock, counts, log: SILENT });
  const worker = new EventWorker({ ledger, applier, clock, counts, log: SILENT });
  return {
    stores,
    worker,
    receive: (event: BillingEvent) =>
      acceptEvent({ ledger, livemode: false, counts, log: SILENT }, event, nowMs()),
  };
}
