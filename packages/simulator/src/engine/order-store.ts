/** Every order that rests in the exchange, book or stop, as columns of numbered slots that are used again. */
import { NO_PRICE } from '@undertow/market';

/** No slot: the end of a list, or a refused order. */
export const NO_SLOT = -1;

const FIRST_CAPACITY = 4096;

/** Grows by doubling; a slot number stays valid until `release`. */
export class OrderStore {
  /** Exchange order id; ids stay below 2^53. */
  id = new Float64Array(FIRST_CAPACITY);
  /** `SIDE_BID` or `SIDE_ASK`. */
  side = new Uint8Array(FIRST_CAPACITY);
  /** Limit price; for a waiting stop its trigger. */
  priceTicks = new Int32Array(FIRST_CAPACITY);
  /** Displayed contracts; for a waiting stop all of them. */
  size = new Int32Array(FIRST_CAPACITY);
  /** Reserve that is not displayed. */
  hidden = new Int32Array(FIRST_CAPACITY);
  /** Display quantity of an iceberg, 0 for every other order. */
  display = new Int32Array(FIRST_CAPACITY);
  /** Limit of a stop-limit order, `NO_PRICE` for a stop with protection. */
  stopLimitTicks = new Int32Array(FIRST_CAPACITY);
  /** 1 for a stop that was not elected yet. */
  waiting = new Uint8Array(FIRST_CAPACITY);
  /** Number of the agent that entered it; 0 is the background. */
  owner = new Int32Array(FIRST_CAPACITY);
  /** Entry time, nanoseconds since the session began. */
  entryNs = new Float64Array(FIRST_CAPACITY);
  next = new Int32Array(FIRST_CAPACITY);
  previous = new Int32Array(FIRST_CAPACITY);
  /** Place in the running event's list of touched orders, or -1. */
  touched = new Int32Array(FIRST_CAPACITY).fill(-1);
  /** Orders alive. */
  live = 0;
  #free = NO_SLOT;
  #used = 0;

  /** A slot for a new order, linked to nothing. */
  allocate(): number {
    let slot = this.#free;
    if (slot === NO_SLOT) {
      if (this.#used === this.id.length) this.#grow();
      slot = this.#used++;
    } else {
      this.#free = this.next[slot]!;
    }
    this.live++;
    this.hidden[slot] = 0;
    this.display[slot] = 0;
    this.owner[slot] = 0;
    this.waiting[slot] = 0;
    this.stopLimitTicks[slot] = NO_PRICE;
    this.next[slot] = NO_SLOT;
    this.previous[slot] = NO_SLOT;
    this.touched[slot] = -1;
    return slot;
  }

  /** Gives the slot back; its id becomes 0 so that a stale reference is noticed. */
  release(slot: number): void {
    this.id[slot] = 0;
    this.next[slot] = this.#free;
    this.#free = slot;
    this.live--;
  }

  #grow(): void {
    const capacity = this.id.length * 2;
    this.id = grownCopy(this.id, new Float64Array(capacity));
    this.entryNs = grownCopy(this.entryNs, new Float64Array(capacity));
    this.side = grownCopy(this.side, new Uint8Array(capacity));
    this.priceTicks = grownCopy(this.priceTicks, new Int32Array(capacity));
    this.size = grownCopy(this.size, new Int32Array(capacity));
    this.hidden = grownCopy(this.hidden, new Int32Array(capacity));
    this.display = grownCopy(this.display, new Int32Array(capacity));
    this.stopLimitTicks = grownCopy(this.stopLimitTicks, new Int32Array(capacity));
    this.waiting = grownCopy(this.waiting, new Uint8Array(capacity));
    this.owner = grownCopy(this.owner, new Int32Array(capacity));
    this.next = grownCopy(this.next, new Int32Array(capacity));
    this.previous = grownCopy(this.previous, new Int32Array(capacity));
    this.touched = grownCopy(this.touched, new Int32Array(capacity).fill(-1));
  }
}

function grownCopy<A extends { set(from: A): void }>(from: A, to: A): A {
  to.set(from);
  return to;
}
