/**
 * When orders were placed, estimated from their ids: a match engine numbers them in time, so a few instants date them
 * all.
 */
import { CHANGE_ADD, type MatchEvent, SECOND_MS } from '@undertow/market';
import { orderNumber } from './order-number.ts';

const MARKS = 1024;

/** To a second, and over the last quarter of an hour or so. Feeds that show orders only. */
export class OrderClock {
  readonly #ids = new Float64Array(MARKS);
  readonly #times = new Float64Array(MARKS);
  #count = 0;
  #newest = 0;
  #markMs = Number.NEGATIVE_INFINITY;

  read({ changes, timeMs }: MatchEvent): void {
    for (let row = 0; row < changes.count; row += 1) {
      if (changes.kind[row] !== CHANGE_ADD) continue;
      const id = orderNumber(changes.orderHi[row]!, changes.orderLo[row]!);
      if (id > this.#newest) this.#newest = id;
    }
    if (timeMs < this.#markMs + SECOND_MS || this.#newest === 0) return;
    this.#markMs = timeMs;
    this.#ids[this.#count % MARKS] = this.#newest;
    this.#times[this.#count % MARKS] = timeMs;
    this.#count += 1;
  }

  /** Exchange time in milliseconds at which an order was placed; -Infinity for what is older than the memory. */
  placedMs(hi: number, lo: number): number {
    const id = orderNumber(hi, lo);
    let early = Math.max(0, this.#count - MARKS);
    let late = this.#count;
    if (early === late || id <= this.#ids[early % MARKS]!) return Number.NEGATIVE_INFINITY;
    // The first mark that is not older than the order.
    while (early < late) {
      const middle = (early + late) >> 1;
      if (this.#ids[middle % MARKS]! < id) early = middle + 1;
      else late = middle;
    }
    return early === this.#count ? this.#markMs : this.#times[early % MARKS]!;
  }

  clear(): void {
    this.#count = 0;
    this.#newest = 0;
    this.#markMs = Number.NEGATIVE_INFINITY;
  }
}
