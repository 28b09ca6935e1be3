/** What a kind of job does, and the errors by which it ends other than by failing. */
import type { JobKind } from '#ports/jobs/job-kind.ts';
import type { JobClaim } from '#ports/jobs/job-queue.ts';

/** One attempt at a job. */
export interface JobRun {
  /** With everything that the job stores. */
  readonly claim: JobClaim;
  readonly userId: string | null;
  /** Aborted when the job is cancelled, overdue or taken by another process, and when this process stops. */
  readonly signal: AbortSignal;
  /** How far it is, from 0 to 1, and what is being done. Stored with the next renewal. */
  report(fraction: number, note: string): void;
}

export interface JobHandler {
  readonly kind: Omit<JobKind<unknown>, 'payload'>;
  run(payload: unknown, run: JobRun): Promise<void>;
}

/** No attempt can succeed: a dead letter at once. */
export class JobRefused extends Error {
  override readonly name = 'JobRefused';
}

/** Not now, which is no failure. */
export class JobPostponed extends Error {
  override readonly name = 'JobPostponed';
  readonly delayMs: number;

  constructor(delayMs: number, options?: ErrorOptions) {
    super('postponed', options);
    this.delayMs = delayMs;
  }
}

function payloadOf<P>(kind: JobKind<P>, stored: unknown): P {
  try {
    return kind.payload.parse(stored);
  } catch (cause) {
    throw new JobRefused(`${kind.name}: expected a payload of this release`, { cause });
  }
}

export function createHandler<P>(
  kind: JobKind<P>,
  run: (payload: P, run: JobRun) => Promise<void>,
): JobHandler {
  return { kind, run: async (stored, jobRun) => run(payloadOf(kind, stored), jobRun) };
}
