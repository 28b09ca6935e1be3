/** The trades of an instrument as columns: what every bar of the history plant is made of. */

const FIRST_CAPACITY = 1 << 14;
/** 2^20 trades of 20 bytes: 21 MB an instrument at most; then the older half is forgotten. */
const MOST = 1 << 20;

export class TradeStore {
  timeMs = new Float64Array(FIRST_CAPACITY);
  priceTicks = new Int32Array(FIRST_CAPACITY);
  size = new Int32Array(FIRST_CAPACITY);
  /** Aggressor: `SIDE_BID` buy, `SIDE_ASK` sell, `SIDE_NONE` neither. */
  side = new Int8Array(FIRST_CAPACITY);
  count = 0;
  /** Trades that were forgotten: the first that is kept is number `dropped`. */
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
      if ((this.timeMs[middle] as number) < timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #makeRoom(): void {
    if (this.count < MOST) {
      this.timeMs = grown(this.timeMs, new Float64Array(this.count * 2));
      this.priceTicks = grown(this.priceTicks, new Int32Array(this.count * 2));
      this.size = grown(this.size, new Int32Array(this.count * 2));
      this.side = grown(this.side, new Int8Array(this.count * 2));
      return;
    }
    const half = this.count >> 1;
    for (const column of [this.timeMs, this.priceTicks, this.size, this.side]) column.copyWithin(0, half);
    this.count -= half;
    this.dropped += half;
  }
}

function grown<A extends { set(from: A): void }>(from: A, to: A): A {
  to.set(from);
  return to;
}
