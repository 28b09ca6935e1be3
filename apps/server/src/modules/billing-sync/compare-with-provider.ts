/** Finds events of the payment provider that never arrived, and subscriptions that differ from its list. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@undertow/market';
import type { BillingReads, SubscriptionSnapshot } from '#ports/billing.ts';
import type { BillingLedger } from '#ports/billing-sync.ts';
import type { Clock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';
import type { EventApplier } from './apply-event.ts';
import { acceptEvent, type EventFilterParts } from './event-filter.ts';

/** The provider keeps events for thirty days. */
const FIRST_LOOK_MS = 30 * DAY_MS;
/** Events are listed again for so long: one may be listed later than a younger one. */
const OVERLAP_MS = 5 * MINUTE_MS;
/** The provider ends an unpaid first subscription after 23 hours. */
const INCOMPLETE_MS = 23 * HOUR_MS;

export interface CompareParts extends EventFilterParts {
  readonly reads: Pick<BillingReads, 'listEventsSince' | 'allSubscriptions'>;
  readonly ledger: BillingLedger;
  readonly applier: Pick<EventApplier, 'look'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when events were stored that had not arrived. */
  onStored(): void;
}

type IsStopped = () => boolean;

/** Stores the events that had not arrived since the last comparison; returns how many. */
export async function compareEvents(parts: CompareParts, isStopped: IsStopped): Promise<number> {
  const { reads, ledger, clock, counts, log, onStored } = parts;
  const cursor = await ledger.cursor('events');
  const sinceMs = (cursor ?? clock.nowMs() - FIRST_LOOK_MS) - OVERLAP_MS;
  const events = await reads.listEventsSince(sinceMs);
  const known = await ledger.known(events.map(({ id }) => id));
  let missed = 0;
  for (const event of events) {
    if (isStopped()) return missed;
    if (!known.has(event.id) && (await acceptEvent(parts, event, clock.nowMs())) === 'stored') missed += 1;
  }
  // The provider's own time: its clock and ours need not agree
  const newestMs = events.reduce(
    (newest, { createdAtMs }) => Math.max(newest, createdAtMs),
    cursor ?? sinceMs,
  );
  await ledger.saveCursor('events', newestMs);
  if (missed > 0) {
    counts.missedEvents.inc(missed);
    log.warn({ missed }, 'events of the payment provider had not arrived');
    onStored();
  }
  return missed;
}

/** What must be the same; addresses and secrets may change without a word. */
function essence(snapshot: SubscriptionSnapshot | undefined): string {
  if (snapshot === undefined) return '';
  const { status, tier, trialEndsAtMs, periodEndsAtMs, cancelAtMs, cardReady, scheduled } = snapshot;
  return JSON.stringify([
    status,
    tier,
    trialEndsAtMs,
    periodEndsAtMs,
    cancelAtMs,
    cardReady,
    scheduled?.tier ?? null,
  ]);
}

/** Reads again every subscription that differs from the provider's list; returns how many. */
export async function compareSubscriptions(parts: CompareParts, isStopped: IsStopped): Promise<number> {
  const { reads, ledger, applier, counts, log } = parts;
  let differences = 0;
  for await (const listed of reads.allSubscriptions()) {
    if (isStopped()) break;
    const userId = await ledger.userOf(listed.customerId);
    if (userId === undefined) continue;
    const kept = await ledger.stored(listed.id);
    if (essence(kept) === essence(listed)) continue;
    differences += 1;
    log.error({ userId, subscriptionId: listed.id, known: kept !== undefined }, 'subscription differed');
    await applier.look(userId, listed.id);
  }
  counts.differences.inc(differences);
  log.info({ differences }, 'subscriptions compared');
  return differences;
}

/** Rechecks first payments that were never made: the provider may have cancelled them without an event. */
export async function sweepIncomplete(parts: CompareParts, isStopped: IsStopped): Promise<void> {
  const { ledger, applier, clock } = parts;
  for (const { userId, id } of await ledger.incompleteBefore(clock.nowMs() - INCOMPLETE_MS)) {
    if (isStopped()) return;
    await applier.look(userId, id);
  }
}
