/** Applies stored events one after the other for a customer, several customers at once, and tries failed ones again later. */

import { HOUR_MS } from '@undertow/market';
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
const MAX_DELAY_MS = HOUR_MS;
/** From here on every failure is an alarm. */
const ALARMING_ATTEMPTS = 5;

export interface WorkerParts {
  readonly ledger: BillingLedger;
  readonly applier: Pick<EventApplier, 'apply'>;
  readonly clock: Clock;
  readonly counts: SyncCounts;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

/** How long an event waits after a failure: doubled each time, at most an hour. */
export function retryDelayMs(attempts: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** Math.min(attempts, 20), MAX_DELAY_MS);
}

function lanesOf(events: readonly WaitingEvent[]): readonly (readonly WaitingEvent[])[] {
  const lanes = Map.groupBy(events, (event) => event.customerId ?? event.subscriptionId ?? event.id);
  return [...lanes.values()];
}

export class EventWorker {
  readonly #parts: WorkerParts;
  readonly #poll: NodeJS.Timeout;
  #running: Promise<void> | null = null;
  #again = false;
  #isStopped = false;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#poll = setInterval(() => this.wake(), POLL_MS);
    this.#poll.unref();
  }

  /** There may be something to apply. */
  wake(): void {
    if (this.#isStopped) return;
    // The storage is away: everything waits there, and the next poll finds it
    this.drain().catch((error: unknown) =>
      this.#parts.log.error({ err: error }, 'billing events could not be read'),
    );
  }

  /** Resolves once nothing is left whose turn has come. */
  drain(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#pass().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Ends after the events under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#poll);
    await this.#running?.catch(() => undefined);
  }

  async #pass(): Promise<void> {
    const { ledger, clock } = this.#parts;
    for (;;) {
      this.#again = false;
      const events = this.#isStopped ? [] : await ledger.waiting(clock.nowMs(), BATCH);
      if (events.length === 0 && !this.#again) return;
      await pLimit(LANES).map(lanesOf(events), (lane) => this.#applyLane(lane));
    }
  }

  /** Within a lane events keep their order. */
  async #applyLane(lane: readonly WaitingEvent[]): Promise<void> {
    for (const event of lane) {
      if (this.#isStopped) return;
      await this.#apply(event);
    }
  }

  async #apply(event: WaitingEvent): Promise<void> {
    const { ledger, applier, clock, counts, log } = this.#parts;
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
}
