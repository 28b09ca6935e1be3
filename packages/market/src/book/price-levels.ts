/** The reading side of every book: best prices, levels and the top of each side, whether orders are known or not. */

import { NO_PRICE, SIDE_BID } from '#events/market-event.ts';
import { BookSide, LEVEL_ORDERS, LEVEL_SHIFT, LEVEL_SIZE } from './book-side.ts';
import { NO_KEY } from './far-levels.ts';

// A module's own constants are folded into machine code, imported ones are loaded and checked at each use.
const EMPTY = NO_KEY;
const UNPRICED = NO_PRICE;
const BID = SIDE_BID;
const SHIFT = LEVEL_SHIFT;

export abstract class PriceLevels {
  protected readonly bids = new BookSide();
  protected readonly asks = new BookSide();
  /** Indexed by side: choosing by branch would be a coin toss for the processor. */
  readonly #sides: readonly BookSide[] = [this.bids, this.bids, this.asks];
  protected refused = 0;
  /**
   * Of the last row that changed what was in the book: side, price and displayed size before it. An added order leaves
   * them.
   */
  changedSide = 0;
  priceBeforeTicks = NO_PRICE;
  sizeBefore = 0;

  /**
   * Applies the row that starts at `at`. Returns `CHANGE_ADD`, `CHANGE_MODIFY`, `CHANGE_CANCEL`, or 0 for no change.
   */
  abstract applyRow(rows: Int32Array, at: number): number;
  abstract clear(): void;

  /** Ticks, or `NO_PRICE` when the side is empty. */
  get bestBidTicks(): number {
    return this.bids.bestKey;
  }

  /** Ticks, or `NO_PRICE` when the side is empty. */
  get bestAskTicks(): number {
    const key = this.asks.bestKey;
    return key === EMPTY ? UNPRICED : ~key;
  }

  /** Rows without a side, a price or a size; they left the book as it was. */
  get refusedRows(): number {
    return this.refused;
  }

  /** Contracts displayed at a price; 0 when there is no level. */
  levelSize(side: number, priceTicks: number): number {
    return this.levelValue(side, priceTicks, LEVEL_SIZE);
  }

  /** Orders at a price; 0 when there is no level or the feed does not count them. */
  levelOrders(side: number, priceTicks: number): number {
    return this.levelValue(side, priceTicks, LEVEL_ORDERS);
  }

  /** Copies the best `depth` levels of a side, best first. Returns how many there were. */
  copyTop(
    side: number,
    depth: number,
    outPrices: Int32Array,
    outSizes: Int32Array,
    outOrders: Int32Array,
  ): number {
    return this.sideOf(side).copyTop(depth, BID - side, outPrices, outSizes, outOrders);
  }

  protected sideOf(side: number): BookSide {
    return this.#sides[side]!;
  }

  protected levelValue(side: number, priceTicks: number, column: number): number {
    const levels = this.sideOf(side);
    const row = levels.rowOf(priceTicks ^ (BID - side));
    return row < 0 ? 0 : levels.levels[(row << SHIFT) + column]!;
  }
}
