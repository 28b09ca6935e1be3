/** What is remembered of each price: contracts bought and sold there, and how much rests there. One tick array. */
import type { LevelBook, OrderBook } from '@undertow/market';
import { SIDE_ASK, SIDE_BID } from '@undertow/market';

/** Prices held around the market; beyond them the past is dropped. */
const SPAN = 4096;
/** The market is kept this far from the ends. */
const MARGIN = 512;
/** Deep enough for prices that are an usual bar away where ticks are small; feeds of levels end before. */
const BOOK_LEVELS = 48;
/** Displayed size counts as resting once it was there for about a minute of samples a second apart. */
const RESTING_SAMPLES = 60;
/** A price is known once it was visible for some seconds. */
const MIN_SEEN = 0.1;
/** Prices on each side that a zone is compared with. */
const BESIDE = 5;

/** How a zone differs from the prices beside it, as logarithms: by size, by number of orders, by size of an order. */
interface Prominence {
  readonly size: number;
  readonly count: number;
  readonly order: number;
}

const NOT_IN_SIGHT: Prominence = { size: 0, count: 0, order: 0 };

export class LevelPrices {
  readonly #bought = new Float64Array(SPAN);
  readonly #sold = new Float64Array(SPAN);
  readonly #resting = new Float64Array(SPAN);
  /** How much of a minute a price was visible, 0 to 1. */
  readonly #seen = new Float64Array(SPAN);
  /** Orders that the resting size consists of. */
  readonly #count = new Float64Array(SPAN);
  readonly #prices = new Int32Array(BOOK_LEVELS);
  readonly #sizes = new Int32Array(BOOK_LEVELS);
  readonly #orders = new Int32Array(BOOK_LEVELS);
  #baseTicks = Number.NaN;

  /** Contracts of an aggressor at a price; `side` is the aggressor's. */
  addTrade(priceTicks: number, size: number, side: number): void {
    const at = this.#indexOf(priceTicks);
    if (side === SIDE_BID) this.#bought[at]! += size;
    else if (side === SIDE_ASK) this.#sold[at]! += size;
  }

  /** Reads what the best levels of both sides show, once a second. */
  readBook(book: OrderBook | LevelBook): void {
    this.#readSide(book, SIDE_BID, -1);
    this.#readSide(book, SIDE_ASK, 1);
  }

  /** Contracts of aggressors of a side from `lowTicks` to `highTicks`, both inside. */
  traded(side: number, lowTicks: number, highTicks: number): number {
    return this.#sum(side === SIDE_BID ? this.#bought : this.#sold, lowTicks, highTicks);
  }

  /** What rests at the fullest price from `lowTicks` to `highTicks`; NaN when none was visible. */
  fullest(lowTicks: number, highTicks: number): number {
    let most = Number.NaN;
    for (let price = lowTicks; price <= highTicks; price += 1) {
      const size = this.restingAt(price);
      if (!(size <= most)) most = Number.isNaN(size) ? most : size;
    }
    return most;
  }

  /** What usually rests from `lowTicks` to `highTicks`; prices that were not visible count nothing. */
  restingIn(lowTicks: number, highTicks: number): number {
    let sum = 0;
    for (let price = lowTicks; price <= highTicks; price += 1) {
      const size = this.restingAt(price);
      if (!Number.isNaN(size)) sum += size;
    }
    return sum;
  }

  /** Contracts of both directions at a price. */
  volumeAt(priceTicks: number): number {
    const at = priceTicks - this.#baseTicks;
    return at >= 0 && at < SPAN ? this.#bought[at]! + this.#sold[at]! : 0;
  }

  /** Mean displayed size at a price while it was visible, over about a minute; NaN when it hardly was. */
  restingAt(priceTicks: number): number {
    const at = priceTicks - this.#baseTicks;
    if (!(at >= 0 && at < SPAN) || this.#seen[at]! < MIN_SEEN) return Number.NaN;
    return this.#resting[at]! / this.#seen[at]!;
  }

  /**
   * How much more rests in a zone than beside it: the logarithm of its fullest two neighbouring prices over the mean of
   * the prices around. 0 where too little was visible.
   */
  contrast(lowTicks: number, highTicks: number): number {
    let fullest = -1;
    let before = this.restingAt(lowTicks);
    for (let price = lowTicks + 1; price <= highTicks; price += 1) {
      const next = this.restingAt(price);
      if ((before + next) / 2 > fullest) fullest = (before + next) / 2;
      before = next;
    }
    if (fullest < 0) return 0;
    let beside = 0;
    let known = 0;
    for (let away = 1; away <= BESIDE; away += 1) {
      const below = this.restingAt(lowTicks - away);
      const above = this.restingAt(highTicks + away);
      if (!Number.isNaN(below)) {
        beside += below;
        known += 1;
      }
      if (!Number.isNaN(above)) {
        beside += above;
        known += 1;
      }
    }
    return known < BESIDE || beside === 0 ? 0 : Math.log((fullest + 1) / (beside / known + 1));
  }

  /**
   * How much fuller the fullest price of a zone is than those beside it (five on each side), how many more orders rest
   * there, and how much larger they are: one large order is not many traders. 0 where too little was visible.
   */
  prominenceOf(lowTicks: number, highTicks: number): Prominence {
    let size = -1;
    let count = 0;
    for (let price = lowTicks; price <= highTicks; price += 1) {
      const here = this.restingAt(price);
      if (!(here > size)) continue;
      size = here;
      count = this.#countAt(price);
    }
    let known = 0;
    let sizes = 0;
    let counts = 0;
    for (let n = 0; n < 2 * BESIDE; n += 1) {
      const price = n < BESIDE ? lowTicks - 1 - n : highTicks + 1 + n - BESIDE;
      const beside = this.restingAt(price);
      if (Number.isNaN(beside)) continue;
      known += 1;
      sizes += beside;
      counts += this.#countAt(price);
    }
    if (size < 0 || known < BESIDE || sizes === 0) return NOT_IN_SIGHT;
    const usualOrder = (sizes + 1) / (counts + 1);
    return {
      size: Math.log((size + 1) / (sizes / known + 1)),
      count: Math.log((count + 0.5) / (counts / known + 0.5)),
      order: Math.log((size + usualOrder) / (count + 1) / usualOrder),
    };
  }

  #countAt(priceTicks: number): number {
    const at = priceTicks - this.#baseTicks;
    return this.#count[at]! / this.#seen[at]!;
  }

  /** A new trading day: what the days before traded weighs half. */
  fade(): void {
    for (let at = 0; at < SPAN; at += 1) {
      this.#bought[at]! /= 2;
      this.#sold[at]! /= 2;
    }
  }

  #readSide(book: OrderBook | LevelBook, side: number, outwards: number): void {
    const levels = book.copyTop(side, BOOK_LEVELS, this.#prices, this.#sizes, this.#orders);
    if (levels === 0) return;
    let level = 0;
    const best = this.#prices[0]!;
    const seen = Math.min(BOOK_LEVELS, Math.abs(this.#prices[levels - 1]! - best) + 1);
    for (let away = 0; away < seen; away += 1) {
      const priceTicks = best + away * outwards;
      const isLevel = level < levels && this.#prices[level] === priceTicks;
      const size = isLevel ? this.#sizes[level]! : 0;
      if (isLevel) level += 1;
      const at = this.#indexOf(priceTicks);
      this.#resting[at]! += (size - this.#resting[at]!) / RESTING_SAMPLES;
      const count = isLevel ? this.#orders[level - 1]! : 0;
      this.#count[at]! += (count - this.#count[at]!) / RESTING_SAMPLES;
      this.#seen[at]! += (1 - this.#seen[at]!) / RESTING_SAMPLES;
    }
  }

  #sum(column: Float64Array, lowTicks: number, highTicks: number): number {
    const from = Math.max(0, lowTicks - this.#baseTicks);
    const to = Math.min(SPAN - 1, highTicks - this.#baseTicks);
    let sum = 0;
    for (let at = from; at <= to; at += 1) sum += column[at]!;
    return sum;
  }

  /** Place of a price; moves the array when the market left it. */
  #indexOf(priceTicks: number): number {
    const at = priceTicks - this.#baseTicks;
    if (at >= 0 && at < SPAN) return at;
    const base = at < 0 ? priceTicks - MARGIN : priceTicks - SPAN + 1 + MARGIN;
    this.#moveTo(Number.isNaN(at) ? priceTicks - SPAN / 2 : base);
    return priceTicks - this.#baseTicks;
  }

  #moveTo(baseTicks: number): void {
    const shift = Number.isNaN(this.#baseTicks) ? SPAN : baseTicks - this.#baseTicks;
    for (const column of [this.#bought, this.#sold, this.#resting, this.#seen, this.#count])
      moveColumn(column, shift);
    this.#baseTicks = baseTicks;
  }
}

function moveColumn(column: Float64Array, shift: number): void {
  const kept = Math.max(0, SPAN - Math.abs(shift));
  if (kept === 0) {
    column.fill(0);
  } else if (shift > 0) {
    column.copyWithin(0, shift);
    column.fill(0, kept);
  } else {
    column.copyWithin(-shift, 0, kept);
    column.fill(0, 0, SPAN - kept);
  }
}
