/** Volume by price as an open-addressed table: bounded by the prices traded, whatever their distance. */
import { SIDE_ASK, SIDE_BID } from '#events/market-event.ts';

const FIRST_CAPACITY = 256;
/** Int32 values an entry: price, volume at the bid (sell aggressors), at the ask (buy aggressors), without aggressor. */
const STRIDE = 4;
/** Knuth's multiplicative hash. */
const HASH_FACTOR = 0x9e37_79b1;

/** Contracts traded at one price. */
export interface PriceVolume {
  readonly priceTicks: number;
  /** Sell aggressors, who trade at the bid. */
  readonly bidVolume: number;
  /** Buy aggressors, who trade at the ask. */
  readonly askVolume: number;
  /** With the prints that have no aggressor. */
  readonly volume: number;
}

/** Prices in ticks, volumes in contracts. */
export class PriceVolumes {
  #cells = new Int32Array(FIRST_CAPACITY * STRIDE);
  #used = new Uint8Array(FIRST_CAPACITY);
  #entries = 0;

  /** Distinct prices. */
  get size(): number {
    return this.#entries;
  }

  add(priceTicks: number, size: number, side: number): void {
    const at = this.#slotOf(priceTicks) * STRIDE;
    const column = side === SIDE_ASK ? 1 : side === SIDE_BID ? 2 : 3;
    this.#cells[at + column]! += size;
  }

  clear(): void {
    this.#used.fill(0);
    this.#entries = 0;
  }

  /** All prices, lowest first. */
  sorted(): PriceVolume[] {
    const rows: PriceVolume[] = [];
    for (let slot = 0; slot < this.#used.length; slot += 1) {
      if (this.#used[slot] === 0) continue;
      const at = slot * STRIDE;
      const bidVolume = this.#cells[at + 1]!;
      const askVolume = this.#cells[at + 2]!;
      const volume = bidVolume + askVolume + this.#cells[at + 3]!;
      rows.push({ priceTicks: this.#cells[at]!, bidVolume, askVolume, volume });
    }
    return rows.sort((a, b) => a.priceTicks - b.priceTicks);
  }

  #slotOf(priceTicks: number): number {
    if (this.#entries * 2 >= this.#used.length) this.#grow();
    const mask = this.#used.length - 1;
    let slot = (Math.imul(priceTicks, HASH_FACTOR) >>> 12) & mask;
    while (this.#used[slot] === 1) {
      if (this.#cells[slot * STRIDE] === priceTicks) return slot;
      slot = (slot + 1) & mask;
    }
    this.#used[slot] = 1;
    this.#entries += 1;
    this.#cells.fill(0, slot * STRIDE, (slot + 1) * STRIDE);
    this.#cells[slot * STRIDE] = priceTicks;
    return slot;
  }

  #grow(): void {
    const cells = this.#cells;
    const used = this.#used;
    this.#cells = new Int32Array(cells.length * 2);
    this.#used = new Uint8Array(used.length * 2);
    this.#entries = 0;
    for (let slot = 0; slot < used.length; slot += 1) {
      if (used[slot] === 0) continue;
      const to = this.#slotOf(cells[slot * STRIDE]!) * STRIDE;
      this.#cells.set(cells.subarray(slot * STRIDE, (slot + 1) * STRIDE), to);
    }
  }
}
