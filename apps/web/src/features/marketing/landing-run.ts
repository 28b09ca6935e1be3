/** Runs the landing market: makes its history in short slices, then keeps pace with time while somebody looks. */
import type { LandingMarket } from './landing-market.ts';

/** Exchange time made before the first picture. */
export const HISTORY_MS = 60 * 60_000;
/** Longest the page's thread is held at once, and the exchange time of one step in it. */
const SLICE_MS = 8;
const STEP_MS = 1_000;
const TICK_MS = 250;

export interface LandingRunParts {
  readonly market: LandingMarket;
  /** Called when the history is made, and after each tick. `rate` is 1 while it runs. */
  readonly onTick: (rate: 0 | 1) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

export class LandingRun {
  readonly #parts: LandingRunParts;
  readonly #historyEndMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ready = false;
  #playing = false;
  /** Market and monotonic time at which it last began to run. */
  #anchor = { marketMs: 0, atMs: 0 };

  constructor(parts: LandingRunParts) {
    this.#parts = parts;
    this.#historyEndMs = parts.market.timeMs + HISTORY_MS;
  }

  /** Goes on from where it stands; what was missed meanwhile is not made up for. */
  play(): void {
    if (this.#playing) return;
    this.#playing = true;
    this.#begin();
    this.#schedule(0);
  }

  /** Stands still. The history is finished all the same, so that there is a picture. */
  pause(): void {
    if (!this.#playing) return;
    this.#playing = false;
    if (!this.#ready) return;
    this.stop();
    this.#parts.onTick(0);
  }

  /** Makes the history without running on. */
  prepare(): void {
    if (!this.#ready && this.#timer === undefined) this.#schedule(0);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#playing = false;
  }

  #begin(): void {
    this.#anchor = { marketMs: this.#parts.market.timeMs, atMs: this.#parts.now() };
  }

  #schedule(waitMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#turn(), waitMs);
  }

  #turn(): void {
    if (!this.#ready) {
      this.#makeHistory();
      return;
    }
    const { market, now, onTick } = this.#parts;
    const dueMs = this.#anchor.marketMs + now() - this.#anchor.atMs;
    this.#slice(dueMs);
    // A machine that cannot keep pace shows a slower market, never a frozen page.
    if (market.timeMs < dueMs) this.#begin();
    onTick(1);
    this.#schedule(TICK_MS);
  }

  #makeHistory(): void {
    this.#slice(this.#historyEndMs);
    if (this.#parts.market.timeMs < this.#historyEndMs) {
      this.#schedule(0);
      return;
    }
    this.#ready = true;
    this.#timer = undefined;
    this.#begin();
    this.#parts.onTick(this.#playing ? 1 : 0);
    if (this.#playing) this.#schedule(TICK_MS);
  }

  #slice(toMs: number): void {
    const { market, now } = this.#parts;
    const endMs = now() + SLICE_MS;
    while (market.timeMs < toMs && now() < endMs) market.advance(Math.min(toMs, market.timeMs + STEP_MS));
  }
}
