/** Sums the fill rows of one match event per resting order and price, and settles them against the order changes. */
import { IdIndex } from '#book/id-index.ts';
import { COL_ORDER_HI, COL_ORDER_LO, COL_PRICE_TICKS, COL_SIDE, COL_SIZE } from '#events/market-event.ts';
import { CHANGE_ADD, CHANGE_CANCEL } from '#events/match-event.ts';
import { type ChangeStore, doubled, FillStore, type MatchEventStore } from '#events/match-event-columns.ts';

/** Represents a fill where an id is an aggressor's: its own fill rows are not executions of a resting order. */
const AGGRESSOR = 0x7fff_ffff;
/** Not a size: the order's state before the event is not known yet. */
const UNSETTLED = -2;

/** Where the displayed size of an untouched order can be read. */
export interface OrderLookup {
  findOrder(hi: number, lo: number): number;
  orderSize(slot: number): number;
}

export class FillLedger {
  /** Fill rows as they came, before aggressors are known to be complete. */
  readonly #raw = new FillStore();
  readonly #index = new IdIndex(1, 64);
  /** Ids of the event from record 1, low half first. */
  #ids = new Int32Array(128);
  /** By record: index above by one of the id's first fill, or `AGGRESSOR`. */
  #heads = new Int32Array(64);

  note(rows: Int32Array, at: number): void {
    const raw = this.#raw;
    const row = raw.append();
    raw.orderHi[row] = rows[at + COL_ORDER_HI]!;
    raw.orderLo[row] = rows[at + COL_ORDER_LO]!;
    raw.side[row] = rows[at + COL_SIDE]!;
    raw.priceTicks[row] = rows[at + COL_PRICE_TICKS]!;
    raw.size[row] = rows[at + COL_SIZE]!;
  }

  clear(): void {
    this.#raw.count = 0;
  }

  /** Writes `event.fills` from the rows noted, the event's rounds and its changes. */
  settle(event: MatchEventStore, orders: OrderLookup | null): void {
    if (this.#raw.count === 0) {
      return;
    }
    this.#markAggressors(event);
    for (let row = 0; row < this.#raw.count; row += 1) {
      this.#sum(event.fills, row);
    }
    this.#followChanges(event);
    this.#readUnchanged(event.fills, orders);
    this.#forget();
  }

  #markAggressors(event: MatchEventStore): void {
    const { count, orderHi, orderLo } = event.rounds;
    for (let round = 0; round < count; round += 1) {
      const hi = orderHi[round]!;
      const lo = orderLo[round]!;
      if ((hi | lo) !== 0 && this.#index.find(this.#ids, hi, lo) === 0) {
        this.#addId(hi, lo, AGGRESSOR);
      }
    }
  }

  /** Enters an id that was just looked up without a match. */
  #addId(hi: number, lo: number, head: number): void {
    const record = this.#index.count + 1;
    if (record === this.#heads.length) {
      this.#heads = doubled(this.#heads);
      this.#ids = doubled(this.#ids);
    }
    this.#ids[record * 2] = lo;
    this.#ids[record * 2 + 1] = hi;
    this.#heads[record] = head;
    this.#index.put(this.#ids, record);
  }

  #sum(fills: FillStore, row: number): void {
    const raw = this.#raw;
    const hi = raw.orderHi[row]!;
    const lo = raw.orderLo[row]!;
    const priceTicks = raw.priceTicks[row]!;
    const record = this.#index.find(this.#ids, hi, lo);
    let found = record === 0 ? 0 : this.#heads[record]!;
    if (found === AGGRESSOR) {
      return;
    }
    let last = 0;
    while (found !== 0 && fills.priceTicks[found - 1]! !== priceTicks) {
      last = found;
      found = fills.chain[found - 1]!;
    }
    if (found !== 0) {
      fills.size[found - 1]! += raw.size[row]!;
      fills.parts[found - 1]! += 1;
      return;
    }
    const fill = this.#append(fills, row);
    if (last === 0) {
      this.#addId(hi, lo, fill + 1);
    } else {
      fills.chain[last - 1] = fill + 1;
    }
  }

  #append(fills: FillStore, row: number): number {
    const raw = this.#raw;
    const fill = fills.append();
    fills.orderHi[fill] = raw.orderHi[row]!;
    fills.orderLo[fill] = raw.orderLo[row]!;
    fills.side[fill] = raw.side[row]!;
    fills.priceTicks[fill] = raw.priceTicks[row]!;
    fills.size[fill] = raw.size[row]!;
    fills.displayedBefore[fill] = UNSETTLED;
    fills.displayedAfter[fill] = 0;
    fills.priceAfterTicks[fill] = raw.priceTicks[row]!;
    fills.removed[fill] = 0;
    fills.parts[fill] = 1;
    fills.chain[fill] = 0;
    return fill;
  }

  #followChanges(event: MatchEventStore): void {
    const { changes, fills } = event;
    for (let change = 0; change < changes.count; change += 1) {
      const hi = changes.orderHi[change]!;
      const lo = changes.orderLo[change]!;
      const record = this.#index.find(this.#ids, hi, lo);
      const head = record === 0 ? 0 : this.#heads[record]!;
      let fill = head === AGGRESSOR ? 0 : head;
      while (fill !== 0) {
        followChange(fills, fill - 1, changes, change);
        fill = fills.chain[fill - 1]!;
      }
    }
  }

  #readUnchanged(fills: FillStore, orders: OrderLookup | null): void {
    for (let fill = 0; fill < fills.count; fill += 1) {
      if (fills.displayedBefore[fill]! !== UNSETTLED) {
        continue;
      }
      const slot = orders?.findOrder(fills.orderHi[fill]!, fills.orderLo[fill]!) ?? -1;
      fills.displayedBefore[fill] = slot < 0 ? -1 : (orders?.orderSize(slot) ?? -1);
      fills.displayedAfter[fill] = Math.max(0, fills.displayedBefore[fill]!);
    }
  }

  /** Takes the event's ids out one by one: clearing the whole index would cost what its largest event cost. */
  #forget(): void {
    for (let record = this.#index.count; record > 0; record -= 1) {
      const hi = this.#ids[record * 2 + 1]!;
      const lo = this.#ids[record * 2]!;
      this.#index.find(this.#ids, hi, lo);
      this.#index.remove();
    }
  }
}

function followChange(fills: FillStore, fill: number, changes: ChangeStore, change: number): void {
  const kind = changes.kind[change]!;
  if (fills.displayedBefore[fill]! === UNSETTLED) {
    fills.displayedBefore[fill] = kind === CHANGE_ADD ? -1 : changes.sizeBefore[change]!;
  }
  const sizeAfter = changes.sizeAfter[change]!;
  fills.displayedAfter[fill] = sizeAfter;
  fills.priceAfterTicks[fill] = changes.priceAfterTicks[change]!;
  fills.removed[fill] = kind === CHANGE_CANCEL && sizeAfter === 0 ? 1 : 0;
}
