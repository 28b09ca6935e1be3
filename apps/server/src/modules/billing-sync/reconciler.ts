/** Compares with the payment provider at start, every quarter of an hour, and everything once a night. */
import { DAY_MS } from '@undertow/market';
import {
  type CompareParts,
  compareEvents,
  compareSubscriptions,
  sweepIncomplete,
} from './compare-with-provider.ts';

const QUARTER_MS = 15 * 60_000;
/** From this hour of the day, UTC, the comparison of everything is due. */
const NIGHT_HOUR_MS = 2 * 60 * 60_000;

export interface Reconciler {
  /** One round now, or the one under way. Failures are logged: the next round looks again. */
  round(): Promise<void>;
  /** Ends after the step under way. */
  stop(): Promise<void>;
}

export function startReconciler(parts: CompareParts): Reconciler {
  const { ledger, clock, log } = parts;
  let stopped = false;
  let running: Promise<void> | null = null;
  const isStopped = (): boolean => stopped;

  /** The newest instant at which the nightly comparison was due. */
  function lastNightMs(): number {
    const nowMs = clock.nowMs();
    return Math.floor((nowMs - NIGHT_HOUR_MS) / DAY_MS) * DAY_MS + NIGHT_HOUR_MS;
  }

  async function compare(): Promise<void> {
    await compareEvents(parts, isStopped);
    await sweepIncomplete(parts, isStopped);
    if (stopped || ((await ledger.cursor('night')) ?? 0) >= lastNightMs()) return;
    const startedMs = clock.nowMs();
    await compareSubscriptions(parts, isStopped);
    if (!stopped) await ledger.saveCursor('night', startedMs);
  }

  function round(): Promise<void> {
    if (stopped) return Promise.resolve();
    running ??= compare()
      .catch((error: unknown) => log.warn({ err: error }, 'comparison with the payment provider failed'))
      .finally(() => {
        running = null;
      });
    return running;
  }

  const runRound = (): void => {
    round().catch((error: unknown) => log.error({ err: error }, 'comparison not started'));
  };
  const timer = setInterval(runRound, QUARTER_MS);
  timer.unref();
  const first = setImmediate(runRound);

  return {
    round,
    async stop() {
      stopped = true;
      clearInterval(timer);
      clearImmediate(first);
      await running;
    },
  };
}
