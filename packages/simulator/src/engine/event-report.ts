/**
 * What one matching event did, as columns that are used again: the agents and the labels read it, the feed never does.
 */
import { SIDE_BID } from '@undertow/market';
import type { OrderStore } from './order-store.ts';

const FIRST_CAPACITY = 64;

/**
 * Filled by the engine, valid until its next event. Column arrays are valid in `[0, touchedCount)` and `[0,
 * electedCount)`.
 */
export class EventReport {
  /** Counts events, so that a reader can check whether an order did anything at all. */
  ordinal = 0;
  timeNs = 0;
  /** Rounds that traded; 0 for a plain change of the book. */
  rounds = 0;
  /** Contracts bought and sold by aggressors. */
  buyVolume = 0;
  sellVolume = 0;
  /** Side of the first aggressor, 0 after an auction. */
  firstSide = 0;
  /** Price of the last trade of the event. */
  lastTradeTicks = 0;

  touchedCount = 0;
  touchedSlot = new Int32Array(FIRST_CAPACITY);
  touchedId = new Float64Array(FIRST_CAPACITY);
  touchedOwner = new Int32Array(FIRST_CAPACITY);
  touchedSizeBefore = new Int32Array(FIRST_CAPACITY);
  touchedFilled = new Int32Array(FIRST_CAPACITY);
  touchedRefills = new Int32Array(FIRST_CAPACITY);
  /** 1 while the order still rests. */
  touchedAlive = new Uint8Array(FIRST_CAPACITY);

  electedCount = 0;
  electedSlot = new Int32Array(FIRST_CAPACITY);
  electedId = new Float64Array(FIRST_CAPACITY);
  electedOwner = new Int32Array(FIRST_CAPACITY);
  electedSide = new Uint8Array(FIRST_CAPACITY);
  electedTriggerTicks = new Int32Array(FIRST_CAPACITY);
  electedSize = new Int32Array(FIRST_CAPACITY);

  begin(timeNs: number): void {
    this.ordinal++;
    this.timeNs = timeNs;
    this.rounds = 0;
    this.buyVolume = 0;
    this.sellVolume = 0;
    this.firstSide = 0;
    this.touchedCount = 0;
    this.electedCount = 0;
  }

  /** Counts one aggressor's trading; a round of no contracts is none. */
  round(side: number, size: number, lastTradeTicks: number): void {
    if (size === 0) return;
    if (this.rounds === 0) this.firstSide = side;
    this.rounds++;
    this.lastTradeTicks = lastTradeTicks;
    if (side === SIDE_BID) this.buyVolume += size;
    else this.sellVolume += size;
  }

  /** An auction traded: nobody was the aggressor. */
  auctioned(priceTicks: number): void {
    this.rounds = 1;
    this.lastTradeTicks = priceTicks;
  }

  /** Counts an execution of a resting order, before its size falls; returns its place among the touched. */
  fill(orders: OrderStore, slot: number, size: number): number {
    let at = orders.touched[slot]!;
    if (at < 0) at = this.#touch(orders, slot);
    this.touchedFilled[at]! += size;
    return at;
  }

  /** The shown part is gone: reinstated from the reserve, or the order is done. */
  exhausted(at: number, reinstated: boolean): void {
    if (reinstated) this.touchedRefills[at]! += 1;
    else this.touchedAlive[at] = 0;
  }

  elect(orders: OrderStore, slot: number): void {
    const at = this.electedCount++;
    if (at === this.electedSlot.length) this.#growElected();
    this.electedSlot[at] = slot;
    this.electedId[at] = orders.id[slot]!;
    this.electedOwner[at] = orders.owner[slot]!;
    this.electedSide[at] = orders.side[slot]!;
    this.electedTriggerTicks[at] = orders.priceTicks[slot]!;
    this.electedSize[at] = orders.size[slot]!;
  }

  #touch(orders: OrderStore, slot: number): number {
    const at = this.touchedCount++;
    if (at === this.touchedSlot.length) this.#growTouched();
    this.touchedSlot[at] = slot;
    this.touchedId[at] = orders.id[slot]!;
    this.touchedOwner[at] = orders.owner[slot]!;
    this.touchedSizeBefore[at] = orders.size[slot]!;
    this.touchedFilled[at] = 0;
    this.touchedRefills[at] = 0;
    this.touchedAlive[at] = 1;
    orders.touched[slot] = at;
    return at;
  }

  #growTouched(): void {
    const capacity = this.touchedSlot.length * 2;
    this.touchedSlot = grown(this.touchedSlot, new Int32Array(capacity));
    this.touchedId = grown(this.touchedId, new Float64Array(capacity));
    this.touchedOwner = grown(this.touchedOwner, new Int32Array(capacity));
    this.touchedSizeBefore = grown(this.touchedSizeBefore, new Int32Array(capacity));
    this.touchedFilled = grown(this.touchedFilled, new Int32Array(capacity));
    this.touchedRefills = grown(this.touchedRefills, new Int32Array(capacity));
    this.touchedAlive = grown(this.touchedAlive, new Uint8Array(capacity));
  }

  #growElected(): void {
    const capacity = this.electedSlot.length * 2;
    this.electedSlot = grown(this.electedSlot, new Int32Array(capacity));
    this.electedId = grown(this.electedId, new Float64Array(capacity));
    this.electedOwner = grown(this.electedOwner, new Int32Array(capacity));
    this.electedSide = grown(this.electedSide, new Uint8Array(capacity));
    this.electedTriggerTicks = grown(this.electedTriggerTicks, new Int32Array(capacity));
    this.electedSize = grown(this.electedSize, new Int32Array(capacity));
  }
}

function grown<A extends { set(from: A): void }>(from: A, to: A): A {
  to.set(from);
  return to;
}
