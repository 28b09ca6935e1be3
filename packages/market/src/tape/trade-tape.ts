/** Time and sales: the last trades of an instrument in a ring. */
const CAPACITY = 1024;
const MASK = CAPACITY - 1;

export interface TapeTrade {
  /** Milliseconds since 1970 UTC. */
  readonly timeMs: number;
  readonly priceTicks: number;
  readonly size: number;
  /** Aggressor: `SIDE_BID` buy, `SIDE_ASK` sell, `SIDE_NONE` auction or implied. */
  readonly side: number;
}

/** Prices in ticks, sizes in contracts. */
export class TradeTape {
  readonly #timeMs = new Float64Array(CAPACITY);
  readonly #priceTicks = new Int32Array(CAPACITY);
  readonly #size = new Int32Array(CAPACITY);
  readonly #side = new Int32Array(CAPACITY);
  #count = 0;

  /** Trades since the start, those that fell out included. */
  get total(): number {
    return this.#count;
  }

  add(timeMs: number, priceTicks: number, size: number, side: number): void {
    const slot = this.#count & MASK;
    this.#timeMs[slot] = timeMs;
    this.#priceTicks[slot] = priceTicks;
    this.#size[slot] = size;
    this.#side[slot] = side;
    this.#count += 1;
  }

  /** The last `limit` trades, newest first. */
  last(limit: number): TapeTrade[] {
    const trades: TapeTrade[] = [];
    for (let n = this.#count - 1; n >= this.#count - Math.min(limit, CAPACITY, this.#count); n -= 1) {
      const slot = n & MASK;
      trades.push({
        timeMs: this.#timeMs[slot]!,
        priceTicks: this.#priceTicks[slot]!,
        size: this.#size[slot]!,
        side: this.#side[slot]!,
      });
    }
    return trades;
  }

  /** Number of kept trades at or after an instant; at most the 1024 that are kept. */
  countSince(timeMs: number): number {
    let n = this.#count;
    const oldest = Math.max(0, this.#count - CAPACITY);
    while (n > oldest && this.#timeMs[(n - 1) & MASK]! >= timeMs) n -= 1;
    return this.#count - n;
  }
}
