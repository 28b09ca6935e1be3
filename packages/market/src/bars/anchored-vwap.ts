/** Volume-weighted average price from an instant on, with its deviation: exact sums, however long. */

/** Beyond it a sum goes on in a big integer, while adding to it is still exact. */
const MAX_SUM = 2 ** 52;

export interface VwapBand {
  /** Deviations from the average; 0 is the average itself. */
  readonly multiple: number;
  readonly upperTicks: number;
  readonly lowerTicks: number;
}

/** Prices in ticks, sizes in contracts. Sums are of distances from the first price, which keeps them small. */
export class AnchoredVwap {
  #firstTicks = 0;
  #volume = 0;
  /** Sum of distance times size. */
  #distance = 0;
  /** Sum of squared distance times size: what is below `MAX_SUM`, and what was carried. */
  #squares = 0;
  #carried = 0n;

  get volume(): number {
    return this.#volume;
  }

  /** In ticks with a fraction; null before the first trade. The same number as the session's, for the same trades. */
  get valueTicks(): number | null {
    return this.#volume > 0 ? (this.#firstTicks * this.#volume + this.#distance) / this.#volume : null;
  }

  /**
   * Standard deviation of the price, each contract counting once, in ticks with a fraction; null before the first
   * trade. The variance is the quotient of two exact integers.
   */
  get deviationTicks(): number | null {
    if (this.#volume === 0) return null;
    const volume = BigInt(this.#volume);
    const squares = this.#carried + BigInt(this.#squares);
    const distance = BigInt(this.#distance);
    return Math.sqrt(Number(volume * squares - distance * distance)) / this.#volume;
  }

  add(priceTicks: number, size: number): void {
    if (this.#volume === 0) this.#firstTicks = priceTicks;
    const away = priceTicks - this.#firstTicks;
    this.#volume += size;
    this.#distance += away * size;
    const squares = away * away * size;
    if (squares < MAX_SUM) this.#squares += squares;
    else this.#carried += BigInt(away) ** 2n * BigInt(size);
    if (this.#squares >= MAX_SUM) this.#carry();
  }

  /** Lines at multiples of the deviation, none before the first trade. */
  bands(multiples: readonly number[]): VwapBand[] {
    const [value, deviation] = [this.valueTicks, this.deviationTicks];
    if (value === null || deviation === null) return [];
    return multiples.map((multiple) => ({
      multiple,
      upperTicks: value + multiple * deviation,
      lowerTicks: value - multiple * deviation,
    }));
  }

  /** The same sums on their own: what a bar that still forms would add to them. */
  copy(): AnchoredVwap {
    const other = new AnchoredVwap();
    other.#firstTicks = this.#firstTicks;
    other.#volume = this.#volume;
    other.#distance = this.#distance;
    other.#squares = this.#squares;
    other.#carried = this.#carried;
    return other;
  }

  reset(): void {
    this.#volume = 0;
    this.#distance = 0;
    this.#squares = 0;
    this.#carried = 0n;
  }

  #carry(): void {
    this.#carried += BigInt(this.#squares);
    this.#squares = 0;
  }
}
