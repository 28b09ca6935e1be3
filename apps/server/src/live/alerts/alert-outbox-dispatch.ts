/** Reads the alert outbox every few seconds: events whose alerts are stored are settled, and the others are announced. */

import type { FlowEvent } from '@undertow/market';
import type { LiveLog } from '#live/tasks/live-log.ts';
import type { AlertOutbox } from '#ports/alerts.ts';
import type { EventState } from './announced-events.ts';

const EVERY_MS = 2000;
const AT_ONCE = 500;
/** Plans that end by themselves are looked at this often, in rounds. */
const PLANS_EVERY = 15;

export interface AlertOutboxDispatchInput {
  readonly outbox: AlertOutbox;
  readonly log: LiveLog;
  nowMs(): number;
  isAnnounced(state: EventState): boolean;
  announce(event: FlowEvent, delaySeconds: number): void;
  followPlans(): Promise<void>;
}

export class AlertOutboxDispatch {
  readonly #input: AlertOutboxDispatchInput;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #rounds = 0;

  constructor(input: AlertOutboxDispatchInput) {
    this.#input = input;
  }

  get isRunning(): boolean {
    return this.#timer !== null;
  }

  start(): void {
    this.#timer = setInterval(() => this.#begin(), EVERY_MS);
    this.#timer.unref();
    this.#begin();
  }

  #begin(): void {
    this.#running ??= this.#dispatch()
      .catch((error: unknown) => this.#input.log.warn({ err: error }, 'alert outbox not read'))
      .finally(() => {
        this.#running = null;
      });
  }

  async #dispatch(): Promise<void> {
    const { outbox, nowMs, isAnnounced, announce } = this.#input;
    for (;;) {
      const due = await outbox.due(nowMs(), AT_ONCE);
      const settled = due.filter(isAnnounced);
      const waiting = due.filter((entry) => !isAnnounced(entry));
      for (const { event, delaySeconds } of waiting) announce(event, delaySeconds);
      await outbox.settle(settled);
      // What is being announced now is settled by a later look
      if (settled.length < AT_ONCE) break;
    }
    this.#rounds += 1;
    if (this.#rounds % PLANS_EVERY === 0) await this.#input.followPlans();
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.#running;
  }
}
