/** Takes jobs from the queue and runs them, as many of each kind at once as it allows. */
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import { type ClaimedJob, JOB_LEASE, type JobProgress, type JobQueue } from '#ports/jobs/job-queue.ts';
import type { Log } from '#ports/log.ts';
import { FencedOff } from '#ports/ownership/fence.ts';
import { type JobHandler, JobPostponed, JobRefused, type JobRun } from './job-handler.ts';
import { retryDelayMs } from './retry-delay.ts';

const POLL_MS = 1_000;
const SWEEP_POLLS = 2;
/** How long jobs have to end at a stop, before they are given back all the same. */
const STOP_MS = 2_000;
/** Between attempts to settle a job while the database is away. */
const SETTLE_MS = 1_000;

type End = 'lost' | 'overdue' | 'stopping';
type Queue = Omit<JobQueue, 'enqueue' | 'cancel' | 'find' | 'statesOf'>;

interface WorkerParts {
  readonly queue: Queue;
  readonly handlers: readonly JobHandler[];
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly random: () => number;
}

interface RunningJob {
  readonly job: ClaimedJob;
  /** Aborted with an `End`. */
  readonly ending: AbortController;
  readonly renewing: RepeatingTask;
  readonly settled: Promise<void>;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export class JobWorker {
  readonly #parts: WorkerParts;
  readonly #handlers: ReadonlyMap<string, JobHandler>;
  readonly #running = new Set<RunningJob>();
  readonly #polling: RepeatingTask;
  #polls = 0;
  #isStopping = false;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#handlers = new Map(parts.handlers.map((handler) => [handler.kind.name, handler]));
    this.#polling = new RepeatingTask(
      POLL_MS,
      () => this.#poll(),
      (error) => parts.log.warn({ err: error }, 'jobs could not be read'),
    );
    void this.#polling.run();
  }

  /** Takes no more jobs, ends those under way and gives them back to the queue. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#polling.stop();
    const running = [...this.#running];
    for (const { ending } of running) ending.abort('stopping' satisfies End);
    await Promise.race([Promise.all(running.map(({ settled }) => settled)), pause(STOP_MS)]);
    await Promise.all([...this.#running].map(({ job }) => this.#parts.queue.release(job.claim, 0)));
  }

  async #poll(): Promise<void> {
    const { queue } = this.#parts;
    if (this.#polls % SWEEP_POLLS === 0) {
      // Held up for longer than a lease, this process must not return its own jobs to the queue
      await Promise.all([...this.#running].map(({ renewing }) => renewing.run()));
      await queue.sweep();
    }
    this.#polls += 1;
    while (!this.#isStopping) {
      const job = await queue.claim(this.#freeKinds());
      if (job === null) return;
      const handler = this.#handlers.get(job.kind);
      if (handler === undefined)
        throw new Error(`expected a job of a kind that was requested, got ${job.kind}`);
      this.#begin(job, handler);
    }
  }

  #freeKinds(): readonly string[] {
    const busy = [...this.#running].map(({ job }) => job.kind);
    return [...this.#handlers.values()].flatMap(({ kind: { name, atOnce } }) =>
      busy.filter((other) => other === name).length < atOnce ? [name] : [],
    );
  }

  #begin(job: ClaimedJob, handler: JobHandler): void {
    const { queue, log } = this.#parts;
    const { claim, kind, userId } = job;
    const ending = new AbortController();
    let progress: JobProgress | null = null;
    const renew = async (): Promise<void> => {
      const renewal = await queue.renew(claim, progress);
      if (renewal !== 'held') ending.abort(renewal satisfies End);
    };
    const renewing = new RepeatingTask(JOB_LEASE.renewMs, renew, (error) =>
      log.warn({ err: error, job: claim.id, kind }, 'a job could not be renewed'),
    );
    const report = (fraction: number, note: string): void => {
      progress = { fraction: Math.min(1, Math.max(0, fraction)), note };
    };
    const run = { claim, userId, signal: ending.signal, report };
    const settled = this.#run(job, handler, run).finally(() => {
      this.#running.delete(running);
      // A renewal that is under way changes nothing any more
      void renewing.stop();
      if (!this.#isStopping) void this.#polling.run();
    });
    const running = { job, ending, renewing, settled };
    this.#running.add(running);
  }

  async #run(job: ClaimedJob, handler: JobHandler, run: JobRun): Promise<void> {
    const failure = await handler.run(job.payload, run).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    await this.#settle(job, handler, failure, run.signal);
  }

  /** Stores how the attempt ended. While the database is away the job is still renewed, and its end is stored when it is back. */
  async #settle(
    job: ClaimedJob,
    handler: JobHandler,
    failure: { readonly error: unknown } | null,
    signal: AbortSignal,
  ): Promise<void> {
    const { log } = this.#parts;
    const facts = { job: job.claim.id, kind: job.kind, attempt: job.attempt };
    for (;;) {
      const end = signal.reason as End | undefined;
      try {
        const isOwn = await this.#settleOnce(job, handler, failure, end);
        if (!isOwn) log.info(facts, 'a job that another process took, or that was cancelled, ended here');
        return;
      } catch (error) {
        log.error({ ...facts, err: error }, 'the end of a job could not be stored');
        // Its lease runs out, and it is done again
        if (end === 'stopping' || end === 'lost') return;
        await pause(SETTLE_MS);
      }
    }
  }

  /** False where the job is not this process's any more. */
  async #settleOnce(
    { claim, kind, attempt }: ClaimedJob,
    handler: JobHandler,
    failure: { readonly error: unknown } | null,
    end: End | undefined,
  ): Promise<boolean> {
    const { queue, log, random } = this.#parts;
    if (failure === null) return queue.complete(claim);
    const { error } = failure;
    if (end === 'lost' || error instanceof FencedOff) return false;
    if (end === 'overdue') return queue.bury(claim, new Error('its deadline passed while it ran'));
    if (end === 'stopping') return queue.release(claim, 0);
    if (error instanceof JobPostponed) return queue.release(claim, error.delayMs);
    log.error({ err: error, job: claim.id, kind, attempt }, 'a job failed');
    if (error instanceof JobRefused) return queue.bury(claim, error);
    return queue.retry(claim, error, retryDelayMs(handler.kind, attempt, random()));
  }
}
