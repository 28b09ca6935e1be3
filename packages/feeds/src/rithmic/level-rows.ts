/** Writes level updates as rows of one instrument's book by price, and what an image of the book changed. */
import { ACTION_LEVEL, FLAG_MBP, LevelBook, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { Level } from './level-message.ts';
import type { RowEmitter } from './row-emitter.ts';
import type { SplitTime } from './split-time.ts';

const MOST_LEVELS = 4096;

export class LevelRows {
  /** What the rows so far have built. */
  readonly book = new LevelBook();
  readonly #rows: RowEmitter;

  constructor(rows: RowEmitter) {
    this.#rows = rows;
    rows.replaceBook(this.book);
  }

  /** One event: the levels as they are now. Those that stayed the same make no rows. */
  update(levels: readonly Level[], time: SplitTime | null): void {
    const { book } = this;
    this.#rows.at(time);
    this.#rows.nextSequence();
    for (const { side, priceTicks, size, orders } of levels) {
      const isSame =
        book.levelSize(side, priceTicks) === size && book.levelOrders(side, priceTicks) === orders;
      if (!isSame)
        this.#rows.row({ action: ACTION_LEVEL, side, priceTicks, size, aux: orders, flags: FLAG_MBP });
    }
    this.#rows.end();
  }

  /** Applies levels to the book alone. */
  follow(levels: readonly Level[]): void {
    for (const { side, priceTicks, size, orders } of levels)
      this.#rows.applyTo(this.book, { action: ACTION_LEVEL, side, priceTicks, size, aux: orders });
  }

  /** The book is these levels, and nobody was told yet. */
  restart(levels: readonly Level[]): void {
    this.book.clear();
    this.follow(levels);
  }

  /** The whole book is what these levels are: levels that are not among them go. */
  become(levels: readonly Level[], time: SplitTime | null): void {
    const kept = new Set(levels.map(({ side, priceTicks }) => `${side}:${priceTicks}`));
    const gone = [SIDE_BID, SIDE_ASK].flatMap((side) =>
      this.#prices(side).flatMap((priceTicks) =>
        kept.has(`${side}:${priceTicks}`) ? [] : [{ side, priceTicks, size: 0, orders: 0 }],
      ),
    );
    this.update([...gone, ...levels], time);
  }

  /** The best price of one side, where the feed shows no other: the one before it goes. */
  best(side: number, level: Level | null, time: SplitTime | null): void {
    const gone = this.#prices(side)
      .filter((priceTicks) => priceTicks !== level?.priceTicks)
      .map((priceTicks) => ({ side, priceTicks, size: 0, orders: 0 }));
    this.update(level === null ? gone : [...gone, level], time);
  }

  #prices(side: number): readonly number[] {
    const prices = new Int32Array(MOST_LEVELS);
    const count = this.book.copyTop(
      side,
      MOST_LEVELS,
      prices,
      new Int32Array(MOST_LEVELS),
      new Int32Array(MOST_LEVELS),
    );
    return [...prices.subarray(0, count)];
  }
}
