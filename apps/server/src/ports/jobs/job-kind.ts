/** What the queue and its workers know of a kind of job. */

export interface JobKind<P> {
  /** In the database and in metrics, for example `insights-refresh`. */
  readonly name: string;
  /** For administrators, for example `Refresh of insights`. */
  readonly title: string;
  /** Checks a stored payload, which an earlier release may have written. */
  readonly payload: { parse(stored: unknown): P };
  /** Jobs of a higher priority run first. */
  readonly priority: number;
  /** At the same time in one process. */
  readonly atOnce: number;
  /** Runs that may fail, or end with their process, before the job becomes a dead letter. */
  readonly maxAttempts: number;
  /** From the request to the latest end; null for ever. */
  readonly deadlineMs: number | null;
  /** Before the second attempt; doubled before each further one. */
  readonly firstRetryMs: number;
  readonly maxRetryMs: number;
}
