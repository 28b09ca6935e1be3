/** Finds what changed in the visible depth of a book between two reads. */
import { SIDE_ASK, SIDE_BID } from '#events/market-event.ts';
import { DEPTH_LEVELS, type DepthChange } from './depth-change.ts';
import type { PriceLevels } from './price-levels.ts';

interface SideCopy {
  readonly side: number;
  count: number;
  prices: Int32Array;
  sizes: Int32Array;
  orders: Int32Array;
}

const sideCopy = (side: number): SideCopy => ({
  side,
  count: 0,
  prices: new Int32Array(DEPTH_LEVELS),
  sizes: new Int32Array(DEPTH_LEVELS),
  orders: new Int32Array(DEPTH_LEVELS),
});

/** Compares a book with itself at the read before. Prices in ticks, sizes in contracts. */
export class DepthReader {
  readonly #sides = [SIDE_BID, SIDE_ASK].map((side) => ({ now: sideCopy(side), before: sideCopy(side) }));
  readonly #found: number[] = [];
  #isWhole = true;

  /** The next read returns the whole depth. */
  restart(): void {
    this.#isWhole = true;
  }

  /** Levels that changed since the read before, all of them in the first one; null when nothing changed. */
  read(book: PriceLevels): DepthChange | null {
    const found = this.#found;
    found.length = 0;
    for (const side of this.#sides) {
      const { now } = side;
      side.now = side.before;
      side.before = now;
      const copy = side.now;
      copy.count = book.copyTop(copy.side, DEPTH_LEVELS, copy.prices, copy.sizes, copy.orders);
      if (this.#isWhole) side.before.count = 0;
      collectChanges(side.before, copy, found);
    }
    const isWhole = this.#isWhole;
    this.#isWhole = false;
    return found.length === 0 && !isWhole ? null : { isWhole, levels: Int32Array.from(found) };
  }
}

/** Both are best first, so one pass over both finds every difference. */
function collectChanges(before: SideCopy, now: SideCopy, found: number[]): void {
  const { side } = now;
  let [b, n] = [0, 0];
  while (b < before.count || n < now.count) {
    const order = compareHeads(before, b, now, n);
    if (order < 0) {
      found.push(side, before.prices[b]!, 0, 0);
      b += 1;
      continue;
    }
    if (order > 0 || before.sizes[b] !== now.sizes[n] || before.orders[b] !== now.orders[n])
      found.push(side, now.prices[n]!, now.sizes[n]!, now.orders[n]!);
    if (order === 0) b += 1;
    n += 1;
  }
}

/** Negative where the level before has no counterpart, positive where the present one has none. */
function compareHeads(before: SideCopy, b: number, now: SideCopy, n: number): number {
  if (b === before.count) return 1;
  if (n === now.count) return -1;
  const difference = before.prices[b]! - now.prices[n]!;
  return now.side === SIDE_BID ? -difference : difference;
}
