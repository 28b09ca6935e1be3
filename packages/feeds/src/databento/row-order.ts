/** Whether a live row follows the ones before it, comes a second time, or is out of order. */
import * as event from '@undertow/market';

// A module's own constants are folded into machine code, imported ones are loaded at each use
const { ACTION_FILL, ACTION_TRADE, COL_ACTION, COL_FLAGS, COL_SEQUENCE } = event;
const { COL_TIME_HI, COL_TIME_LO, FLAG_LAST, ROW_LENGTH } = event;

export type Follows = 'follows' | 'repeated' | 'out-of-order';

export class RowOrder {
  /** The row before, and the first row of its event. */
  readonly #last = new Int32Array(ROW_LENGTH);
  readonly #first = new Int32Array(ROW_LENGTH);
  /** The whole event came before: its rows are left out up to its end. */
  #isRepeating = false;
  #isAtStart = true;
  #hasLast = false;

  /** What follows has no order with what came before. */
  reset(): void {
    this.#hasLast = false;
    this.#isRepeating = false;
    this.#isAtStart = true;
  }

  /** Judges the row, and remembers it. Real rows never go back in number, nor in time within a number. */
  judge(rows: Int32Array, at: number): Follows {
    const isEnd = (rows[at + COL_FLAGS]! & FLAG_LAST) !== 0;
    if (this.#isRepeating || (this.#hasLast && this.#isKnown(rows, at))) {
      // A row that was the end already ends nothing again
      this.#isRepeating = !isEnd && (this.#isRepeating || this.#isAtStart);
      return 'repeated';
    }
    const follows = this.#hasLast && this.#isBefore(rows, at) ? 'out-of-order' : 'follows';
    if (this.#isAtStart) copyRow(rows, at, this.#first);
    copyRow(rows, at, this.#last);
    this.#isAtStart = isEnd;
    this.#hasLast = true;
    return follows;
  }

  /** The same as the row before, or, at the start of an event, as the start of the event before. */
  #isKnown(rows: Int32Array, at: number): boolean {
    if (this.#isAtStart && isSame(rows, at, this.#first)) return true;
    // Within an event one order may well be filled twice by the same size: an iceberg is
    const action = rows[at + COL_ACTION];
    const isExecution = action === ACTION_TRADE || action === ACTION_FILL;
    return !(isExecution && !this.#isAtStart) && isSame(rows, at, this.#last);
  }

  #isBefore(rows: Int32Array, at: number): boolean {
    const last = this.#last;
    const sequence = rows[at + COL_SEQUENCE]!;
    if (sequence === 0 || last[COL_SEQUENCE] === 0) return false;
    // Numbers are unsigned and may wrap
    const ahead = (sequence - last[COL_SEQUENCE]!) | 0;
    if (ahead !== 0) return ahead < 0;
    const high = rows[at + COL_TIME_HI]! - last[COL_TIME_HI]!;
    return high < 0 || (high === 0 && rows[at + COL_TIME_LO]! >>> 0 < last[COL_TIME_LO]! >>> 0);
  }
}

function isSame(rows: Int32Array, at: number, other: Int32Array): boolean {
  if (rows[at + COL_SEQUENCE] !== other[COL_SEQUENCE]) return false;
  for (let column = COL_FLAGS; column >= 0; column -= 1)
    if (rows[at + column] !== other[column]) return false;
  return true;
}

function copyRow(rows: Int32Array, at: number, to: Int32Array): void {
  for (let column = 0; column < ROW_LENGTH; column += 1) to[column] = rows[at + column]!;
}
