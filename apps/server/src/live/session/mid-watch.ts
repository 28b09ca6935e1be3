/** Reports every change of an instrument's mid, for components that compare several instruments. */
import { type InstrumentMarket, NO_PRICE } from '@undertow/market';

/** `timeMs` is exchange time, milliseconds since 1970 UTC. */
export type OnMid = (timeMs: number, midTicks: number) => void;

export class MidWatch {
  readonly #market: InstrumentMarket;
  readonly #onMid: OnMid;
  #midTicks = Number.NaN;

  constructor(market: InstrumentMarket, onMid: OnMid) {
    this.#market = market;
    this.#onMid = onMid;
  }

  /** Call after each match event of a live book. */
  check(timeMs: number): void {
    const { bestBidTicks, bestAskTicks } = this.#market.book;
    if (bestBidTicks === NO_PRICE || bestAskTicks === NO_PRICE) return;
    const midTicks = (bestBidTicks + bestAskTicks) / 2;
    if (midTicks === this.#midTicks) return;
    this.#midTicks = midTicks;
    this.#onMid(timeMs, midTicks);
  }
}
