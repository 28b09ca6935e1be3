/** Footprint: volume at the bid and at the ask for every price of each one-minute bar; the last bars are kept. */
import { type PriceVolume, PriceVolumes } from './price-volumes.ts';

const BAR_CAPACITY = 256;
const CELL_CAPACITY = 16_384;
/** Int32 values a cell: price, bid volume, ask volume, volume. */
const STRIDE = 4;

export interface FootprintBar {
  readonly startMs: number;
  /** Lowest price first. */
  readonly prices: readonly PriceVolume[];
}

/** Prices in ticks, volumes in contracts, `startMs` of a bar since 1970 UTC. */
export class Footprint {
  readonly #formingPrices = new PriceVolumes();
  readonly #startMs = new Float64Array(BAR_CAPACITY);
  /** Count of cells written before the bar, over all bars ever. */
  readonly #firstCell = new Float64Array(BAR_CAPACITY);
  readonly #cellCount = new Int32Array(BAR_CAPACITY);
  readonly #cells = new Int32Array(CELL_CAPACITY * STRIDE);
  #barTotal = 0;
  #cellTotal = 0;

  add(priceTicks: number, size: number, side: number): void {
    this.#formingPrices.add(priceTicks, size, side);
  }

  /** Prices of the forming bar, lowest first. */
  forming(): PriceVolume[] {
    return this.#formingPrices.sorted();
  }

  /** Keeps the forming prices as the bar that starts at `startMs`. A bar of more prices than the ring keeps the lowest. */
  close(startMs: number): void {
    const rows = this.#formingPrices.sorted().slice(0, CELL_CAPACITY);
    const slot = this.#barTotal % BAR_CAPACITY;
    this.#startMs[slot] = startMs;
    this.#firstCell[slot] = this.#cellTotal;
    this.#cellCount[slot] = rows.length;
    for (const row of rows) {
      const at = (this.#cellTotal % CELL_CAPACITY) * STRIDE;
      this.#cells[at] = row.priceTicks;
      this.#cells[at + 1] = row.bidVolume;
      this.#cells[at + 2] = row.askVolume;
      this.#cells[at + 3] = row.volume;
      this.#cellTotal += 1;
    }
    this.#barTotal += 1;
    this.#formingPrices.clear();
  }

  /** Forgets the forming prices. */
  discard(): void {
    this.#formingPrices.clear();
  }

  /** The last `count` closed bars whose cells are still kept, oldest first. */
  last(count: number): FootprintBar[] {
    const bars: FootprintBar[] = [];
    const oldest = Math.max(0, this.#barTotal - Math.min(count, BAR_CAPACITY));
    for (let n = oldest; n < this.#barTotal; n += 1) {
      const slot = n % BAR_CAPACITY;
      const first = this.#firstCell[slot]!;
      if (first < this.#cellTotal - CELL_CAPACITY) continue;
      bars.push({ startMs: this.#startMs[slot]!, prices: this.#readCells(first, slot) });
    }
    return bars;
  }

  #readCells(first: number, slot: number): PriceVolume[] {
    const rows: PriceVolume[] = [];
    for (let n = first; n < first + this.#cellCount[slot]!; n += 1) {
      const at = (n % CELL_CAPACITY) * STRIDE;
      rows.push({
        priceTicks: this.#cells[at]!,
        bidVolume: this.#cells[at + 1]!,
        askVolume: this.#cells[at + 2]!,
        volume: this.#cells[at + 3]!,
      });
    }
    return rows;
  }
}
