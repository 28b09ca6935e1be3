/** Periodic work that one process at a time does: it begins with the lease and ends with it. */
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import type { Lease, Leases } from '#ports/cluster/leases.ts';
import type { Log } from '#ports/log.ts';

const EVERY_MS = 1_000;
const PREFIX = 'job.';
/** Rounds that a free job beyond the share is left to the others. */
const PATIENCE = 2;
/** One that was given back is left to them for longer. */
const PATIENCE_AFTER_GIVING = 10;

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

export interface LeasedJobsInput {
  readonly leases: Pick<Leases, 'acquire' | 'onFreed' | 'members'>;
  /** The id under which this process is announced. */
  readonly self: string;
  readonly log: Log;
}

interface JobParts extends LeasedJobsInput {
  /** Jobs that this process holds. */
  held(): number;
  /** True of one job at a time: the one that would be given back. */
  isLast(job: LeasedJob): boolean;
}

class LeasedJob {
  readonly name: string;
  readonly #begin: () => StopJob;
  readonly #parts: JobParts;
  readonly #log: Log;
  readonly #task: RepeatingTask;
  readonly #unsubscribe: () => void;
  /** Rounds in which it was free and beyond the share of this process. */
  #free = 0;
  #running: { readonly lease: Lease; readonly stop: StopJob } | null = null;

  constructor(name: string, begin: () => StopJob, parts: JobParts) {
    const { leases, log } = parts;
    this.name = `${PREFIX}${name}`;
    this.#begin = begin;
    this.#parts = parts;
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
      else if (this.#parts.isLast(this) && (await this.#fewest()) <= this.#parts.held() - 2)
        await this.#giveBack(this.#running);
      return;
    }
    if ((await this.#fewest()) < this.#parts.held()) {
      this.#free += 1;
      if (this.#free <= PATIENCE) return;
    }
    const lease = await this.#parts.leases.acquire(this.name);
    this.#free = 0;
    if (lease === null) return;
    this.#running = { lease, stop: this.#begin() };
    this.#log.info({ job: this.name }, 'job acquired');
    lease.lost.addEventListener('abort', () => void this.#task.run(), { once: true });
  }

  /** Jobs of the other process that has the fewest; infinitely many where there is none. Whoever had this one a moment ago is gone. */
  async #fewest(): Promise<number> {
    const { leases, self } = this.#parts;
    const others = (await leases.members()).filter(
      (one) => one.id !== self && one.roles.includes('work') && !one.leases.includes(this.name),
    );
    return Math.min(...others.map((one) => one.leases.filter((name) => name.startsWith(PREFIX)).length));
  }

  /** It goes to a process with less to do. */
  async #giveBack({ lease, stop }: { readonly lease: Lease; readonly stop: StopJob }): Promise<void> {
    this.#running = null;
    this.#free = PATIENCE - PATIENCE_AFTER_GIVING;
    this.#log.info({ job: this.name }, 'job given to another process');
    await stop();
    await lease.release();
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

/** Jobs that the processes of a cluster share: evenly by their number, since each costs little but alerts. */
export function createLeasedJobs(input: LeasedJobsInput): JobRunner {
  const jobs: LeasedJob[] = [];
  const held = (): readonly LeasedJob[] => jobs.filter((job) => job.isHeld);
  const parts: JobParts = {
    ...input,
    held: () => held().length,
    isLast: (job) => held().at(-1) === job,
  };
  return {
    run(name, begin) {
      const job = new LeasedJob(name, begin, parts);
      jobs.push(job);
      return () => job.close();
    },
    get leases() {
      return held().map((job) => job.name);
    },
  };
}
