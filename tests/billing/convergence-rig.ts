/** Applies a random history to a ledger through the real intake, worker and reconciler: late, twice, in any order, or never, with crashes between. */

import { HOUR_MS, seededDraws } from '@undertow/market';
import { createEventApplier } from '@undertow/server/src/modules/billing-sync/apply-event.ts';
import {
  compareEvents,
  compareSubscriptions,
} from '@undertow/server/src/modules/billing-sync/compare-with-provider.ts';
import { acceptEvent } from '@undertow/server/src/modules/billing-sync/event-filter.ts';
import { EventWorker } from '@undertow/server/src/modules/billing-sync/event-worker.ts';
import { createSyncCounts } from '@undertow/server/src/modules/billing-sync/sync-counts.ts';
import type { BillingEvent } from '@undertow/server/src/ports/billing.ts';
import type { BillingLedger } from '@undertow/server/src/ports/billing-sync.ts';
import { testClock } from '@undertow/server/testing/clock.ts';
import { Registry } from 'prom-client';
import { pick, RandomHistory } from './random-history.ts';

export const HISTORY_START_MS = Date.UTC(2026, 0, 1);

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The process has crashed: every call fails. */
class Crash extends Error {
  override readonly name = 'Crash';
}

/** Counts calls down to the one at which the process crashes: before it has its effect, or after. */
class CrashPoint {
  #left: number;
  readonly #after: boolean;
  #crashed = false;

  constructor(left: number, after: boolean) {
    this.#left = left;
    this.#after = after;
  }

  async around<T>(call: () => Promise<T>): Promise<T> {
    if (this.#crashed) throw new Crash();
    this.#left -= 1;
    const crashes = this.#left < 0;
    if (crashes) this.#crashed = true;
    if (crashes && !this.#after) throw new Crash();
    const result = await call();
    if (crashes || this.#crashed) throw new Crash();
    return result;
  }
}

function crashing(ledger: BillingLedger, crashPoint: CrashPoint): BillingLedger {
  return new Proxy(ledger, {
    get(target, name) {
      const call = Reflect.get(target, name, target) as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) => crashPoint.around(() => call.apply(target, args));
    },
  });
}

/** A few turns of the event loop, so that two workers overtake each other. */
async function yieldTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
}

export interface ConvergedHistory {
  readonly history: RandomHistory;
  /** Subscriptions that the last comparison found different. */
  readonly differences: number;
  readonly delivered: number;
  readonly crashes: number;
}

/** `ledger` has the customer of the history already. */
export async function converge(
  seed: number,
  customerId: string,
  ledger: BillingLedger,
): Promise<ConvergedHistory> {
  const random = seededDraws(seed ^ 0x5eed);
  const history = new RandomHistory(seed, customerId, HISTORY_START_MS);
  const { provider } = history;
  const time = { ms: HISTORY_START_MS };
  const clock = testClock(() => time.ms);
  const counts = createSyncCounts(new Registry());
  const bus = { publish: () => undefined };
  let delivered = 0;
  let crashes = 0;
  let steps = 2 + Math.floor(random() * 6);

  function step(): void {
    steps -= 1;
    history.step();
    time.ms = Math.max(time.ms + HOUR_MS, provider.events.at(-1)?.createdAtMs ?? 0);
  }

  /** A response is as old as it took to come: meanwhile the state may change, and a newer response overtake it. */
  const gateway = new Proxy(provider, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        await yieldTurns(Math.floor(random() * 12));
        const result: unknown = await member.apply(target, args);
        if (steps > 0 && random() < 0.1) {
          step();
          // Its event may be applied by the other worker before this response arrives
          const event = provider.events.at(-1);
          if (event !== undefined && random() < 0.7) await deliver(event);
        }
        await yieldTurns(Math.floor(random() * 40));
        return result;
      };
    },
  });

  /** One process from its start to its end: drains the queue with one or two workers, and crashes at `crashPoint`. */
  async function process(crashPoint: CrashPoint, workers: number): Promise<void> {
    const mine = crashing(ledger, crashPoint);
    const started = Array.from({ length: workers }, () => {
      const applier = createEventApplier({
        gateway,
        ledger: mine,
        bus,
        clock,
        counts,
        log: SILENT,
      });
      return new EventWorker({ ledger: mine, applier, clock, counts, log: SILENT });
    });
    const ends = await Promise.allSettled(started.map((worker) => worker.drain()));
    await Promise.all(started.map((worker) => worker.stop()));
    for (const end of ends) {
      if (end.status === 'rejected' && !(end.reason instanceof Crash)) throw end.reason;
    }
    if (ends.some(({ status }) => status === 'rejected')) crashes += 1;
  }

  async function deliver(event: BillingEvent): Promise<void> {
    await acceptEvent({ ledger, livemode: false, counts, log: SILENT }, event, time.ms);
    delivered += 1;
  }

  while (steps > 0) {
    step();
    // Any event so far, in any order, any number of times; some never come
    const arrivals = Math.floor(random() * 4);
    for (let arrival = 0; arrival < arrivals; arrival += 1) await deliver(pick(random, provider.events));
    if (random() < 0.6) {
      const crashAt = random() < 0.5 ? Math.floor(random() * 12) : Number.POSITIVE_INFINITY;
      await process(new CrashPoint(crashAt, random() < 0.5), random() < 0.3 ? 2 : 1);
    }
  }

  // No more crashes: missing events are fetched, failed ones retried
  const applier = createEventApplier({ gateway: provider, ledger, bus, clock, counts, log: SILENT });
  const intake = { ledger, livemode: false, counts, log: SILENT, onStored: () => undefined };
  const compare = { ...intake, reads: provider, applier, clock };
  await compareEvents(compare, () => false);
  for (let round = 0; round < 20 && (await ledger.counts()).waiting > 0; round += 1) {
    time.ms += HOUR_MS;
    await process(new CrashPoint(Number.POSITIVE_INFINITY, false), 1);
  }
  const differences = await compareSubscriptions(compare, () => false);
  return { history, differences, delivered, crashes };
}
