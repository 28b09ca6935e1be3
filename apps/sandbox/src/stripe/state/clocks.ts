/** Time in seconds, as Stripe counts it: the sandbox's clock, which can be moved forward. */
import type { StripeObject } from '#stripe/objects/stripe-object.ts';
import type { Store } from './store.ts';

const SETTING = 'clock';

interface ClockSetting extends StripeObject {
  /** Ahead of the clock under it, in seconds. */
  readonly offset: number;
}

export class Clocks {
  readonly #nowMs: () => number;
  readonly #store: Store;
  /** While overdue work is processed, the instant at which it was due. */
  #pinned: number | null = null;

  constructor(nowMs: () => number, store: Store) {
    this.#nowMs = nowMs;
    this.#store = store;
  }

  /** Seconds since 1970. */
  now(): number {
    if (this.#pinned !== null) return this.#pinned;
    return Math.floor(this.#nowMs() / 1000) + this.#offset();
  }

  /** Does something as if it were that instant. */
  at<T>(seconds: number, act: () => T): T {
    const before = this.#pinned;
    this.#pinned = seconds;
    try {
      return act();
    } finally {
      this.#pinned = before;
    }
  }

  move(bySeconds: number): void {
    const setting = { id: SETTING, object: 'sandbox.note', offset: this.#offset() + bySeconds };
    this.#store.put('sandbox.note', setting);
  }

  #offset(): number {
    const setting = this.#store.get('sandbox.note', SETTING) as ClockSetting | undefined;
    return setting?.offset ?? 0;
  }
}
