/** Hands a process what any process changed: polled, so that nothing is lost while the database, or this process, is away. */
import { HOUR_MS, MINUTE_MS } from '@undertow/market';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import type { ChangeLog, Hint } from '#ports/cluster/changes.ts';
import type { Log } from '#ports/log.ts';

/** Changes are kept for an hour by the clock of the application: who read less often may have missed some. */
const MAX_ABSENCE_MS = HOUR_MS - 5 * MINUTE_MS;

export interface FollowChangesInput {
  readonly log: ChangeLog;
  readonly everyMs?: number;
  /** Receives changes of this process too, and after an outage some of them twice. */
  readonly onHint: (hint: Hint) => void;
  /** Called after an absence that was longer than changes are kept: nothing that is remembered can be relied on. */
  readonly onTooLate?: () => void;
  readonly logger: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Milliseconds of a source that never jumps; the process's own by default. */
  readonly monotonicMs?: () => number;
}

export interface FollowedChanges {
  /** Resolves when it is known from where on changes are followed: what is read from the database after it stays current. */
  ready(): Promise<void>;
  /** Reads what is new, now. */
  look(): Promise<void>;
  close(): Promise<void>;
}

class ChangeFollower implements FollowedChanges {
  readonly #input: FollowChangesInput;
  readonly #monotonicMs: () => number;
  readonly #task: RepeatingTask;
  readonly #ready = Promise.withResolvers<void>();
  /** The last one that was handed on; null before the first look. */
  #number: number | null = null;
  #lookedMs: number;
  #isAway = false;
  #isClosed = false;

  constructor(input: FollowChangesInput) {
    this.#input = input;
    this.#monotonicMs = input.monotonicMs ?? (() => performance.now());
    this.#lookedMs = this.#monotonicMs();
    this.#task = new RepeatingTask(
      input.everyMs ?? 500,
      () => this.#round(),
      (error) => this.#onFailure(error),
    );
    void this.#task.run();
  }

  ready(): Promise<void> {
    return this.#ready.promise;
  }

  look(): Promise<void> {
    return this.#task.run();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#task.stop();
    this.#ready.resolve();
  }

  async #round(): Promise<void> {
    const startedMs = this.#monotonicMs();
    if (this.#number === null) {
      this.#number = await this.#input.log.latest();
      this.#ready.resolve();
    } else await this.#readAll(this.#number);
    if (this.#isAway) this.#input.logger.info({ number: this.#number }, 'changes are read again');
    this.#isAway = false;
    const absentMs = startedMs - this.#lookedMs;
    this.#lookedMs = startedMs;
    if (absentMs > MAX_ABSENCE_MS) {
      this.#input.logger.error({ absentMs }, 'changes were not read for longer than they are kept');
      this.#input.onTooLate?.();
    }
  }

  async #readAll(from: number): Promise<void> {
    for (let number = from; !this.#isClosed; ) {
      const found = await this.#input.log.since(number);
      for (const { hint } of found) this.#hand(hint);
      const last = found.at(-1);
      if (last === undefined) return;
      number = last.number;
      this.#number = number;
    }
  }

  /** A listener that fails must not hold up the changes after it. */
  #hand(hint: Hint): void {
    try {
      this.#input.onHint(hint);
    } catch (error) {
      this.#input.logger.error({ err: error, topic: hint.topic }, 'a change was not taken in');
    }
  }

  #onFailure(error: unknown): void {
    if (this.#isAway) return;
    this.#isAway = true;
    this.#input.logger.warn({ err: error }, 'changes cannot be read, trying again');
  }
}

/** Begins after the changes that are committed now, and goes on from the last one that it handed on, whatever happens in between. */
export function followChanges(input: FollowChangesInput): FollowedChanges {
  return new ChangeFollower(input);
}
