/** Starts the worker of background jobs, with the handlers of every kind. */
import { JobWorker } from '#jobs/job-worker.ts';
import { createInsightsHandler } from '#modules/trades/insight-refresh.ts';
import type { InsightRunner } from '#modules/trades/insight-runner.ts';
import type { JobQueue } from '#ports/jobs/job-queue.ts';
import type { Log } from '#ports/log.ts';

interface JobWorkerParts {
  readonly jobQueue: JobQueue;
  readonly insightRunner: InsightRunner;
  readonly log: Log;
}

export function startJobWorker({ jobQueue: queue, insightRunner, log }: JobWorkerParts): JobWorker {
  return new JobWorker({ queue, handlers: [createInsightsHandler(insightRunner)], log, random: Math.random });
}
