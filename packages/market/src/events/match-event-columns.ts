/** The storage behind a match event: columns that grow to the largest event seen and are then reused. */
import type { ChangeColumns, FillColumns, MatchEvent, RoundColumns, TouchedColumns } from './match-event.ts';

const INITIAL_ROWS = 64;

const column = () => new Int32Array(INITIAL_ROWS);

/** The same values with room for as many again. */
export function doubled(old: Int32Array): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(old.length * 2);
  grown.set(old);
  return grown;
}

export class RoundStore implements RoundColumns {
  count = 0;
  kind = column();
  side = column();
  size = column();
  priceTicks = column();
  sequence = column();
  orderHi = column();
  orderLo = column();
  levels = column();
  uncertain = column();

  /** Index of a new row; all its values are the caller's to set. */
  append(): number {
    if (this.count === this.kind.length) {
      this.kind = doubled(this.kind);
      this.side = doubled(this.side);
      this.size = doubled(this.size);
      this.priceTicks = doubled(this.priceTicks);
      this.sequence = doubled(this.sequence);
      this.orderHi = doubled(this.orderHi);
      this.orderLo = doubled(this.orderLo);
      this.levels = doubled(this.levels);
      this.uncertain = doubled(this.uncertain);
    }
    this.count += 1;
    return this.count - 1;
  }
}

export class FillStore implements FillColumns {
  count = 0;
  orderHi = column();
  orderLo = column();
  side = column();
  priceTicks = column();
  size = column();
  displayedBefore = column();
  displayedAfter = column();
  priceAfterTicks = column();
  removed = column();
  parts = column();
  /** Index above by one of another row of the same order at another price; 0 is none. */
  chain = column();

  append(): number {
    if (this.count === this.size.length) {
      this.orderHi = doubled(this.orderHi);
      this.orderLo = doubled(this.orderLo);
      this.side = doubled(this.side);
      this.priceTicks = doubled(this.priceTicks);
      this.size = doubled(this.size);
      this.displayedBefore = doubled(this.displayedBefore);
      this.displayedAfter = doubled(this.displayedAfter);
      this.priceAfterTicks = doubled(this.priceAfterTicks);
      this.removed = doubled(this.removed);
      this.parts = doubled(this.parts);
      this.chain = doubled(this.chain);
    }
    this.count += 1;
    return this.count - 1;
  }
}

export class ChangeStore implements ChangeColumns {
  count = 0;
  kind = column();
  orderHi = column();
  orderLo = column();
  side = column();
  priceBeforeTicks = column();
  priceAfterTicks = column();
  sizeBefore = column();
  sizeAfter = column();

  append(): number {
    if (this.count === this.kind.length) {
      this.kind = doubled(this.kind);
      this.orderHi = doubled(this.orderHi);
      this.orderLo = doubled(this.orderLo);
      this.side = doubled(this.side);
      this.priceBeforeTicks = doubled(this.priceBeforeTicks);
      this.priceAfterTicks = doubled(this.priceAfterTicks);
      this.sizeBefore = doubled(this.sizeBefore);
      this.sizeAfter = doubled(this.sizeAfter);
    }
    this.count += 1;
    return this.count - 1;
  }
}

export class TouchedStore implements TouchedColumns {
  count = 0;
  side = column();
  priceTicks = column();
  before = column();
  after = column();
  traded = column();

  append(): number {
    if (this.count === this.side.length) {
      this.side = doubled(this.side);
      this.priceTicks = doubled(this.priceTicks);
      this.before = doubled(this.before);
      this.after = doubled(this.after);
      this.traded = doubled(this.traded);
    }
    this.count += 1;
    return this.count - 1;
  }
}

/** The one match event that an assembler emits. */
export class MatchEventStore implements MatchEvent {
  instrumentId = 0;
  timeHi = 0;
  timeLo = 0;
  timeMs = 0;
  ordinal = 0;
  degraded = false;
  readonly rounds = new RoundStore();
  readonly fills = new FillStore();
  readonly changes = new ChangeStore();
  readonly touched = new TouchedStore();

  clearColumns(): void {
    this.rounds.count = 0;
    this.fills.count = 0;
    this.changes.count = 0;
    this.touched.count = 0;
  }
}
