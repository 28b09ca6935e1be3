/** A second exchange, as simple as it can be: one list in order of time, searched anew for every fill. */
import { SIDE_BID } from '@undertow/market';

/** Ticks, as those of `engineBench`. */
const PROTECTION = 5;

export interface Resting {
  readonly id: number;
  readonly side: number;
  price: number;
  shown: number;
  hidden: number;
  display: number;
}

export interface Waiting {
  readonly id: number;
  readonly side: number;
  readonly trigger: number;
  readonly limit: number;
  readonly size: number;
}

/** What one event did to an order that rested before. */
export interface Touch {
  readonly order: Resting;
  readonly shownBefore: number;
  filled: number;
  refills: number;
}

const letter = (side: number): string => (side === SIDE_BID ? 'B' : 'A');

/** Whether a price is at least as good for somebody who trades on this side as the limit. */
const reaches = (side: number, limit: number, price: number): boolean =>
  side === SIDE_BID ? price <= limit : price >= limit;

/** Ids count from 1; `lines` are those of `engineBench`, without the mark at the end of an event. */
export class NaiveExchange {
  /** In order of time: of two orders at one price the earlier one is served. */
  book: Resting[] = [];
  stops: Waiting[] = [];
  last: number | null = null;
  lines: string[] = [];
  touches: Touch[] = [];
  elected: Waiting[] = [];
  bought = 0;
  sold = 0;
  rounds = 0;
  #began: Resting[] = [];
  #nextId = 1;
  readonly #share: number;

  constructor(sharePercent: number) {
    this.#share = sharePercent;
  }

  limit(side: number, price: number, size: number, display: number): void {
    const id = this.#nextId++;
    this.#open();
    this.#rest(id, side, price, this.#aggress(id, side, price, size), display);
    this.#close();
  }

  immediate(side: number, price: number, size: number): void {
    if (this.#firstAgainst(side, price) === undefined) return;
    this.#open();
    this.#aggress(this.#nextId++, side, price, size);
    this.#close();
  }

  market(side: number, size: number): void {
    const first = this.#firstAgainst(side, side === SIDE_BID ? Infinity : -Infinity);
    if (first === undefined) return;
    this.limit(side, side === SIDE_BID ? first.price + PROTECTION : first.price - PROTECTION, size, 0);
  }

  stop(side: number, trigger: number, size: number, limit: number | undefined): void {
    if (this.last !== null && reaches(side, this.last, trigger)) return;
    const protection = side === SIDE_BID ? trigger + PROTECTION : trigger - PROTECTION;
    this.stops.push({ id: this.#nextId++, side, trigger, limit: limit ?? protection, size });
  }

  cancel(order: Resting): void {
    this.#open();
    this.#remove(order);
    this.lines.push(this.#line('C', order, order.shown));
  }

  modify(order: Resting, price: number, size: number): void {
    this.#open();
    if (price !== order.price && this.#firstAgainst(order.side, price) !== undefined) {
      this.#modifyThrough(order, price, size);
      return;
    }
    if (price !== order.price || size > order.shown) {
      this.#remove(order);
      this.book.push(order);
    }
    order.price = price;
    order.shown = size;
    this.lines.push(this.#line('M', order, size));
  }

  #modifyThrough(order: Resting, price: number, size: number): void {
    const gone = this.#line('C', order, order.shown);
    this.#remove(order);
    const left = this.#aggress(order.id, order.side, price, size + order.hidden, true);
    if (left > 0 && this.#firstAgainst(order.side, price) === undefined) {
      this.#announceTouched();
      order.price = price;
      order.shown = order.display > 0 ? Math.min(order.display, left) : left;
      order.hidden = left - order.shown;
      this.book.push(order);
      this.lines.push(this.#line('M', order, order.shown));
    } else {
      this.lines.push(gone);
      this.#announceTouched();
    }
    this.#announceBegan();
  }

  #open(): void {
    this.touches = [];
    this.elected = [];
    this.#began = [];
    this.bought = 0;
    this.sold = 0;
    this.rounds = 0;
  }

  #close(): void {
    this.#announceTouched();
    this.#announceBegan();
  }

  #announceTouched(): void {
    for (const { order, shownBefore } of this.touches)
      if (!this.#began.includes(order))
        this.lines.push(
          this.book.includes(order) ? this.#line('M', order) : this.#line('C', order, shownBefore),
        );
  }

  #announceBegan(): void {
    for (const order of this.#began)
      if (this.book.includes(order)) this.lines.push(this.#line('A', order, order.shown));
  }

  #line(kind: string, order: Resting, size = order.shown): string {
    return `${kind}${letter(order.side)} ${order.price}x${size} #${order.id}`;
  }

  #remove(order: Resting): void {
    this.book.splice(this.book.indexOf(order), 1);
  }

  #rest(id: number, side: number, price: number, left: number, display: number): void {
    if (left === 0 || this.#firstAgainst(side, price) !== undefined) return;
    const shown = display > 0 ? Math.min(display, left) : left;
    const order = { id, side, price, shown, hidden: left - shown, display };
    this.book.push(order);
    this.#began.push(order);
  }

  /** The order that somebody on this side trades with first. */
  #firstAgainst(side: number, limit: number): Resting | undefined {
    let first: Resting | undefined;
    for (const order of this.book)
      if (order.side !== side && reaches(side, limit, order.price))
        if (first === undefined || (order.price !== first.price && reaches(side, first.price, order.price)))
          first = order;
    return first;
  }

  #aggress(id: number, side: number, limit: number, size: number, modified = false): number {
    const left = this.#round(id, side, limit, size, modified);
    if (left === size) return left;
    const queue = this.#electAll();
    for (let stop = queue.shift(); stop !== undefined; stop = queue.shift()) {
      this.#rest(stop.id, stop.side, stop.limit, this.#round(stop.id, stop.side, stop.limit, stop.size), 0);
      queue.push(...this.#electAll());
    }
    return left;
  }

  #electAll(): Waiting[] {
    const { last } = this;
    const reached = this.stops.filter(({ side, trigger }) => last !== null && reaches(side, last, trigger));
    reached.sort((a, b) =>
      a.side === b.side ? (a.side === SIDE_BID ? 1 : -1) * (a.trigger - b.trigger) : a.side - b.side,
    );
    this.stops = this.stops.filter((stop) => !reached.includes(stop));
    this.elected.push(...reached);
    return reached;
  }

  #round(id: number, side: number, limit: number, size: number, modified = false): number {
    let left = size;
    for (
      let best = this.#firstAgainst(side, limit);
      best && left > 0;
      best = this.#firstAgainst(side, limit)
    ) {
      const fills: string[] = [];
      const traded = this.#tradeAt(best.price, best.side, left, fills);
      const print = `${letter(side)} ${best.price}x${traded} #${id}`;
      this.lines.push(`T${print}`, ...(modified ? [`F${print}`] : []), ...fills);
      this.last = best.price;
      left -= traded;
    }
    if (left < size) this.rounds++;
    if (side === SIDE_BID) this.bought += size - left;
    else this.sold += size - left;
    return left;
  }

  #tradeAt(price: number, side: number, wanted: number, fills: string[]): number {
    const queue = this.book.filter((order) => order.price === price && order.side === side);
    const total = queue.reduce((sum, { shown }) => sum + shown, 0);
    let left = wanted;
    for (const order of wanted < total ? queue : []) {
      const allotted = Math.floor((this.#share * wanted * order.shown) / (100 * total));
      if (allotted >= 2) left -= this.#fill(order, allotted, fills);
    }
    while (left > 0) {
      const next = this.book.find((order) => order.price === price && order.side === side);
      if (next === undefined) break;
      left -= this.#fill(next, Math.min(left, next.shown), fills);
    }
    return wanted - left;
  }

  #fill(order: Resting, size: number, fills: string[]): number {
    fills.push(`F${letter(order.side)} ${order.price}x${size} #${order.id}`);
    const touch = this.#touchOf(order);
    touch.filled += size;
    order.shown -= size;
    if (order.shown > 0) return size;
    this.#remove(order);
    if (order.hidden === 0) return size;
    touch.refills++;
    order.shown = Math.min(order.display, order.hidden);
    order.hidden -= order.shown;
    this.book.push(order);
    return size;
  }

  #touchOf(order: Resting): Touch {
    const known = this.touches.find((touch) => touch.order === order);
    if (known !== undefined) return known;
    const touch = { order, shownBefore: order.shown, filled: 0, refills: 0 };
    this.touches.push(touch);
    return touch;
  }
}
