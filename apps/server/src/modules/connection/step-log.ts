/** Writes down what connections do, a user at a time: what comes in a burst is gathered, so that it is no storm in the database. */

import { MINUTE_MS } from '@undertow/market';
import type { Clock } from '#ports/clock.ts';
import type { StepNote, StepStore } from '#ports/credentials.ts';
import type { Log } from '#ports/log.ts';
import { mergeLogStep } from '#rules/merge-log-steps.ts';

/** Books of one connection are rebuilt at the same moment. */
const SOON_MS = 100;
/** After so many writes without a minute of rest a user's steps are gathered for longer. */
const SOON_WRITES = 6;
const GATHER_MS = 10_000;
const REST_MS = MINUTE_MS;

export interface StepLogParts {
  readonly connectionSteps: StepStore;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** A step as it happens; what it leaves out is null. */
export type Step = Pick<StepNote, 'step'> &
  Partial<Pick<StepNote, 'fault' | 'server' | 'tier' | 'withoutDataMs'>>;

interface Pending {
  /** Newest first. */
  notes: readonly StepNote[];
  timer: NodeJS.Timeout | null;
  writes: number;
  writtenMs: number;
  /** The end of what is being written. */
  last: Promise<void>;
}

export class StepLog {
  readonly #parts: StepLogParts;
  readonly #pending = new Map<string, Pending>();

  constructor(parts: StepLogParts) {
    this.#parts = parts;
  }

  note(userId: string, step: Step): void {
    const atMs = Math.floor(this.#parts.clock.nowMs());
    const nothing = { fault: null, server: null, tier: null, withoutDataMs: null };
    const pending = this.#pendingOf(userId);
    pending.notes = mergeLogStep(pending.notes, { ...nothing, ...step, sinceMs: atMs, atMs, times: 1 });
    if (pending.timer !== null) return;
    if (performance.now() - pending.writtenMs > REST_MS) pending.writes = 0;
    const afterMs = pending.writes < SOON_WRITES ? SOON_MS : GATHER_MS;
    pending.timer = setTimeout(() => this.#write(userId, pending), afterMs);
    pending.timer.unref();
  }

  /** Newest first, with what is not written yet: the log never lags behind the state. */
  async newest(userId: string, limit: number): Promise<readonly StepNote[]> {
    const pending = this.#pending.get(userId);
    let stored: readonly StepNote[];
    let written: Promise<void> | undefined;
    // What is written while it is read counts once
    do {
      written = pending?.last;
      await written;
      stored = await this.#parts.connectionSteps.newest(userId, limit);
    } while (pending?.last !== written);
    const notes = pending?.notes.toReversed() ?? [];
    return notes.reduce<readonly StepNote[]>(mergeLogStep, stored).slice(0, limit);
  }

  /** Discards what is not written yet: the account was erased. */
  forget(userId: string): void {
    const timer = this.#pending.get(userId)?.timer ?? null;
    if (timer !== null) clearTimeout(timer);
    this.#pending.delete(userId);
  }

  /** Writes what is gathered. */
  async flush(): Promise<void> {
    for (const [userId, pending] of this.#pending) {
      if (pending.timer !== null) clearTimeout(pending.timer);
      this.#write(userId, pending);
    }
    await Promise.all([...this.#pending.values()].map(({ last }) => last));
  }

  #pendingOf(userId: string): Pending {
    const known = this.#pending.get(userId);
    if (known !== undefined) return known;
    const none: Pending = { notes: [], timer: null, writes: 0, writtenMs: 0, last: Promise.resolve() };
    this.#pending.set(userId, none);
    return none;
  }

  #write(userId: string, pending: Pending): void {
    pending.timer = null;
    const notes = pending.notes.toReversed();
    if (notes.length === 0) return;
    pending.notes = [];
    pending.writes += 1;
    pending.writtenMs = performance.now();
    const { connectionSteps, log } = this.#parts;
    pending.last = pending.last
      .then(() => connectionSteps.append(userId, notes))
      .catch((error: unknown) => log.error({ err: error, userId }, 'steps of a connection were not kept'));
  }
}
