/** Applies one event: reads the present state at the provider, not in the event, and writes it with its effects. */

import { BillingFailure } from '#ports/billing.ts';
import type { BillingLedger, Findings, WaitingEvent } from '#ports/billing-sync.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';
import { findingsFor, findSubscription, findTruth, type TruthReads } from './find-truth.ts';
import { CUSTOMER_DELETED } from './handled-events.ts';
import type { SyncCounts } from './sync-counts.ts';

export interface ApplyParts {
  readonly gateway: TruthReads;
  readonly ledger: BillingLedger;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly counts: SyncCounts;
  readonly log: Pick<Log, 'error'>;
}

export interface EventApplier {
  /** Rejects with what the provider or the storage throws; the event then waits on. */
  apply(event: WaitingEvent): Promise<void>;
  /** Reads a subscription and writes it, without an event. */
  look(userId: string, subscriptionId: string): Promise<void>;
}

export function createEventApplier(parts: ApplyParts): EventApplier {
  const { gateway, ledger, bus, clock, counts, log } = parts;

  async function customerOf(event: WaitingEvent): Promise<string | undefined> {
    if (event.customerId !== null) return event.customerId;
    return event.dispute === null ? undefined : gateway.customerOfCharge(event.dispute.chargeId);
  }

  async function commit(event: WaitingEvent | null, findings: Findings): Promise<void> {
    const { userId } = findings;
    const { applied, duplicates } = await ledger.commit(event, findings, clock.nowMs());
    if (!applied) return;
    for (const subscriptionId of duplicates) {
      counts.duplicateSubscriptions.inc();
      log.error({ userId, subscriptionId }, 'a person has a second active subscription');
    }
    if (findings.subscriptions.length > 0) bus.publish('userChanged', { userId });
  }

  return {
    async apply(event) {
      const customerId = await customerOf(event);
      const userId = customerId === undefined ? undefined : await ledger.userOf(customerId);
      if (customerId === undefined || userId === undefined) {
        counts.countWebhook('unknown_customer');
        await ledger.ignore(event.id, 'no customer of ours', clock.nowMs());
        return;
      }
      const owner = { userId, customerId, ticket: await ledger.ticket() };
      const findings = findingsFor(owner, await findTruth(parts, event, owner));
      const goneCustomerId = event.type === CUSTOMER_DELETED ? customerId : null;
      await commit(event, { ...findings, goneCustomerId });
      counts.applied.inc();
    },

    async look(userId, subscriptionId) {
      const ticket = await ledger.ticket();
      const found = await findSubscription(gateway, subscriptionId);
      const customerId = found?.snapshots[0]?.customerId;
      if (found === undefined || customerId === undefined) return;
      if ((await ledger.userOf(customerId)) !== userId) return;
      await commit(null, findingsFor({ userId, customerId, ticket }, found));
    },
  };
}

/** What an operator may read of a failure. */
export function failureText(error: unknown): string {
  if (error instanceof BillingFailure) return `provider: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
