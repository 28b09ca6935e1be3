/** Runs a task until it succeeds, waiting longer after each failure, at most so many times. */
import { setTimeout as wait } from 'node:timers/promises';

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;

/** The task's answer. Rejects with the task's last error after `attempts` failures, or once `stop` was aborted. */
export async function retrying<T>(
  task: () => Promise<T>,
  stop: AbortSignal,
  onFailure: (error: unknown, delayMs: number) => void,
  attempts = Number.POSITIVE_INFINITY,
): Promise<T> {
  let delayMs = FIRST_DELAY_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      if (stop.aborted || attempt >= attempts) throw error;
      onFailure(error, delayMs);
      // An abort ends the wait, and the next attempt is the last
      await wait(delayMs, undefined, { signal: stop }).catch(() => undefined);
      delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
    }
  }
}
