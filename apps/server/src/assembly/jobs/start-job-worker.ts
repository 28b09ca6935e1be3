/** Starts the worker of background jobs, with the handlers of every kind. */
import { createBacktestThreads } from '#adapters/backtests/backtest-threads.ts';
import { VERSION } from '#config/version.ts';
import { JobWorker } from '#jobs/job-worker.ts';
import { createSessionHandler, type ProcessSessionParts } from '#modules/backtests/process-session.ts';
import { createUploadHandler, type ReadUploadParts } from '#modules/backtests/read-upload.ts';
import { createBacktestHandler, type RunBacktestParts } from '#modules/backtests/run-backtest.ts';
import { createInsightsHandler } from '#modules/trades/insight-refresh.ts';
import type { InsightRunner } from '#modules/trades/insight-runner.ts';
import type { JobQueue } from '#ports/jobs/job-queue.ts';
import type { Log } from '#ports/log.ts';

interface JobWorkerParts
  extends Omit<ProcessSessionParts, 'backtestThreads'>,
    Pick<RunBacktestParts, 'backtests'>,
    Pick<ReadUploadParts, 'uploads' | 'uploadFiles'> {
  readonly jobQueue: JobQueue;
  readonly insightRunner: InsightRunner;
  readonly log: Log;
}

export function startJobWorker({ insightRunner, ...parts }: JobWorkerParts): JobWorker {
  const { jobQueue: queue, log } = parts;
  const ofBacktests = { ...parts, backtestThreads: createBacktestThreads(), detectors: VERSION };
  const handlers = [
    createInsightsHandler(insightRunner),
    createSessionHandler(ofBacktests),
    createBacktestHandler(ofBacktests),
    createUploadHandler(ofBacktests),
  ];
  return new JobWorker({ queue, handlers, log, random: Math.random });
}
