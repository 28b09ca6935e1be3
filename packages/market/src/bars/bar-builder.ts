/** Makes the forming one-minute bar from trades and emits each bar once, when its minute is over. */

import { MINUTE_MS } from '#time/durations.ts';

import { type Bar, barStartMs } from './bar.ts';
import { FormingBar } from './forming-bar.ts';
import type { SessionVwap } from './session-vwap.ts';

export class BarBuilder {
  readonly #vwap: SessionVwap;
  readonly #onBar: (bar: Bar) => void;
  readonly #bar = new FormingBar();
  /** The first minute that is not closed. */
  #openMs = Number.NEGATIVE_INFINITY;

  /** `vwap` must already hold the trades of a bar when that bar closes. */
  constructor(vwap: SessionVwap, onBar: (bar: Bar) => void) {
    this.#vwap = vwap;
    this.#onBar = onBar;
  }

  /** Closes the forming bar when its minute is over at the instant. */
  advance(timeMs: number): void {
    if (timeMs >= this.#bar.startMs + MINUTE_MS) this.close();
  }

  /** A late trade of a closed minute counts in the forming bar, or else in the next one: closed bars never change. */
  addTrade(timeMs: number, priceTicks: number, size: number, side: number): void {
    this.advance(timeMs);
    if (!this.#bar.isForming) this.#bar.start(Math.max(barStartMs(timeMs, 1), this.#openMs), priceTicks);
    this.#bar.add(priceTicks, size, side, 1);
  }

  /** The forming bar, or null before the first trade of its minute. */
  forming(): Bar | null {
    return this.#bar.read(this.#vwap.valueTicks);
  }

  /** Continues a bar that was stored while it formed. */
  resume(bar: Bar): void {
    this.#bar.resume(bar);
  }

  /** Hands out the forming bar, if there is one, whatever the time. */
  close(): void {
    const bar = this.forming();
    this.#bar.stop();
    if (bar === null) return;
    this.#openMs = bar.startMs + MINUTE_MS;
    this.#onBar(bar);
  }
}
