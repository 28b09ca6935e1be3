/** Compares with the payment provider at start, every quarter of an hour, and everything once a night. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@undertow/market';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import {
  type CompareParts,
  compareEvents,
  compareSubscriptions,
  sweepIncomplete,
} from './compare-with-provider.ts';

const QUARTER_MS = 15 * MINUTE_MS;
/** From this hour of the day, UTC, the comparison of everything is due. */
const NIGHT_HOUR_MS = 2 * HOUR_MS;

export interface Reconciler {
  /** One round now, or the one under way. Failures are logged: the next round retries. */
  round(): Promise<void>;
  /** Ends after the step under way. */
  stop(): Promise<void>;
}

export function startReconciler(parts: CompareParts): Reconciler {
  const { ledger, clock, log } = parts;
  let stopped = false;
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

  const task = new RepeatingTask(QUARTER_MS, compare, (error) =>
    log.warn({ err: error }, 'comparison with the payment provider failed'),
  );
  const first = setImmediate(() => void task.run());

  return {
    round: () => (stopped ? Promise.resolve() : task.run()),
    async stop() {
      stopped = true;
      clearImmediate(first);
      await task.stop();
    },
  };
}
