/** The stand-in's own book of a product: every order with the time and sequence of the row that gave it its size. */

import { snapshotRows } from '@undertow/feeds';
import {
  ACTION_ADD,
  ACTION_MODIFY,
  COL_ACTION,
  COL_FLAGS,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_RECV_HI,
  COL_RECV_LO,
  COL_SEQUENCE,
  COL_TIME_HI,
  COL_TIME_LO,
  type EventBatch,
  nsHi,
  nsLo,
  OrderBook,
  orderIdString,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';

/** As DBN has it: time of receipt is not that of the event. */
export const FLAG_BAD_TS_RECV = 0x08;
const FIRST_ORDERS = 4096;
const STAMP_LENGTH = 3;
const MAX_LEVELS = 8192;

export interface BookOrder {
  readonly orderId: string;
  readonly size: number;
}

export interface BookLevel {
  readonly priceTicks: number;
  /** In the order of the queue. */
  readonly orders: readonly BookOrder[];
}

/** Best first. */
export interface WholeBook {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

export class MarketBook {
  readonly orders = new OrderBook();
  /** Time (high, low) and sequence by the order's slot. */
  #stamps = new Int32Array(FIRST_ORDERS * STAMP_LENGTH);

  apply(rows: Int32Array, at: number): void {
    this.orders.applyRow(rows, at);
    const action = rows[at + COL_ACTION]!;
    if (action !== ACTION_ADD && action !== ACTION_MODIFY) return;
    const slot = this.orders.findOrder(rows[at + COL_ORDER_HI]!, rows[at + COL_ORDER_LO]!);
    if (slot === -1) return;
    const stamp = slot * STAMP_LENGTH;
    if (stamp + STAMP_LENGTH > this.#stamps.length) this.#grow(stamp + STAMP_LENGTH);
    this.#stamps[stamp] = rows[at + COL_TIME_HI]!;
    this.#stamps[stamp + 1] = rows[at + COL_TIME_LO]!;
    this.#stamps[stamp + 2] = rows[at + COL_SEQUENCE]!;
  }

  /**
   * The book as a snapshot: a clear, then every order in the order of its queue with its own time and sequence, all received
   * now. The last row is flagged.
   */
  snapshot(instrumentId: number, sequence: number, nowNs: bigint): EventBatch {
    const [timeHi, timeLo] = [nsHi(nowNs), nsLo(nowNs)];
    const batch = snapshotRows(this.orders, { instrumentId, timeHi, timeLo, sequence, rptSeq: 0 });
    const { rows, count } = batch;
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      rows[at + COL_FLAGS]! |= FLAG_BAD_TS_RECV;
      rows[at + COL_RECV_HI] = timeHi;
      rows[at + COL_RECV_LO] = timeLo;
      const slot = this.orders.findOrder(rows[at + COL_ORDER_HI]!, rows[at + COL_ORDER_LO]!);
      if (slot === -1) continue;
      const stamp = slot * STAMP_LENGTH;
      rows[at + COL_TIME_HI] = this.#stamps[stamp]!;
      rows[at + COL_TIME_LO] = this.#stamps[stamp + 1]!;
      rows[at + COL_SEQUENCE] = this.#stamps[stamp + 2]!;
    }
    return batch;
  }

  /** Every order, to compare a client's book with. */
  whole(): WholeBook {
    return { bids: this.#levels(SIDE_BID), asks: this.#levels(SIDE_ASK) };
  }

  #levels(side: number): readonly BookLevel[] {
    const columns = () => new Int32Array(MAX_LEVELS);
    const prices = columns();
    const count = this.orders.copyTop(side, MAX_LEVELS, prices, columns(), columns());
    return Array.from(prices.subarray(0, count), (priceTicks) => ({
      priceTicks,
      orders: this.#queue(side, priceTicks),
    }));
  }

  #queue(side: number, priceTicks: number): readonly BookOrder[] {
    const queue: BookOrder[] = [];
    const { orders } = this;
    for (let slot = orders.firstOrder(side, priceTicks); slot !== -1; slot = orders.nextOrder(slot))
      queue.push({
        orderId: orderIdString(orders.orderHi(slot), orders.orderLo(slot)),
        size: orders.orderSize(slot),
      });
    return queue;
  }

  #grow(length: number): void {
    const grown = new Int32Array(Math.max(length, this.#stamps.length * 2));
    grown.set(this.#stamps);
    this.#stamps = grown;
  }
}
