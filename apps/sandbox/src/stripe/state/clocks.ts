/** Time in seconds, as Stripe counts it: the sandbox's own clock, which can be moved, and test clocks, which stand still. */
import type { StripeObject } from '#stripe/objects/stripe-object.ts';
import type { Store } from './store.ts';

const SETTING = 'clock';

interface ClockSetting extends StripeObject {
  /** Ahead of the clock under it, in seconds. */
  readonly offset: number;
  /** Stands still at this instant; null where it runs. */
  readonly frozen: number | null;
}

export class Clocks {
  readonly #nowMs: () => number;
  readonly #store: Store;
  /** While past due work is done, the instant at which it was due; by clock, `''` is the sandbox's own. */
  readonly #pinned = new Map<string, number>();

  constructor(nowMs: () => number, store: Store) {
    this.#nowMs = nowMs;
    this.#store = store;
  }

  /** Seconds since 1970 on a test clock, or on the sandbox's own. */
  now(clock: string | null): number {
    const pinned = this.#pinned.get(clock ?? '');
    if (pinned !== undefined) return pinned;
    return clock === null
      ? this.#own()
      : (this.#store.get('test_helpers.test_clock', clock)?.frozen_time ?? this.#own());
  }

  /** The clock that the object lives on. */
  of(object: StripeObject): string | null {
    if (typeof object['test_clock'] === 'string') return object['test_clock'];
    const customer = object['customer'];
    return typeof customer === 'string' ? (this.#store.get('customer', customer)?.test_clock ?? null) : null;
  }

  nowFor(object: StripeObject): number {
    return this.now(this.of(object));
  }

  nowForCustomer(customer: string | null): number {
    return this.now(customer === null ? null : (this.#store.get('customer', customer)?.test_clock ?? null));
  }

  /** Does something as if it were that instant. */
  at<T>(clock: string | null, seconds: number, act: () => T): T {
    const key = clock ?? '';
    const before = this.#pinned.get(key);
    this.#pinned.set(key, seconds);
    try {
      return act();
    } finally {
      if (before === undefined) this.#pinned.delete(key);
      else this.#pinned.set(key, before);
    }
  }

  /** Moves the sandbox's own clock; it never goes back. */
  move(to: number, frozen: boolean): void {
    const under = Math.floor(this.#nowMs() / 1000);
    const setting = { id: SETTING, object: 'sandbox.note', offset: to - under, frozen: frozen ? to : null };
    this.#store.put('sandbox.note', setting);
  }

  #own(): number {
    const setting = this.#store.get('sandbox.note', SETTING) as ClockSetting | undefined;
    return setting?.frozen ?? Math.floor(this.#nowMs() / 1000) + (setting?.offset ?? 0);
  }
}
