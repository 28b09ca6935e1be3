/** The kind of job that the processes of fault tests work on. */
import type { JobKind } from '@undertow/server/src/ports/jobs/job-kind.ts';

export interface TestJob {
  readonly name: string;
  /** How long it takes. */
  readonly ms: number;
  /** Fails until there is an effect `antidote`. */
  readonly isPoison: boolean;
}

export const TEST_JOB: JobKind<TestJob> = {
  ...{ name: 'test', title: 'Test', payload: { parse: (stored) => stored as TestJob } },
  ...{ priority: 0, atOnce: 2, maxAttempts: 2, deadlineMs: null, firstRetryMs: 20, maxRetryMs: 20 },
};
