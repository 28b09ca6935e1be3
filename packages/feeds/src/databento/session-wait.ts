/** How long to wait before the next session: from a second to half a minute, spread by chance; minutes where sessions are counted. */
import { MINUTE_MS } from '@undertow/market';
import type { SessionRetry } from './databento-error.ts';

/** Connections that follow each other faster than this are closed at once by the gateway. */
const FIRST_MS = 1000;
const MAX_MS = 30_000;
const LATE_MS = 5 * MINUTE_MS;
/** A session that lived this long was a good one: the waits begin again. */
const GOOD_MS = 10_000;

/** All waits in milliseconds; `random` returns 0 to 1, `scale` multiplies every wait. */
export class SessionWait {
  readonly #random: () => number;
  readonly #scale: number;
  #attempts = 0;

  constructor(random: () => number, scale: number) {
    this.#random = random;
    this.#scale = scale;
  }

  /** Milliseconds until the next attempt; null where none may follow by itself. */
  after(retry: SessionRetry): number | null {
    if (retry === 'never') return null;
    if (retry === 'late') return this.#spread(LATE_MS);
    const most = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(this.#attempts, 10));
    this.#attempts += 1;
    return this.#spread(most);
  }

  /** A session is over that ran so long. */
  ended(ranMs: number): void {
    if (ranMs >= GOOD_MS * this.#scale) this.#attempts = 0;
  }

  /** Half of it for sure, half by chance, and never less than the first wait. */
  #spread(mostMs: number): number {
    return this.#scale * Math.max(FIRST_MS, mostMs / 2 + (mostMs / 2) * this.#random());
  }
}
