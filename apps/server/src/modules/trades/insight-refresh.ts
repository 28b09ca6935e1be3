/** The job that computes a user's insights again after a release with another generator. */
import { HOUR_MS, MINUTE_MS } from '@undertow/market';
import { z } from 'zod';
import { createHandler, type JobHandler, JobPostponed, JobRefused } from '#jobs/job-handler.ts';
import type { JobKind } from '#ports/jobs/job-kind.ts';
import { WorkUndone } from '#ports/journal-work.ts';
import type { InsightRunner } from './insight-runner.ts';

const payload = z.object({ generator: z.number().int() });

export const INSIGHTS_REFRESH: JobKind<z.infer<typeof payload>> = {
  ...{ name: 'insights-refresh', title: 'Refresh of insights', payload },
  ...{ priority: 0, atOnce: 1, maxAttempts: 5, deadlineMs: null },
  ...{ firstRetryMs: MINUTE_MS, maxRetryMs: HOUR_MS },
};

/** Until there is room in the threads, or the user's own generation is over. */
const PAUSE_MS = MINUTE_MS;

export function createInsightsHandler(runner: Pick<InsightRunner, 'isRunning' | 'generate'>): JobHandler {
  return createHandler(INSIGHTS_REFRESH, async (_payload, { userId, claim }) => {
    if (userId === null) throw new JobRefused('expected a job of a user');
    if (runner.isRunning(userId)) throw new JobPostponed(PAUSE_MS);
    try {
      await runner.generate(userId, claim);
    } catch (error) {
      if (error instanceof WorkUndone && error.reason === 'busy')
        throw new JobPostponed(PAUSE_MS, { cause: error });
      throw error;
    }
  });
}
