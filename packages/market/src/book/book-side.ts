/** One side of a book: a window of price levels that follows the touch, and the list of levels far behind it. */

import { SIDE_ASK, SIDE_BID } from '#events/market-event.ts';
import { FarLevels, NO_KEY } from './far-levels.ts';

/** Levels held by index. The touch may rise by a quarter of it, or fall by half, before the window is moved. */
const WINDOW_LEVELS = 4096;
const WORDS = WINDOW_LEVELS / 32;
/** Where the window puts the best price: most levels of a side lie behind it. */
const BEST_INDEX = (WINDOW_LEVELS / 4) * 3;
const LOW_INDEX = WINDOW_LEVELS / 4;

/** Prices beyond it are no prices: differences of two prices stay inside 32 bits. */
const MAX_PRICE_TICKS = 0x3fff_ffff;

/** Whether a level can exist at this side and price. */
export function isBookPrice(side: number, priceTicks: number): boolean {
  return (side === BID || side === ASK) && priceTicks <= MAX_PRICE_TICKS && priceTicks >= -MAX_PRICE_TICKS;
}

// Columns of a level row
export const LEVEL_SHIFT = 2;
/** Slot of the first order in the queue; 0 when there is none. Free far rows are chained through it. */
export const LEVEL_HEAD = 0;
export const LEVEL_TAIL = 1;
export const LEVEL_SIZE = 2;
export const LEVEL_ORDERS = 3;

// A module's own constants are folded into machine code, exported and imported ones are loaded and checked at each use.
const SHIFT = 2;
const EMPTY = NO_KEY;
const BID = SIDE_BID;
const ASK = SIDE_ASK;

/**
 * Levels by key, where a larger key is a better price: the price itself for bids, its complement for asks, so that one
 * code path serves both. The best level is always inside the window; every level outside it is worse than the window.
 * Rows `[0, WINDOW_LEVELS)` are the window, rows above it are far levels.
 */
export class BookSide {
  /** Rows of four int32: `LEVEL_HEAD` … `LEVEL_ORDERS`. Replaced when far levels outgrow it. */
  levels = new Int32Array((WINDOW_LEVELS + 64) << SHIFT);
  /** `NO_KEY` when the side is empty. */
  bestKey = EMPTY;
  #baseKey = 0;
  #bits = new Int32Array(WORDS);
  readonly #far = new FarLevels();
  #farFree = 0;
  #farNext = WINDOW_LEVELS;

  /** Row of the level, or -1 when it has none. */
  rowOf(key: number): number {
    const row = key - this.#baseKey;
    if (row >= 0 && row < WINDOW_LEVELS) {
      return row;
    }
    return this.#far.rowOf(key);
  }

  /** Row of the level, made when it is new. A new level must be filled and then announced with `occupy`. */
  openRow(key: number): number {
    const row = key - this.#baseKey;
    if (row >= 0 && row < WINDOW_LEVELS) {
      return row;
    }
    return this.#openOutside(key);
  }

  /** The level has become non-empty. */
  occupy(row: number, key: number): void {
    if (row < WINDOW_LEVELS) {
      this.#bits[row >> 5]! |= 1 << (row & 31);
      if (key > this.bestKey) {
        this.bestKey = key;
      }
    }
  }

  /** The level has become empty. Its row must not be used afterwards. */
  vacate(row: number, key: number): void {
    if (row >= WINDOW_LEVELS) {
      this.#releaseFar(row, key);
      return;
    }
    this.#bits[row >> 5]! &= ~(1 << (row & 31));
    if (key === this.bestKey) {
      this.#findBest(row);
    }
  }

  /** The next worse key that holds a level, or `NO_KEY`. */
  keyBelow(key: number): number {
    const row = key - this.#baseKey;
    if (row > 0) {
      const found = this.#bitBelow(Math.min(row, WINDOW_LEVELS));
      if (found >= 0) {
        return this.#baseKey + found;
      }
    }
    return this.#far.keyBelow(key);
  }

  /** Copies the best `depth` levels, best first; `flip` turns a key into a price (0 for bids, -1 for asks). */
  copyTop(
    depth: number,
    flip: number,
    outPrices: Int32Array,
    outSizes: Int32Array,
    outOrders: Int32Array,
  ): number {
    let key = this.bestKey;
    let count = 0;
    while (count < depth && key !== EMPTY) {
      const level = this.rowOf(key) << SHIFT;
      outPrices[count] = key ^ flip;
      outSizes[count] = this.levels[level + LEVEL_SIZE]!;
      outOrders[count] = this.levels[level + LEVEL_ORDERS]!;
      count += 1;
      key = this.keyBelow(key);
    }
    return count;
  }

  clear(): void {
    this.levels.fill(0);
    this.#bits.fill(0);
    this.#far.clear();
    this.#farFree = 0;
    this.#farNext = WINDOW_LEVELS;
    this.bestKey = EMPTY;
  }

  /** Highest set bit below `row`, or -1. */
  #bitBelow(row: number): number {
    const bits = this.#bits;
    let word = row >> 5;
    let value = word < WORDS ? bits[word]! & ((1 << (row & 31)) - 1) : 0;
    while (value === 0 && word > 0) {
      word -= 1;
      value = bits[word]!;
    }
    return value === 0 ? -1 : (word << 5) + 31 - Math.clz32(value);
  }

  #findBest(row: number): void {
    const found = this.#bitBelow(row);
    if (found >= 0) {
      this.bestKey = this.#baseKey + found;
      if (found < LOW_INDEX && this.#far.count > 0) {
        this.#recentre(this.bestKey);
      }
      return;
    }
    this.bestKey = EMPTY;
    if (this.#far.count > 0) {
      const key = this.#far.keyBelow(0x7fff_ffff);
      this.#recentre(key);
      this.bestKey = key;
    }
  }

  #openOutside(key: number): number {
    if (key > this.bestKey) {
      this.#recentre(key);
      return key - this.#baseKey;
    }
    if (this.bestKey - this.#baseKey < LOW_INDEX) {
      this.#recentre(this.bestKey);
      if (key >= this.#baseKey) {
        return key - this.#baseKey;
      }
    }
    const row = this.#far.rowOf(key);
    return row < 0 ? this.#addFar(key) : row;
  }

  #addFar(key: number): number {
    let row = this.#farFree;
    if (row === 0) {
      row = this.#farNext;
      this.#farNext += 1;
      if (this.#farNext << SHIFT > this.levels.length) {
        this.#growLevels();
      }
    } else {
      this.#farFree = this.levels[row << SHIFT]!;
      this.levels[row << SHIFT] = 0;
    }
    this.#far.add(key, row);
    return row;
  }

  #growLevels(): void {
    const grown = new Int32Array(this.levels.length * 2);
    grown.set(this.levels);
    this.levels = grown;
  }

  #releaseFar(row: number, key: number): void {
    this.#far.remove(key);
    this.levels.fill(0, row << SHIFT, (row + 1) << SHIFT);
    this.levels[row << SHIFT] = this.#farFree;
    this.#farFree = row;
  }

  /** Moves the window so that `key` is at `BEST_INDEX`; levels move to the far ones or return from them. */
  #recentre(key: number): void {
    const target = key - BEST_INDEX;
    if (this.bestKey === EMPTY && this.#far.count === 0) {
      this.#baseKey = target;
      return;
    }
    // Whole words, so that the bitset moves by copying.
    const shift = ((target - this.#baseKey) >> 5) << 5;
    if (shift > 0) {
      this.#moveUp(shift);
    } else if (shift < 0) {
      this.#moveDown(-shift);
    }
  }

  #moveUp(shift: number): void {
    const leaving = Math.min(shift, WINDOW_LEVELS);
    for (let row = this.#bitBelow(leaving); row >= 0; row = this.#bitBelow(row)) {
      const key = this.#baseKey + row;
      const to = this.#addFar(key);
      this.levels.copyWithin(to << SHIFT, row << SHIFT, (row + 1) << SHIFT);
    }
    const kept = WINDOW_LEVELS - leaving;
    this.levels.copyWithin(0, leaving << SHIFT, WINDOW_LEVELS << SHIFT);
    this.levels.fill(0, kept << SHIFT, WINDOW_LEVELS << SHIFT);
    this.#bits.copyWithin(0, leaving >> 5);
    this.#bits.fill(0, kept >> 5);
    this.#baseKey += shift;
  }

  /** The rows that drop off the top are empty: no level is better than the best, and the best stays inside. */
  #moveDown(shift: number): void {
    const entering = Math.min(shift, WINDOW_LEVELS);
    this.levels.copyWithin(entering << SHIFT, 0, (WINDOW_LEVELS - entering) << SHIFT);
    this.levels.fill(0, 0, entering << SHIFT);
    this.#bits.copyWithin(entering >> 5, 0, (WINDOW_LEVELS - entering) >> 5);
    this.#bits.fill(0, 0, entering >> 5);
    this.#baseKey -= shift;
    this.#takeBackFar();
  }

  #takeBackFar(): void {
    for (;;) {
      const key = this.#far.keyBelow(0x7fff_ffff);
      if (key === EMPTY || key < this.#baseKey) {
        return;
      }
      const row = key - this.#baseKey;
      const from = this.#far.rowOf(key);
      this.levels.copyWithin(row << SHIFT, from << SHIFT, (from + 1) << SHIFT);
      this.#bits[row >> 5]! |= 1 << (row & 31);
      this.#releaseFar(from, key);
    }
  }
}
