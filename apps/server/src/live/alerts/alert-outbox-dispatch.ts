/** Every few seconds: events whose alerts are stored are settled, and the others are announced. */

import type { FlowEvent } from '@undertow/market';
import type { AlertDebts } from '#ports/alerts.ts';
import type { EventState } from './announced-events.ts';
import type { LiveLog } from '#live/tasks/live-log.ts';

const EVERY_MS = 2000;
const AT_ONCE = 500;
/** Plans that end by themselves are looked at this often, in rounds. */
const PLANS_EVERY = 15;

export interface DebtSweepInput {
  readonly debts: AlertDebts;
  readonly log: LiveLog;
  nowMs(): number;
  isAnnounced(state: EventState): boolean;
  announce(event: FlowEvent, delaySeconds: number): void;
  followPlans(): Promise<void>;
}

export class DebtSweep {
  readonly #input: DebtSweepInput;
  #timer: NodeJS.Timeout | null = null;
  #sweeping: Promise<void> | null = null;
  #rounds = 0;

  constructor(input: DebtSweepInput) {
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
    this.#sweeping ??= this.#sweep()
      .catch((error: unknown) => this.#input.log.warn({ err: error }, 'owed alerts not looked at'))
      .finally(() => {
        this.#sweeping = null;
      });
  }

  async #sweep(): Promise<void> {
    const { debts, nowMs, isAnnounced, announce } = this.#input;
    for (;;) {
      const due = await debts.due(nowMs(), AT_ONCE);
      const settled = due.filter(isAnnounced);
      const owed = due.filter((debt) => !isAnnounced(debt));
      for (const { event, delaySeconds } of owed) announce(event, delaySeconds);
      await debts.settle(settled);
      // What is being announced now is settled by a later look
      if (settled.length < AT_ONCE) break;
    }
    this.#rounds += 1;
    if (this.#rounds % PLANS_EVERY === 0) await this.#input.followPlans();
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.#sweeping;
  }
}
