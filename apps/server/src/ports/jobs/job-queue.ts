/** The port of background jobs: one queue for all processes, in which each job has one owner at a time. */
import type { JobKind } from './job-kind.ts';

/** A job whose process has not renewed it for `holdMs` is anybody's. Milliseconds. */
export const JOB_LEASE = { renewMs: 1_000, holdMs: 8_000 } as const;

/** Proves that a process owns a job: whoever takes it later has a higher number. */
export interface JobClaim {
  readonly id: string;
  readonly number: number;
}

export interface NewJob<P> {
  /** Names the cause among jobs of the kind: what was requested before is not enqueued again, unless it was cancelled. */
  readonly key: string;
  readonly payload: P;
  /** Whose job it is: shown to them, and erased with their account. Null: nobody's. */
  readonly userId: string | null;
  /** Jobs of one partition run one after the other, whichever kind they are of. */
  readonly partition?: string;
}

export interface ClaimedJob {
  readonly claim: JobClaim;
  readonly kind: string;
  readonly userId: string | null;
  readonly payload: unknown;
  /** 1 at the first one. */
  readonly attempt: number;
}

export interface JobProgress {
  /** From 0 to 1. */
  readonly fraction: number;
  /** What is being done, for people. */
  readonly note: string;
}

export type JobState = 'waiting' | 'running' | 'done' | 'cancelled' | 'dead';

/** A job as its user sees it. Times are milliseconds since 1970 UTC by the clock of the database. */
export interface JobStatus {
  readonly id: string;
  readonly kind: string;
  readonly state: JobState;
  readonly createdMs: number;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
  readonly progress: JobProgress | null;
  /** Until it ends, at the speed so far; null without progress. */
  readonly remainingMs: number | null;
  readonly failure: string | null;
}

/** `lost`: another process took the job, or it was cancelled, dropped or erased. `overdue`: its deadline passed. */
export type Renewal = 'held' | 'lost' | 'overdue';

/** Calls with a claim return false where it is not the newest one any more: nothing is changed then. */
export interface JobQueue {
  /** Returns the id of the job, which may have been enqueued before. */
  enqueue<P>(kind: JobKind<P>, job: NewJob<P>): Promise<string>;
  /** Takes the next job of these kinds; null when none is due. */
  claim(kinds: readonly string[]): Promise<ClaimedJob | null>;
  renew(claim: JobClaim, progress: JobProgress | null): Promise<Renewal>;
  complete(claim: JobClaim): Promise<boolean>;
  /** After a failed attempt: another one after `delayMs`, or a dead letter when it was the last one. */
  retry(claim: JobClaim, failure: unknown, delayMs: number): Promise<boolean>;
  /** Makes it a dead letter at once. */
  bury(claim: JobClaim, failure: unknown): Promise<boolean>;
  /** Gives it back as if it had not been begun, to be taken after `delayMs` at the earliest. */
  release(claim: JobClaim, delayMs: number): Promise<boolean>;
  /** Returns jobs of processes that ended to the queue, and makes dead letters of what is overdue or failed too often. */
  sweep(): Promise<void>;
  /** Cancels a user's job, waiting or running. False where it ended before, or is another user's. */
  cancel(userId: string, id: string): Promise<boolean>;
  /** Of jobs of a kind by key, whoever's they are; none of those that were cancelled or never enqueued. */
  statesOf(kind: string, keys: readonly string[]): Promise<ReadonlyMap<string, JobState>>;
  /** Those of a user, by id. */
  find(userId: string, ids: readonly string[]): Promise<readonly JobStatus[]>;
}

/** A job that failed for good, as administrators see it. */
export interface DeadJob {
  readonly id: string;
  readonly kind: string;
  readonly userId: string | null;
  readonly payload: unknown;
  readonly attempts: number;
  readonly createdMs: number;
  readonly endedMs: number;
  readonly failure: string;
}

/** Calls return false where there is no such dead letter (any more). */
export interface JobDeadLetters {
  /** The newest first. */
  list(limit: number): Promise<readonly DeadJob[]>;
  /** Back into the queue with all its attempts and a new deadline, with its audit row. */
  requeue(id: string, actor: string, nowMs: number, requestId: string): Promise<boolean>;
  /** Removed for good, with its audit row. */
  drop(id: string, actor: string, nowMs: number, requestId: string): Promise<boolean>;
}
