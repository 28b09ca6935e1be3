/** Periodic work that one process at a time does: it begins with the lease and ends with it. */
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import type { Lease, Leases } from '#ports/cluster/leases.ts';
import type { Log } from '#ports/log.ts';

const EVERY_MS = 1_000;

/** Ends what was begun, after the round in progress. */
export type StopJob = () => unknown;

export interface JobRunner {
  /** Runs a job while this process may; returns what ends it. */
  run(name: string, begin: () => StopJob): () => Promise<void>;
  /** Names of the leases that are held for jobs. */
  readonly leases: readonly string[];
}

/** Where one process does everything. */
export const OWN_JOBS: JobRunner = {
  run(_name, begin) {
    const stop = begin();
    return async () => {
      await stop();
    };
  },
  leases: [],
};

class LeasedJob {
  readonly name: string;
  readonly #begin: () => StopJob;
  readonly #leases: Pick<Leases, 'acquire' | 'onFreed'>;
  readonly #log: Log;
  readonly #task: RepeatingTask;
  readonly #unsubscribe: () => void;
  #running: { readonly lease: Lease; readonly stop: StopJob } | null = null;

  constructor(name: string, begin: () => StopJob, leases: Pick<Leases, 'acquire' | 'onFreed'>, log: Log) {
    this.name = `job.${name}`;
    this.#begin = begin;
    this.#leases = leases;
    this.#log = log;
    this.#task = new RepeatingTask(
      EVERY_MS,
      () => this.#round(),
      (error) => log.warn({ err: error, job: name }, 'lease of a job not read'),
    );
    this.#unsubscribe = leases.onFreed((freed) => {
      if (freed === this.name) void this.#task.run();
    });
    void this.#task.run();
  }

  get isHeld(): boolean {
    return this.#running !== null;
  }

  async #round(): Promise<void> {
    if (this.#running !== null) {
      if (!this.#running.lease.isHeld()) await this.#end();
      return;
    }
    const lease = await this.#leases.acquire(this.name);
    if (lease === null) return;
    this.#running = { lease, stop: this.#begin() };
    this.#log.info({ job: this.name }, 'job acquired');
    lease.lost.addEventListener('abort', () => void this.#task.run(), { once: true });
  }

  async #end(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    if (running === null) return;
    this.#log.warn({ job: this.name }, 'job lost to another process');
    await running.stop();
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    await this.#task.stop();
    const running = this.#running;
    this.#running = null;
    await running?.stop();
    await running?.lease.release();
  }
}

/** Jobs that the processes of a cluster share. */
export function createLeasedJobs(leases: Pick<Leases, 'acquire' | 'onFreed'>, log: Log): JobRunner {
  const jobs: LeasedJob[] = [];
  return {
    run(name, begin) {
      const job = new LeasedJob(name, begin, leases, log);
      jobs.push(job);
      return () => job.close();
    },
    get leases() {
      return jobs.filter((job) => job.isHeld).map((job) => job.name);
    },
  };
}
