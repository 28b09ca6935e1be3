/** Keeps stored subscriptions correct: the webhook endpoint, its worker and the comparison with the provider. */

import type { Registry } from 'prom-client';
import type { BillingGateway } from '#ports/billing.ts';
import type { BillingLedger } from '#ports/billing-sync.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';
import { createEventApplier } from './apply-event.ts';
import { EventWorker } from './event-worker.ts';
import { Reconciler } from './reconciler.ts';
import { createSyncCounts, type SyncCounts } from './sync-counts.ts';
import type { WebhookParts } from './webhook-route.ts';

export interface BillingSyncParts {
  readonly gateway: BillingGateway;
  readonly ledger: BillingLedger;
  readonly bus: Bus;
  readonly clock: Clock;
  /** The mode of the provider's key. */
  readonly livemode: boolean;
  /** Counts are registered here. */
  readonly metrics: Registry;
  readonly log: Log;
}

export interface BillingSync {
  /** What the webhook's route needs. */
  readonly webhook: WebhookParts;
  readonly worker: EventWorker;
  readonly reconciler: Reconciler;
  readonly counts: SyncCounts;
  /** Ends after what is under way. */
  stop(): Promise<void>;
}

/** Starts at once: waiting events are applied, and missed ones are fetched. */
export function startBillingSync(parts: BillingSyncParts): BillingSync {
  const { gateway, ledger, clock, livemode, log } = parts;
  const counts = createSyncCounts(parts.metrics);
  const applier = createEventApplier({ ...parts, counts });
  const worker = new EventWorker({ ledger, applier, clock, counts, log });
  const intake = { ledger, livemode, counts, log, onStored: () => worker.wake() };
  const reconciler = new Reconciler({ ...intake, reads: gateway, ledger, applier, clock, log });
  worker.wake();
  return {
    webhook: { ...intake, reads: gateway, clock },
    worker,
    reconciler,
    counts,
    async stop() {
      await Promise.all([worker.stop(), reconciler.stop()]);
    },
  };
}
