/** When a failed job is tried again. */
import type { JobKind } from '#ports/jobs/job-kind.ts';

type RetryTimes = Pick<JobKind<unknown>, 'firstRetryMs' | 'maxRetryMs'>;

/**
 * Doubled after each attempt, and between a half and the whole of that, so that what failed together is not tried again together.
 * `attempt` is the failed one, from 1; `random` is from 0 to 1.
 */
export function retryDelayMs(
  { firstRetryMs, maxRetryMs }: RetryTimes,
  attempt: number,
  random: number,
): number {
  const wholeMs = Math.min(maxRetryMs, firstRetryMs * 2 ** (attempt - 1));
  return Math.round(wholeMs * (0.5 + random / 2));
}
