/** Applies stored events one after the other for a customer, several customers at once, and tries failed ones again later. */

import pLimit from 'p-limit';
import type { BillingLedger, WaitingEvent } from '#ports/billing-sync.ts';
import type { Clock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';
import { type EventApplier, failureText } from './apply-event.ts';
import type { SyncCounts } from './sync-counts.ts';

const BATCH = 100;
/** Customers at once: the provider allows many more calls a second. */
const LANES = 4;
const POLL_MS = 2_000;
const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 60 * 60_000;
/** From here on every failure is an alarm. */
const ALARMING_ATTEMPTS = 5;

export interface WorkerParts {
  readonly ledger: BillingLedger;
  readonly applier: Pick<EventApplier, 'apply'>;
  readonly clock: Clock;
  readonly counts: SyncCounts;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

export interface EventWorker {
  /** There may be something to apply. */
  wake(): void;
  /** Resolves once nothing is left whose turn has come. */
  drain(): Promise<void>;
  /** Ends after the events under way. */
  stop(): Promise<void>;
}

/** How long an event waits after a failure: doubled each time, at most an hour. */
export function retryDelayMs(attempts: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** Math.min(attempts, 20), MAX_DELAY_MS);
}

function lanesOf(events: readonly WaitingEvent[]): readonly (readonly WaitingEvent[])[] {
  const lanes = Map.groupBy(events, (event) => event.customerId ?? event.subscriptionId ?? event.id);
  return [...lanes.values()];
}

export function createEventWorker(parts: WorkerParts): EventWorker {
  const { ledger, applier, clock, counts, log } = parts;
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  async function applyOne(event: WaitingEvent): Promise<void> {
    try {
      await applier.apply(event);
    } catch (error) {
      counts.failed.inc();
      const facts = { err: error, eventId: event.id, type: event.type, attempts: event.attempts + 1 };
      if (event.attempts >= ALARMING_ATTEMPTS) log.error(facts, 'billing event still not applied');
      else log.warn(facts, 'billing event not applied, tried again later');
      await ledger.postpone(event.id, failureText(error), clock.nowMs() + retryDelayMs(event.attempts));
    }
  }

  /** Within a lane events keep their order. */
  async function applyLane(lane: readonly WaitingEvent[]): Promise<void> {
    for (const event of lane) {
      if (stopped) return;
      await applyOne(event);
    }
  }

  async function pass(): Promise<void> {
    for (;;) {
      again = false;
      const events = stopped ? [] : await ledger.waiting(clock.nowMs(), BATCH);
      if (events.length === 0 && !again) return;
      await pLimit(LANES).map(lanesOf(events), applyLane);
    }
  }

  function drain(): Promise<void> {
    again = true;
    running ??= pass().finally(() => {
      running = null;
    });
    return running;
  }

  function wake(): void {
    if (stopped) return;
    // The storage is away: everything waits there, and the next poll finds it
    drain().catch((error: unknown) => log.error({ err: error }, 'billing events could not be read'));
  }

  const poll = setInterval(wake, POLL_MS);
  poll.unref();

  return {
    wake,
    drain,
    async stop() {
      stopped = true;
      clearInterval(poll);
      await running?.catch(() => undefined);
    },
  };
}
