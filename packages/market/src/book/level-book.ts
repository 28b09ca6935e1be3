/** A book of aggregated price levels (L2): what a feed without order ids shows, read like the order book. */

import {
  ACTION_CLEAR,
  ACTION_LEVEL,
  COL_ACTION,
  COL_AUX,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  SIDE_BID,
} from '#events/market-event.ts';
import { CHANGE_ADD, CHANGE_CANCEL, CHANGE_MODIFY } from '#events/match-event.ts';
import { isBookPrice, LEVEL_ORDERS, LEVEL_SHIFT, LEVEL_SIZE } from './book-side.ts';
import { PriceLevels } from './price-levels.ts';

/**
 * Level rows carry the absolute size of one price (0 removes it) and the number of orders where the feed has it.
 * Everything else but clear leaves the book as it is. Nothing is allocated per row.
 */
export class LevelBook extends PriceLevels {
  override applyRow(rows: Int32Array, at: number): number {
    const action = rows[at + COL_ACTION]!;
    if (action === ACTION_CLEAR) {
      this.clear();
      return 0;
    }
    if (action !== ACTION_LEVEL) {
      return 0;
    }
    const side = rows[at + COL_SIDE]!;
    const priceTicks = rows[at + COL_PRICE_TICKS]!;
    const size = rows[at + COL_SIZE]!;
    if (size < 0 || !isBookPrice(side, priceTicks)) {
      this.refused += 1;
      return 0;
    }
    return this.#setLevel(side, priceTicks, size, rows[at + COL_AUX]!);
  }

  override clear(): void {
    this.bids.clear();
    this.asks.clear();
  }

  #setLevel(side: number, priceTicks: number, size: number, orders: number): number {
    const levels = this.sideOf(side);
    const key = priceTicks ^ (SIDE_BID - side);
    const before = this.levelValue(side, priceTicks, LEVEL_SIZE);
    this.changedSide = side;
    this.priceBeforeTicks = priceTicks;
    this.sizeBefore = before;
    if (size === 0 && before === 0) {
      return 0;
    }
    const row = levels.openRow(key);
    const level = row << LEVEL_SHIFT;
    levels.levels[level + LEVEL_SIZE] = size;
    levels.levels[level + LEVEL_ORDERS] = orders;
    if (size === 0) {
      levels.levels[level + LEVEL_ORDERS] = 0;
      levels.vacate(row, key);
      return CHANGE_CANCEL;
    }
    if (before === 0) {
      levels.occupy(row, key);
      return CHANGE_ADD;
    }
    return CHANGE_MODIFY;
  }
}
