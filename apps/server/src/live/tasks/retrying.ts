/**
 * Runs a task until it succeeds, waiting longer after each failure; an outage of storage is retried without limit,
 * other failures count.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { outageOf } from '#failures/outage.ts';

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;

/**
 * The task's result. Rejects with its last error after `attempts` failures that are no outage, or once `stop` was
 * aborted:
 * what storage refuses is given up, what could not reach it is not.
 */
export async function retrying<T>(
  task: () => Promise<T>,
  stop: AbortSignal,
  onFailure: (error: unknown, delayMs: number) => void,
  attempts = Number.POSITIVE_INFINITY,
): Promise<T> {
  let delayMs = FIRST_DELAY_MS;
  let failures = 0;
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (outageOf(error) === null) failures += 1;
      if (stop.aborted || failures >= attempts) throw error;
      onFailure(error, delayMs);
      // An abort ends the wait, and the next attempt is the last
      await wait(delayMs, undefined, { signal: stop }).catch(() => undefined);
      delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
    }
  }
}
