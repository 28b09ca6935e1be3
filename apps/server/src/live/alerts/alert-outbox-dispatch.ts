/**
 * Reads the alert outbox every few seconds: events whose alerts are stored are settled, and the others are announced.
 */

import { RepeatingTask } from '#concurrency/repeating-task.ts';
import type { Log } from '#ports/log.ts';

const EVERY_MS = 2000;
const AT_ONCE = 500;
/** Plans that end without an event are checked this often, in rounds. */
const PLANS_EVERY = 15;

/** A state of an event whose alerts are not stored yet, of the platform's outbox or of the accounts'. */
interface Outbox<E> {
  due(nowMs: number, limit: number): Promise<readonly E[]>;
  settle(entries: readonly E[]): Promise<void>;
}

export interface AlertOutboxDispatchInput<E> {
  readonly outbox: Outbox<E>;
  readonly log: Log;
  nowMs(): number;
  isAnnounced(entry: E): boolean;
  announce(entry: E): void;
  followPlans(): Promise<void>;
}

export class AlertOutboxDispatch<E> {
  readonly #input: AlertOutboxDispatchInput<E>;
  #task: RepeatingTask | null = null;
  #rounds = 0;

  constructor(input: AlertOutboxDispatchInput<E>) {
    this.#input = input;
  }

  get isRunning(): boolean {
    return this.#task !== null;
  }

  start(): void {
    this.#task = new RepeatingTask(
      EVERY_MS,
      () => this.#dispatch(),
      (error) => this.#input.log.warn({ err: error }, 'alert outbox not read'),
    );
    void this.#task.run();
  }

  async #dispatch(): Promise<void> {
    const { outbox, nowMs, isAnnounced, announce } = this.#input;
    for (;;) {
      const due = await outbox.due(nowMs(), AT_ONCE);
      const settled = due.filter(isAnnounced);
      const waiting = due.filter((entry) => !isAnnounced(entry));
      for (const entry of waiting) announce(entry);
      await outbox.settle(settled);
      // What is being announced now is settled by a later round
      if (settled.length < AT_ONCE) break;
    }
    this.#rounds += 1;
    if (this.#rounds % PLANS_EVERY === 0) await this.#input.followPlans();
  }

  async close(): Promise<void> {
    const task = this.#task;
    this.#task = null;
    await task?.stop();
  }
}
