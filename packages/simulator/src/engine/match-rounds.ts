/** One match event: the rounds of an aggressor and of the stops it elects, then the book changes that announce them. */
import { ACTION_ADD, ACTION_MODIFY, NO_PRICE, SIDE_ASK, SIDE_BID, SIDE_NONE } from '@undertow/market';
import type { RandomStream } from '#random/random.ts';
import type { RowEncoder } from './encoder.ts';
import { EventReport } from './event-report.ts';
import { NO_SLOT, OrderStore } from './order-store.ts';
import { PriceLadder, type PriceLimits } from './price-ladder.ts';
import { StopBook } from './stop-book.ts';

/** Contracts below which nobody is served in proportion. */
const MIN_ALLOTMENT = 2;

export interface MatchRoundsOptions {
  readonly encoder: RowEncoder;
  /** Decides only how several elected stops share sequence numbers. */
  readonly random: RandomStream;
  /** Ticks beyond the trigger (or the best price) at which a stop (or market order) stops trading and rests. */
  readonly protectionTicks: number;
  /** Share of an aggressor given out in proportion to the sizes of the queue; 0 is first-in first-out. */
  readonly proRataShare?: number;
  /** None where not given. */
  readonly limits?: PriceLimits;
}

export function oppositeSide(side: number): number {
  return side === SIDE_BID ? SIDE_ASK : SIDE_BID;
}

/** Holds the books and runs events on them; `MatchingEngine` decides which order does what. */
export class MatchRounds {
  readonly orders = new OrderStore();
  readonly ladder: PriceLadder;
  readonly stops = new StopBook(this.orders);
  readonly report = new EventReport();
  lastTradeTicks = NO_PRICE;
  /** Orders that begin to rest in this event: the event announces them at its end. */
  readonly rested: number[] = [];
  readonly #encoder: RowEncoder;
  readonly #random: RandomStream;
  readonly #protectionTicks: number;
  readonly #proRataShare: number;

  constructor(options: MatchRoundsOptions) {
    this.ladder = new PriceLadder(this.orders, options.limits);
    this.#encoder = options.encoder;
    this.#random = options.random;
    this.#protectionTicks = options.protectionTicks;
    this.#proRataShare = options.proRataShare ?? 0;
  }

  /** Whether a limit at this price would trade now. */
  crosses(side: number, priceTicks: number): boolean {
    const best = this.ladder.bestTicks(oppositeSide(side));
    return best !== NO_PRICE && (side === SIDE_BID ? priceTicks >= best : priceTicks <= best);
  }

  /** Whether an order may rest at the price: it crosses nothing and lies within the band. */
  canRest(side: number, priceTicks: number): boolean {
    return !this.crosses(side, priceTicks) && this.ladder.accepts(priceTicks);
  }

  /** Opens an event at a time that never goes back. */
  begin(timeNs: number): void {
    this.report.begin(timeNs);
    this.#encoder.begin(timeNs);
    this.rested.length = 0;
  }

  /** First round and the stops it elects; returns what is left of the aggressor. */
  aggress(id: number, side: number, priceTicks: number, size: number, modified = false): number {
    if (!this.crosses(side, priceTicks)) return size;
    this.#encoder.nextSequence();
    const left = this.#round(id, side, priceTicks, size, modified);
    this.#runStops();
    return left;
  }

  /**
   * An auction at the best price of a side: orders of the other side that were entered for it (`sizes`, with ids from
   * `firstId` on) trade with the front of that queue in one print without an aggressor, then the stops it elects.
   */
  auction(timeNs: number, side: number, sizes: readonly number[], firstId: number): void {
    const price = this.ladder.bestTicks(side);
    const against = oppositeSide(side);
    const encoder = this.#encoder;
    sizes.forEach((size, at) => {
      encoder.begin(timeNs);
      encoder.nextSequence();
      encoder.add(against, price, size, firstId + at);
      encoder.end();
    });
    this.begin(timeNs);
    encoder.nextSequence();
    const trade = encoder.trade(SIDE_NONE, price, 0);
    let wanted = 0;
    sizes.forEach((size, at) => {
      encoder.fill(against, price, size, firstId + at);
      wanted += size;
    });
    encoder.addSize(trade, this.#takeLevel(side, price, wanted));
    this.lastTradeTicks = price;
    this.report.auctioned(price);
    this.#runStops();
    encoder.nextSequence();
    sizes.forEach((size, at) => {
      encoder.cancel(against, price, size, firstId + at);
    });
    this.changeTouched();
    this.addRested();
    encoder.end();
  }

  /** After rounds and stops: the changes of the book under the next sequence, then the end of the event. */
  finish(): void {
    this.#encoder.nextSequence();
    this.changeTouched();
    this.addRested();
    this.#encoder.end();
  }

  /** Queues the order at its price with its display quantity shown and the rest in reserve. */
  showAndQueue(slot: number, total: number): void {
    const { orders } = this;
    const display = orders.display[slot]!;
    const shown = display > 0 && display < total ? display : total;
    orders.size[slot] = shown;
    orders.hidden[slot] = total - shown;
    this.ladder.append(slot);
  }

  /** One aggressor against the opposite book up to its limit; returns what is left of it. */
  #round(id: number, side: number, limitTicks: number, size: number, modified: boolean): number {
    const against = oppositeSide(side);
    let left = size;
    while (left > 0 && this.crosses(side, limitTicks)) {
      const price = this.ladder.bestTicks(against);
      const trade = this.#encoder.trade(side, price, id);
      const extra = modified ? this.#encoder.fill(side, price, 0, id) : -1;
      const traded = this.#takeLevel(against, price, left);
      this.#encoder.addSize(trade, traded);
      if (extra >= 0) this.#encoder.addSize(extra, traded);
      left -= traded;
      this.lastTradeTicks = price;
    }
    this.report.round(side, size - left, this.lastTradeTicks);
    return left;
  }

  /**
   * Fills the queue at one price, in proportion first where the venue does, then in order; returns the contracts
   * traded.
   */
  #takeLevel(side: number, price: number, wanted: number): number {
    const { ladder } = this;
    let left = wanted;
    if (this.#proRataShare > 0) left -= this.#takeProRata(side, price, wanted);
    let slot = ladder.headAt(side, price);
    while (left > 0 && slot !== NO_SLOT) {
      const shown = this.orders.size[slot]!;
      const quantity = shown < left ? shown : left;
      this.#fillOrder(side, price, slot, quantity);
      left -= quantity;
      slot = ladder.headAt(side, price);
    }
    return wanted - left;
  }

  /** CME's proportional step: allotments are rounded down and those below two contracts are dropped. */
  #takeProRata(side: number, price: number, wanted: number): number {
    const { ladder, orders } = this;
    const total = ladder.sizeAt(side, price);
    if (wanted >= total) return 0;
    let traded = 0;
    let slot = ladder.headAt(side, price);
    while (slot !== NO_SLOT) {
      const next = orders.next[slot]!;
      const quantity = Math.floor((this.#proRataShare * wanted * orders.size[slot]!) / total);
      if (quantity >= MIN_ALLOTMENT) {
        this.#fillOrder(side, price, slot, quantity);
        traded += quantity;
      }
      slot = next;
    }
    return traded;
  }

  #fillOrder(side: number, price: number, slot: number, quantity: number): void {
    const { orders, ladder, report } = this;
    const shown = orders.size[slot]!;
    this.#encoder.fill(side, price, quantity, orders.id[slot]!);
    const touched = report.fill(orders, slot, quantity);
    ladder.resize(slot, shown - quantity);
    if (quantity < shown) return;
    const hidden = orders.hidden[slot]!;
    ladder.remove(slot);
    if (hidden > 0) this.showAndQueue(slot, hidden);
    report.exhausted(touched, hidden > 0);
  }

  /** Elects stops by the last trade and runs them one round each, until no further stop is reached. */
  #runStops(): void {
    const { orders, report } = this;
    let shares = false;
    this.#elect();
    for (let index = 0; index < report.electedCount; index++) {
      const slot = report.electedSlot[index]!;
      const side = orders.side[slot]!;
      const limit = this.#stopLimit(slot);
      // Of 45 recorded events with stops 21 showed fewer sequences than stops: about half share one.
      if (index === 1) shares = this.#random.chance(0.5);
      if (!shares) this.#encoder.nextSequence();
      const left = this.#round(orders.id[slot]!, side, limit, orders.size[slot]!, false);
      if (left > 0 && this.canRest(side, limit)) {
        orders.priceTicks[slot] = limit;
        this.showAndQueue(slot, left);
        this.rested.push(slot);
      } else {
        orders.release(slot);
      }
      this.#elect();
    }
  }

  #stopLimit(slot: number): number {
    const limit = this.orders.stopLimitTicks[slot]!;
    if (limit !== NO_PRICE) return limit;
    const trigger = this.orders.priceTicks[slot]!;
    return this.orders.side[slot] === SIDE_BID
      ? trigger + this.#protectionTicks
      : trigger - this.#protectionTicks;
  }

  /** Moves every stop that the last trade reaches from the stop book to the list of this event. */
  #elect(): void {
    for (let side = SIDE_BID; side <= SIDE_ASK; side++) {
      while (this.stops.isElectedBy(side, this.lastTradeTicks)) {
        const slot = this.stops.head(side);
        this.stops.remove(slot);
        this.report.elect(this.orders, slot);
      }
    }
  }

  /** The order leaves the displayed book with all that it showed. */
  encodeCancel(slot: number, shownSize: number): void {
    const { orders } = this;
    const price = orders.priceTicks[slot]!;
    this.#encoder.cancel(orders.side[slot]!, price, shownSize, orders.id[slot]!);
  }

  /** Announces what the fills left: a modify, or a cancel of what was shown before the event. */
  changeTouched(): void {
    const { orders, report } = this;
    for (let at = 0; at < report.touchedCount; at++) {
      const slot = report.touchedSlot[at]!;
      const alive = report.touchedAlive[at] === 1;
      // What began to rest inside this event was never shown: its add has the remaining size.
      const shownBefore = !this.rested.includes(slot);
      orders.touched[slot] = -1;
      if (shownBefore && alive) this.#encoder.change(ACTION_MODIFY, orders, slot);
      if (shownBefore && !alive) this.encodeCancel(slot, report.touchedSizeBefore[at]!);
      if (!shownBefore && !alive) this.rested.splice(this.rested.indexOf(slot), 1);
      if (!alive) orders.release(slot);
    }
  }

  /** Announces what began to rest. */
  addRested(): void {
    for (const slot of this.rested) this.#encoder.change(ACTION_ADD, this.orders, slot);
  }
}
