/**
 * A price-time exchange for one instrument: first-in first-out books, icebergs, stops, and one event per incoming
 * order.
 */
import { ACTION_MODIFY, NO_PRICE, SIDE_BID } from '@undertow/market';
import type { RowEncoder } from './encoder.ts';
import type { EventReport } from './event-report.ts';
import { MatchRounds, type MatchRoundsOptions, oppositeSide } from './match-rounds.ts';
import { NO_SLOT, type OrderStore } from './order-store.ts';
import type { PriceLadder } from './price-ladder.ts';
import type { StopBook } from './stop-book.ts';

/** A stop. Sizes are contracts, prices ticks. */
export interface StopOrder {
  readonly side: number;
  readonly triggerTicks: number;
  readonly size: number;
  /** Limit of a stop-limit order; without it the stop has the venue's protection. */
  readonly limitTicks?: number;
  readonly owner?: number;
}

export interface EngineOptions extends MatchRoundsOptions {
  /** Grows with time from session to session: an exchange that continues after a restart never assigns an id twice. */
  readonly firstOrderId: number;
}

/**
 * Rules after CME practice: a size decrease keeps priority, an increase or new price loses it; an iceberg's shown part
 * is reinstated at the back of the queue under the same id; stops are elected by the last trade and executed in later
 * rounds of the same event, cascades included; a modify through the spread trades as an aggressor under its old id.
 * Times are nanoseconds since the session began and never go back. Owner 0 is nobody in particular.
 */
export class MatchingEngine {
  readonly orders: OrderStore;
  readonly ladder: PriceLadder;
  readonly stops: StopBook;
  /** What the last order did; plain changes of the book leave it empty. */
  readonly report: EventReport;
  nextOrderId: number;
  readonly #event: MatchRounds;
  readonly #encoder: RowEncoder;
  readonly #protectionTicks: number;

  constructor(options: EngineOptions) {
    this.#event = new MatchRounds(options);
    this.orders = this.#event.orders;
    this.ladder = this.#event.ladder;
    this.stops = this.#event.stops;
    this.report = this.#event.report;
    this.#encoder = options.encoder;
    this.#protectionTicks = options.protectionTicks;
    this.nextOrderId = options.firstOrderId;
  }

  /** Price of the last trade, `NO_PRICE` before the first. */
  get lastTradeTicks(): number {
    return this.#event.lastTradeTicks;
  }

  get hasTraded(): boolean {
    return this.#event.lastTradeTicks !== NO_PRICE;
  }

  /** Whether a limit at this price would trade now. */
  crosses(side: number, priceTicks: number): boolean {
    return this.#event.crosses(side, priceTicks);
  }

  /**
   * Enters a limit order; returns its slot when something of it rests, else `NO_SLOT`.
   *
   * @param size all of it, an iceberg's reserve included; @param displaySize an iceberg's shown quantity, else 0
   */
  addLimit(
    timeNs: number,
    side: number,
    priceTicks: number,
    size: number,
    displaySize = 0,
    owner = 0,
  ): number {
    if (!this.crosses(side, priceTicks) && !this.ladder.accepts(priceTicks)) return NO_SLOT;
    const id = this.nextOrderId++;
    this.#event.begin(timeNs);
    const left = this.#event.aggress(id, side, priceTicks, size);
    let slot = NO_SLOT;
    if (left > 0 && this.#event.canRest(side, priceTicks)) {
      slot = this.orders.allocate();
      this.#fillIn(slot, id, side, priceTicks, owner, timeNs);
      this.orders.display[slot] = displaySize;
      this.#event.showAndQueue(slot, left);
      this.#event.rested.push(slot);
    }
    this.#event.finish();
    return slot;
  }

  /**
   * Trades at once up to the limit and drops the rest (IOC); returns the contracts traded, 0 when it would not trade.
   */
  addImmediate(timeNs: number, side: number, priceTicks: number, size: number): number {
    if (!this.crosses(side, priceTicks)) return 0;
    this.#event.begin(timeNs);
    const left = this.#event.aggress(this.nextOrderId++, side, priceTicks, size);
    this.#event.finish();
    return size - left;
  }

  /** A market order: trades up to the protection limit, where its remainder rests (the slot returned). */
  addMarket(timeNs: number, side: number, size: number, owner = 0): number {
    const best = this.ladder.bestTicks(oppositeSide(side));
    if (best === NO_PRICE) return NO_SLOT;
    const limit = side === SIDE_BID ? best + this.#protectionTicks : best - this.#protectionTicks;
    return this.addLimit(timeNs, side, limit, size, 0, owner);
  }

  /**
   * Opens trading with an auction: orders of these sizes, entered for it, trade with the front of the best queue of
   * `side` in one print. Their sum must stay below what that queue shows.
   */
  auction(timeNs: number, side: number, sizes: readonly number[]): void {
    this.#event.auction(timeNs, side, sizes, this.nextOrderId);
    this.nextOrderId += sizes.length;
  }

  /** Enters a stop; it gets its id now and is not shown. `NO_SLOT` when a trade has already reached the trigger. */
  addStop(timeNs: number, order: StopOrder): number {
    const last = this.lastTradeTicks;
    const reached = order.side === SIDE_BID ? last >= order.triggerTicks : last <= order.triggerTicks;
    if (last !== NO_PRICE && reached) return NO_SLOT;
    const slot = this.orders.allocate();
    this.#fillIn(slot, this.nextOrderId++, order.side, order.triggerTicks, order.owner ?? 0, timeNs);
    this.orders.size[slot] = order.size;
    this.orders.stopLimitTicks[slot] = order.limitTicks ?? NO_PRICE;
    this.stops.insert(slot);
    return slot;
  }

  /** Withdraws a stop that was not elected. */
  cancelStop(slot: number): void {
    this.stops.remove(slot);
    this.orders.release(slot);
  }

  /** Withdraws a resting order, reserve included. */
  cancel(timeNs: number, slot: number): void {
    const { orders } = this;
    this.#event.begin(timeNs);
    this.#encoder.nextSequence();
    this.#event.encodeCancel(slot, orders.size[slot]!);
    this.ladder.remove(slot);
    orders.release(slot);
    this.#encoder.end();
  }

  /** Changes price and displayed size of a resting order. Returns whether it still rests. */
  modify(timeNs: number, slot: number, priceTicks: number, size: number): boolean {
    const { orders, ladder } = this;
    const samePrice = priceTicks === orders.priceTicks[slot];
    if (!samePrice && this.crosses(orders.side[slot]!, priceTicks))
      return this.#modifyThrough(timeNs, slot, priceTicks, size);
    if (!samePrice && !ladder.accepts(priceTicks)) return true;
    this.#event.begin(timeNs);
    if (samePrice && size <= orders.size[slot]!) {
      ladder.resize(slot, size);
    } else {
      ladder.remove(slot);
      orders.priceTicks[slot] = priceTicks;
      orders.size[slot] = size;
      ladder.append(slot);
    }
    this.#encoder.nextSequence();
    this.#encoder.change(ACTION_MODIFY, orders, slot);
    this.#encoder.end();
    return true;
  }

  #modifyThrough(timeNs: number, slot: number, priceTicks: number, size: number): boolean {
    const { orders } = this;
    const side = orders.side[slot]!;
    const shown = orders.size[slot]!;
    this.#event.begin(timeNs);
    this.ladder.remove(slot);
    const total = size + orders.hidden[slot]!;
    const left = this.#event.aggress(orders.id[slot]!, side, priceTicks, total, true);
    const rests = left > 0 && this.#event.canRest(side, priceTicks);
    this.#encoder.nextSequence();
    if (!rests) this.#event.encodeCancel(slot, shown);
    this.#event.changeTouched();
    if (rests) {
      orders.priceTicks[slot] = priceTicks;
      this.#event.showAndQueue(slot, left);
      this.#encoder.change(ACTION_MODIFY, orders, slot);
    } else {
      orders.release(slot);
    }
    this.#event.addRested();
    this.#encoder.end();
    return rests;
  }

  #fillIn(slot: number, id: number, side: number, priceTicks: number, owner: number, timeNs: number): void {
    const { orders } = this;
    orders.id[slot] = id;
    orders.side[slot] = side;
    orders.priceTicks[slot] = priceTicks;
    orders.owner[slot] = owner;
    orders.entryNs[slot] = timeNs;
  }
}
