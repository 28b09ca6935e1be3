/** The trades of an instrument as columns: what every bar of the history plant is made of. */

const FIRST_CAPACITY = 1 << 14;
/** 2^20 trades of 20 bytes: 21 MB an instrument at most; then the older half is dropped. */
const MAX_TRADES = 1 << 20;

/** Trades side by side, oldest first. */
export interface TradeColumns {
  readonly timeMs: Float64Array;
  readonly priceTicks: Int32Array;
  readonly size: Int32Array;
  /** Aggressor: `SIDE_BID` buy, `SIDE_ASK` sell, `SIDE_NONE` neither. */
  readonly side: Int8Array;
}

export class TradeStore implements TradeColumns {
  timeMs = new Float64Array(FIRST_CAPACITY);
  priceTicks = new Int32Array(FIRST_CAPACITY);
  size = new Int32Array(FIRST_CAPACITY);
  side = new Int8Array(FIRST_CAPACITY);
  count = 0;
  /** Number of dropped trades: the first stored one is number `dropped`. */
  dropped = 0;

  add(timeMs: number, priceTicks: number, size: number, side: number): void {
    if (this.count === this.timeMs.length) this.#makeRoom();
    const at = this.count++;
    this.timeMs[at] = timeMs;
    this.priceTicks[at] = priceTicks;
    this.size[at] = size;
    this.side[at] = side;
  }

  /** Index of the first trade at or after an instant; the count where there is none. */
  firstAt(timeMs: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.timeMs[middle]! < timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The trades so far; the arrays stay valid for slow readers. */
  columns(): TradeColumns {
    const { timeMs, priceTicks, size, side } = this;
    return { timeMs, priceTicks, size, side };
  }

  /** Into new columns, never within the old ones: those may still be read. */
  #makeRoom(): void {
    const isFull = this.count >= MAX_TRADES;
    const from = isFull ? this.count >> 1 : 0;
    const capacity = isFull ? MAX_TRADES : this.count * 2;
    this.timeMs = moved(this.timeMs.subarray(from), new Float64Array(capacity));
    this.priceTicks = moved(this.priceTicks.subarray(from), new Int32Array(capacity));
    this.size = moved(this.size.subarray(from), new Int32Array(capacity));
    this.side = moved(this.side.subarray(from), new Int8Array(capacity));
    this.count -= from;
    this.dropped += from;
  }
}

function moved<A extends { set(from: A): void }>(from: A, to: A): A {
  to.set(from);
  return to;
}
