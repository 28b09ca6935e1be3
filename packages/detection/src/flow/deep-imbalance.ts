/** Order flow imbalance of the five best levels between two samples of the book (Xu, Gould and Howison 2019). */
import { type LevelBook, type OrderBook, SIDE_ASK, SIDE_BID } from '@undertow/market';

const LEVELS = 5;
/** What a level weighs against the one before it, and the weight of all. */
const FADE = Math.exp(-0.5);
const WEIGHTS = Float64Array.from({ length: LEVELS }, (_, level) => FADE ** level);
const TOTAL_WEIGHT = WEIGHTS.reduce((sum, weight) => sum + weight, 0);

class SideSample {
  prices = new Int32Array(LEVELS);
  sizes = new Int32Array(LEVELS);
  count = 0;
  priorPrices = new Int32Array(LEVELS);
  priorSizes = new Int32Array(LEVELS);
  priorCount = 0;

  read(book: OrderBook | LevelBook, side: number, orders: Int32Array): void {
    const { prices, sizes } = this;
    this.prices = this.priorPrices;
    this.sizes = this.priorSizes;
    this.priorPrices = prices;
    this.priorSizes = sizes;
    this.priorCount = this.count;
    this.count = book.copyTop(side, LEVELS, this.prices, this.sizes, orders);
  }

  /** Contracts that came since the sample before; `better` is the sign of a better price. */
  change(better: number): number {
    const levels = Math.min(this.count, this.priorCount);
    let sum = 0;
    for (let level = 0; level < levels; level += 1) {
      const improvement = (this.prices[level]! - this.priorPrices[level]!) * better;
      const size = this.sizes[level]!;
      const before = this.priorSizes[level]!;
      sum += WEIGHTS[level]! * queueChange(improvement, size, before);
    }
    return sum;
  }
}

export class DeepImbalance {
  readonly #bids = new SideSample();
  readonly #asks = new SideSample();
  readonly #orders = new Int32Array(LEVELS);

  /** Weighted contracts that came to the bid less those that came to the ask since the last sample. */
  sample(book: OrderBook | LevelBook): number {
    this.#bids.read(book, SIDE_BID, this.#orders);
    this.#asks.read(book, SIDE_ASK, this.#orders);
    return (this.#bids.change(1) - this.#asks.change(-1)) / TOTAL_WEIGHT;
  }

  /** The next sample has none to be compared with. */
  interrupt(): void {
    this.#bids.count = 0;
    this.#asks.count = 0;
  }
}

/** Contracts that came to a queue: all of it where the price improved, what was there is lost where it fell. */
export function queueChange(improvement: number, size: number, sizeBefore: number): number {
  if (improvement > 0) return size;
  return improvement < 0 ? -sizeBefore : size - sizeBefore;
}
