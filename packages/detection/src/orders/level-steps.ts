/** What changed on the best levels from one event to the next, on feeds that show levels and no orders. */
import { type LevelBook, type OrderBook, SIDE_ASK, SIDE_BID } from '@undertow/market';

/** Levels a side that are compared: what usual feeds of levels show. */
const LEVELS = 10;
/** Every level of both sides may change in one event, before and after counted separately. */
const MAX_CHANGES = 4 * LEVELS;

class Ladder {
  readonly side: number;
  prices = new Int32Array(LEVELS);
  sizes = new Int32Array(LEVELS);
  readonly orders = new Int32Array(LEVELS);
  count = 0;
  #otherPrices = new Int32Array(LEVELS);
  #otherSizes = new Int32Array(LEVELS);
  otherCount = 0;

  constructor(side: number) {
    this.side = side;
  }

  get pricesBefore(): Int32Array {
    return this.#otherPrices;
  }

  get sizesBefore(): Int32Array {
    return this.#otherSizes;
  }

  read(book: OrderBook | LevelBook): void {
    const { prices, sizes } = this;
    this.prices = this.#otherPrices;
    this.sizes = this.#otherSizes;
    this.#otherPrices = prices;
    this.#otherSizes = sizes;
    this.otherCount = this.count;
    this.count = book.copyTop(this.side, LEVELS, this.prices, this.sizes, this.orders);
  }
}

/**
 * Columns are valid in `[0, count)`. A level that came into or left the window of ten at its far end is not reported:
 * what it was outside is unknown.
 */
export class LevelSteps {
  count = 0;
  readonly side = new Int32Array(MAX_CHANGES);
  readonly priceTicks = new Int32Array(MAX_CHANGES);
  readonly before = new Int32Array(MAX_CHANGES);
  readonly after = new Int32Array(MAX_CHANGES);
  readonly #bids = new Ladder(SIDE_BID);
  readonly #asks = new Ladder(SIDE_ASK);

  /** Compares the book with what it was at the last call. */
  read(book: OrderBook | LevelBook): void {
    this.count = 0;
    this.#compare(this.#bids, book);
    this.#compare(this.#asks, book);
  }

  /** The next call compares with nothing. */
  clear(): void {
    this.#bids.count = 0;
    this.#asks.count = 0;
    this.count = 0;
  }

  #compare(ladder: Ladder, book: OrderBook | LevelBook): void {
    ladder.read(book);
    if (ladder.otherCount === 0) return;
    const sign = ladder.side === SIDE_BID ? -1 : 1;
    const lastBefore = sign * lastPrice(ladder.pricesBefore, ladder.otherCount, sign);
    const lastAfter = sign * lastPrice(ladder.prices, ladder.count, sign);
    let now = 0;
    let then = 0;
    while (now < ladder.count || then < ladder.otherCount) {
      const away = distance(ladder, now, then, sign);
      const price = (away > 0 ? ladder.pricesBefore[then] : ladder.prices[now]) as number;
      const after = away <= 0 ? ladder.sizes[now++]! : 0;
      const before = away >= 0 ? ladder.sizesBefore[then++]! : 0;
      const edge = away < 0 ? lastBefore : lastAfter;
      if (sign * price <= edge || away === 0) this.#append(ladder.side, price, before, after);
    }
  }

  #append(side: number, priceTicks: number, before: number, after: number): void {
    if (before === after) return;
    const at = this.count;
    this.side[at] = side;
    this.priceTicks[at] = priceTicks;
    this.before[at] = before;
    this.after[at] = after;
    this.count = at + 1;
  }
}

/** Price of the worst level when the window is full; no level lies outside one that is not. */
function lastPrice(prices: Int32Array, count: number, sign: number): number {
  return count < LEVELS ? sign * Number.POSITIVE_INFINITY : prices[LEVELS - 1]!;
}

/** Negative where the new level comes first, positive where the old one does, 0 at the same price. */
function distance(ladder: Ladder, now: number, then: number, sign: number): number {
  if (now >= ladder.count) return 1;
  if (then >= ladder.otherCount) return -1;
  return sign * (ladder.prices[now]! - ladder.pricesBefore[then]!);
}
