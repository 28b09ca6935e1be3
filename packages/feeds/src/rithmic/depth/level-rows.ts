/** Writes level updates as rows of one instrument's book by price, and what an image of the book changed. */
import { ACTION_LEVEL, FLAG_MBP, LevelBook } from '@undertow/market';
import type { SplitTime } from '#rithmic/wire/split-time.ts';
import type { Level } from './level-message.ts';
import type { RowEmitter } from './row-emitter.ts';

const MAX_LEVELS = 4096;

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

  /** These sides of the book are these levels, and no row of it has gone out yet. */
  restart(sides: readonly number[], levels: readonly Level[]): void {
    this.follow([...this.#gone(sides, levels), ...levels]);
  }

  /** These sides of the book are what these levels are: levels of theirs that are not among them go. */
  become(sides: readonly number[], levels: readonly Level[], time: SplitTime | null): void {
    this.update([...this.#gone(sides, levels), ...levels], time);
  }

  #gone(sides: readonly number[], levels: readonly Level[]): readonly Level[] {
    const kept = new Set(levels.map(({ side, priceTicks }) => `${side}:${priceTicks}`));
    return sides.flatMap((side) =>
      this.#prices(side).flatMap((priceTicks) =>
        kept.has(`${side}:${priceTicks}`) ? [] : [{ side, priceTicks, size: 0, orders: 0 }],
      ),
    );
  }

  /** The best price of one side, where the feed shows no other: the one before it goes. */
  best(side: number, level: Level | null, time: SplitTime | null): void {
    const gone = this.#prices(side)
      .filter((priceTicks) => priceTicks !== level?.priceTicks)
      .map((priceTicks) => ({ side, priceTicks, size: 0, orders: 0 }));
    this.update(level === null ? gone : [...gone, level], time);
  }

  #prices(side: number): readonly number[] {
    const prices = new Int32Array(MAX_LEVELS);
    const count = this.book.copyTop(
      side,
      MAX_LEVELS,
      prices,
      new Int32Array(MAX_LEVELS),
      new Int32Array(MAX_LEVELS),
    );
    return [...prices.subarray(0, count)];
  }
}
