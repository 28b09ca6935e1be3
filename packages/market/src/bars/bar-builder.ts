/** Makes the forming one-minute bar from trades and emits each bar once, when its minute is over. */

import { SIDE_ASK, SIDE_BID } from '#events/market-event.ts';
import { MINUTE_MS } from '#time/durations.ts';

import { type Bar, barStartMs } from './bar.ts';
import type { SessionVwap } from './session-vwap.ts';

export class BarBuilder {
  readonly #vwap: SessionVwap;
  readonly #onBar: (bar: Bar) => void;
  /** NaN while no bar is forming. */
  #startMs = Number.NaN;
  /** The first minute that is not closed. */
  #openMs = Number.NEGATIVE_INFINITY;
  #openTicks = 0;
  #highTicks = 0;
  #lowTicks = 0;
  #closeTicks = 0;
  #volume = 0;
  #buyVolume = 0;
  #sellVolume = 0;
  #trades = 0;

  /** `vwap` must already hold the trades of a bar when that bar closes. */
  constructor(vwap: SessionVwap, onBar: (bar: Bar) => void) {
    this.#vwap = vwap;
    this.#onBar = onBar;
  }

  /** Closes the forming bar when its minute is over at the instant. */
  advance(timeMs: number): void {
    if (timeMs >= this.#startMs + MINUTE_MS) this.close();
  }

  /** A late trade of a closed minute counts in the forming bar, or else in the next one: closed bars never change. */
  addTrade(timeMs: number, priceTicks: number, size: number, side: number): void {
    this.advance(timeMs);
    if (Number.isNaN(this.#startMs)) this.#start(timeMs, priceTicks);
    if (priceTicks > this.#highTicks) this.#highTicks = priceTicks;
    if (priceTicks < this.#lowTicks) this.#lowTicks = priceTicks;
    this.#closeTicks = priceTicks;
    this.#volume += size;
    if (side === SIDE_BID) this.#buyVolume += size;
    else if (side === SIDE_ASK) this.#sellVolume += size;
    this.#trades += 1;
  }

  /** The forming bar, or null before the first trade of its minute. */
  forming(): Bar | null {
    if (Number.isNaN(this.#startMs)) return null;
    return {
      startMs: this.#startMs,
      openTicks: this.#openTicks,
      highTicks: this.#highTicks,
      lowTicks: this.#lowTicks,
      closeTicks: this.#closeTicks,
      volume: this.#volume,
      buyVolume: this.#buyVolume,
      sellVolume: this.#sellVolume,
      trades: this.#trades,
      vwapTicks: this.#vwap.valueTicks,
    };
  }

  /** Continues a bar that was stored while it formed. */
  resume(bar: Bar): void {
    this.#startMs = bar.startMs;
    this.#openTicks = bar.openTicks;
    this.#highTicks = bar.highTicks;
    this.#lowTicks = bar.lowTicks;
    this.#closeTicks = bar.closeTicks;
    this.#volume = bar.volume;
    this.#buyVolume = bar.buyVolume;
    this.#sellVolume = bar.sellVolume;
    this.#trades = bar.trades;
  }

  /** Hands out the forming bar, if there is one, whatever the time. */
  close(): void {
    const bar = this.forming();
    this.#startMs = Number.NaN;
    if (bar === null) return;
    this.#openMs = bar.startMs + MINUTE_MS;
    this.#onBar(bar);
  }

  #start(timeMs: number, priceTicks: number): void {
    this.#startMs = Math.max(barStartMs(timeMs, 1), this.#openMs);
    this.#openTicks = priceTicks;
    this.#highTicks = priceTicks;
    this.#lowTicks = priceTicks;
    this.#volume = 0;
    this.#buyVolume = 0;
    this.#sellVolume = 0;
    this.#trades = 0;
  }
}
