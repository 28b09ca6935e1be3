/** For tests: what the queue of jobs promises, in memory and without a database. */
import { JOB_LEASE, type JobState } from '#ports/jobs/job-queue.ts';

export interface ModelJob {
  readonly id: string;
  readonly key: string;
  readonly userId: string | null;
  readonly priority: number;
  readonly partition: string | null;
  readonly maxAttempts: number;
  readonly periodMs: number | null;
  readonly number: number;
  turn: number;
  state: JobState;
  claim: number;
  attempts: number;
  dueMs: number;
  deadlineMs: number | null;
  heldUntilMs: number;
}

type NewModelJob = Pick<ModelJob, 'key' | 'userId' | 'priority' | 'partition' | 'maxAttempts' | 'periodMs'>;

const waits = ({ state }: ModelJob): boolean => state === 'waiting';

export class JobModel {
  readonly jobs: ModelJob[] = [];
  nowMs = 1_800_000_000_000;

  known(key: string): ModelJob | undefined {
    return this.jobs.find((job) => job.key === key && job.state !== 'cancelled');
  }

  enqueue(id: string, job: NewModelJob): void {
    const alike = this.jobs.filter(({ priority }) => priority === job.priority);
    const first = Math.min(...alike.filter(waits).map(({ turn }) => turn));
    const own = alike.filter(
      ({ userId, state }) => userId === job.userId && (state === 'waiting' || state === 'running'),
    );
    this.jobs.push({
      ...{ ...job, id, number: this.jobs.length, state: 'waiting', claim: 0, attempts: 0, heldUntilMs: 0 },
      turn: Math.max(Number.isFinite(first) ? first : 0, ...own.map(({ turn }) => turn + 1), 0),
      dueMs: this.nowMs,
      deadlineMs: job.periodMs === null ? null : this.nowMs + job.periodMs,
    });
  }

  claim(): ModelJob | null {
    const busy = new Set(this.jobs.filter(({ state }) => state === 'running').map((job) => job.partition));
    const [next] = this.jobs
      .filter(waits)
      .filter(({ dueMs, deadlineMs }) => dueMs <= this.nowMs && (deadlineMs ?? Infinity) > this.nowMs)
      .filter(({ partition }) => partition === null || !busy.has(partition))
      .sort((a, b) => b.priority - a.priority || a.turn - b.turn || a.number - b.number);
    if (next === undefined) return null;
    Object.assign(next, { state: 'running', heldUntilMs: this.nowMs + JOB_LEASE.holdMs });
    next.claim += 1;
    next.attempts += 1;
    return next;
  }

  /** The job of a claim, where that is still the newest one. */
  held(id: string, claim: number): ModelJob | undefined {
    return this.jobs.find((job) => job.id === id && job.claim === claim && job.state === 'running');
  }

  fail(job: ModelJob, delayMs: number): void {
    job.state = job.attempts >= job.maxAttempts ? 'dead' : 'waiting';
    job.dueMs = this.nowMs + delayMs;
  }

  sweep(): void {
    for (const job of this.jobs) {
      if (job.state === 'running' && job.heldUntilMs < this.nowMs)
        this.fail(job, Math.min(60_000, 1_000 * 2 ** Math.min(job.attempts, 10)));
    }
    for (const job of this.jobs)
      if (job.state === 'waiting' && (job.deadlineMs ?? Infinity) <= this.nowMs) job.state = 'dead';
  }

  requeue(job: ModelJob): void {
    const deadlineMs = job.periodMs === null ? null : this.nowMs + job.periodMs;
    Object.assign(job, { state: 'waiting', attempts: 0, dueMs: this.nowMs, deadlineMs });
  }
}
