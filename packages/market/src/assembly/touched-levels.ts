/** The price levels a match event traded at: contracts traded, and what was displayed before and after. */

import type { PriceLevels } from '#book/price-levels.ts';
import type { MatchEventStore, TouchedStore } from '#events/match-event-columns.ts';
import { ChangeStore } from '#events/match-event-columns.ts';

export class TouchedLevels {
  /** Level rows of the event (L2): what each level was before the row. */
  readonly #before = new ChangeStore();

  /** Remembers the level that the book's last row changed. */
  noteBefore(book: PriceLevels): void {
    const before = this.#before;
    const row = before.append();
    before.side[row] = book.changedSide;
    before.priceBeforeTicks[row] = book.priceBeforeTicks;
    before.sizeBefore[row] = book.sizeBefore;
  }

  noteTrade(touched: TouchedStore, side: number, priceTicks: number, size: number): void {
    for (let row = touched.count - 1; row >= 0; row -= 1) {
      if (touched.priceTicks[row]! === priceTicks && touched.side[row]! === side) {
        touched.traded[row]! += size;
        return;
      }
    }
    const row = touched.append();
    touched.side[row] = side;
    touched.priceTicks[row] = priceTicks;
    touched.traded[row] = size;
  }

  clear(): void {
    this.#before.count = 0;
  }

  /** Size of the level before the event's first level row on it, or -1 when no row changed it. */
  firstBefore(side: number, priceTicks: number): number {
    const { count, side: sides, priceBeforeTicks, sizeBefore } = this.#before;
    for (let row = 0; row < count; row += 1) {
      if (priceBeforeTicks[row]! === priceTicks && sides[row]! === side) {
        return sizeBefore[row]!;
      }
    }
    return -1;
  }
}

/** Fills in `before` and `after` of the levels touched, once all rows of the event were applied to the book. */
export function settleTouched(event: MatchEventStore, book: PriceLevels, levels: TouchedLevels): void {
  const { touched } = event;
  for (let row = 0; row < touched.count; row += 1) {
    const side = touched.side[row]!;
    const priceTicks = touched.priceTicks[row]!;
    const after = book.levelSize(side, priceTicks);
    const levelBefore = levels.firstBefore(side, priceTicks);
    touched.after[row] = after;
    touched.before[row] = levelBefore < 0 ? after - netChange(event, side, priceTicks) : levelBefore;
  }
}

/** What the event's order changes added to the level, less what they took from it. */
function netChange(event: MatchEventStore, side: number, priceTicks: number): number {
  const { changes } = event;
  let net = 0;
  for (let row = 0; row < changes.count; row += 1) {
    if (changes.side[row]! !== side) {
      continue;
    }
    if (changes.priceBeforeTicks[row]! === priceTicks) {
      net -= changes.sizeBefore[row]!;
    }
    if (changes.priceAfterTicks[row]! === priceTicks) {
      net += changes.sizeAfter[row]!;
    }
  }
  return net;
}
