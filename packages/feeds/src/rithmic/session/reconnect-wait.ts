/** How long to wait before the next attempt to connect: from a second to two minutes, spread by chance, and not forever after refusals. */
import { MINUTE_MS } from '@undertow/market';
import type { Retry } from '#rithmic/wire/rithmic-error.ts';

const FIRST_MS = 1000;
const MAX_MS = 120_000;
/** A connection that lived this long was a good one: the waits begin again. */
const GOOD_MS = 10_000;
/** After refusals that may pass, as a seat that is still held: slow and few, so that no account is locked by us. */
const REFUSED_MS = [5000, 15_000, 30_000, MINUTE_MS, 120_000] as const;

/** All waits in milliseconds; `random` returns 0 to 1. */
export class ReconnectWait {
  readonly #random: () => number;
  /** Multiplies every wait. */
  readonly #scale: number;
  #attempts = 0;
  #refusals = 0;

  constructor(random: () => number, scale = 1) {
    this.#random = random;
    this.#scale = scale;
  }

  /** Milliseconds until the next attempt; null where none may follow. */
  after(retry: Retry): number | null {
    if (retry === 'never') return null;
    if (retry === 'limited') return this.#afterRefusal();
    const most = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(this.#attempts, 10));
    this.#attempts += 1;
    return this.#spread(most);
  }

  /** The gateway accepted a login. */
  accepted(): void {
    this.#refusals = 0;
  }

  /** A connection is over that lived so long. */
  ended(livedMs: number): void {
    if (livedMs >= GOOD_MS * this.#scale) this.#attempts = 0;
  }

  #afterRefusal(): number | null {
    const most = REFUSED_MS[this.#refusals];
    if (most === undefined) return null;
    this.#refusals += 1;
    return this.#spread(most);
  }

  /** Half of it for sure, half by chance, and never less than the first wait. */
  #spread(mostMs: number): number {
    return this.#scale * Math.max(FIRST_MS, mostMs / 2 + (mostMs / 2) * this.#random());
  }
}
