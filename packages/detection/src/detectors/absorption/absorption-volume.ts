/** Contracts that traded against one side at each price in a window of time, in steps that the caller turns. */

/** Prices are kept by their last seven bits: a window hardly ever reaches 128 ticks to one side of a zone. */
const PRICES = 128;
const PRICE_MASK = PRICES - 1;

export class RecentVolume {
  readonly #steps: number;
  readonly #buckets: Int32Array;
  readonly #totals = new Int32Array(PRICES);
  readonly #inBucket: Int32Array;
  #cursor = 0;
  #sum = 0;

  /** The window is this many steps long. */
  constructor(steps: number) {
    this.#steps = steps;
    this.#buckets = new Int32Array(steps * PRICES);
    this.#inBucket = new Int32Array(steps);
  }

  /** Contracts of the window at all prices. */
  get total(): number {
    return this.#sum;
  }

  add(priceTicks: number, size: number): void {
    const price = priceTicks & PRICE_MASK;
    const at = this.#cursor * PRICES + price;
    this.#buckets[at]! += size;
    this.#totals[price]! += size;
    this.#inBucket[this.#cursor]! += size;
    this.#sum += size;
  }

  /** Another step passed: what is as old as the window falls out. */
  turn(): void {
    this.#cursor = (this.#cursor + 1) % this.#steps;
    if (this.#inBucket[this.#cursor] === 0) return;
    const start = this.#cursor * PRICES;
    for (let price = 0; price < PRICES; price += 1) {
      this.#totals[price]! -= this.#buckets[start + price]!;
      this.#buckets[start + price] = 0;
    }
    this.#sum -= this.#inBucket[this.#cursor]!;
    this.#inBucket[this.#cursor] = 0;
  }

  /** Contracts at a price and one tick around it. */
  zone(priceTicks: number): number {
    const price = priceTicks & PRICE_MASK;
    return (
      this.#totals[price]! + this.#totals[(price + 1) & PRICE_MASK]! + this.#totals[(price - 1) & PRICE_MASK]!
    );
  }

  /** The most that any zone holds. */
  most(): number {
    if (this.#sum === 0) return 0;
    let most = 0;
    for (let price = 0; price < PRICES; price += 1) most = Math.max(most, this.zone(price));
    return most;
  }

  clear(): void {
    this.#buckets.fill(0);
    this.#totals.fill(0);
    this.#inBucket.fill(0);
    this.#sum = 0;
  }
}
