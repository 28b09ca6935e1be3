/** Writes what the matching engine does as canonical rows in the dialect of the CME recording (DBN semantics). */
import {
  ACTION_ADD,
  ACTION_BLOCK,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_FILL,
  ACTION_HEARTBEAT,
  ACTION_STATUS,
  ACTION_TRADE,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_RECV_HI,
  COL_RECV_LO,
  COL_RPT_SEQ,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_SPARE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  NO_PRICE,
  NS_PER_MS,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';
import type { RowBuffer } from '#rows/row-buffer.ts';
import { NO_SLOT, type OrderStore } from './order-store.ts';
import type { PriceLadder } from './price-ladder.ts';

const TWO_POW_32 = 4294967296;

/**
 * One instrument's stream. An event is: per round the trades and fills under the round's own sequence, then every
 * add, modify and cancel under the next one, with the last-row flag on its end. Rows count from 1 without a hole in
 * the per-instrument counter; snapshot and heartbeat rows carry the number of the last row they follow.
 */
export class RowEncoder {
  /** Where rows go. */
  sink: RowBuffer;
  /** Number of the last counted row. */
  rptSeq = 0;
  #sequence = 0;
  readonly #instrumentId: number;
  readonly #baseHi: number;
  readonly #baseLo: number;
  #timeHi = 0;
  #timeLo = 0;
  #lastAt = -1;

  constructor(instrumentId: number, startMs: number, sink: RowBuffer) {
    this.#instrumentId = instrumentId;
    const baseNs = BigInt(Math.floor(startMs)) * NS_PER_MS;
    this.#baseHi = Number(baseNs >> 32n);
    this.#baseLo = Number(baseNs & 0xffff_ffffn);
    this.sink = sink;
  }

  /** Opens an event at a time in nanoseconds since the session began (an integer below 2^53). */
  begin(timeNs: number): void {
    this.#setTime(timeNs);
    this.#lastAt = -1;
  }

  /** The rows that follow belong to the next round, or are the book changes of the event. */
  nextSequence(): void {
    this.#sequence++;
  }

  /** One price of one aggressor; returns the row so that its size can be raised by `addSize`. */
  trade(side: number, priceTicks: number, orderId: number): number {
    return this.#row(ACTION_TRADE, side, priceTicks, 0, orderId);
  }

  /** The execution of one resting order; never changes the book. */
  fill(side: number, priceTicks: number, size: number, orderId: number): number {
    return this.#row(ACTION_FILL, side, priceTicks, size, orderId);
  }

  addSize(at: number, size: number): void {
    const rows = this.sink.rows;
    rows[at + COL_SIZE]! += size;
  }

  /** A change of the book to what the order now shows: an add, or a modify with its new price and size. */
  change(action: number, orders: OrderStore, slot: number): void {
    const size = orders.size[slot]!;
    this.#row(action, orders.side[slot]!, orders.priceTicks[slot]!, size, orders.id[slot]!);
  }

  /** The order leaves the book; the size is always all that it showed before the event. */
  cancel(side: number, priceTicks: number, shownSize: number, orderId: number): void {
    this.#row(ACTION_CANCEL, side, priceTicks, shownSize, orderId);
  }

  /** An order that only the feed needs: entered for the auction, in which it trades. */
  add(side: number, priceTicks: number, size: number, orderId: number): void {
    this.#row(ACTION_ADD, side, priceTicks, size, orderId);
  }

  /** Announces a trading status by its index, as an event of its own. */
  status(timeNs: number, status: number): void {
    this.#single(timeNs, ACTION_STATUS, NO_PRICE, 0, status);
  }

  /** Reports a trade made off the book: kind 1 block, 2 EFP, 3 EFR. */
  offBook(timeNs: number, priceTicks: number, size: number, kind: number): void {
    this.#single(timeNs, ACTION_BLOCK, priceTicks, size, kind);
  }

  #single(timeNs: number, action: number, priceTicks: number, size: number, aux: number): void {
    this.begin(timeNs);
    this.#sequence++;
    const at = this.#row(action, SIDE_NONE, priceTicks, size, 0);
    this.sink.rows[at + COL_AUX] = aux;
    this.end();
  }

  /** Closes the event. */
  end(): void {
    if (this.#lastAt < 0) return;
    const at = this.#lastAt + COL_FLAGS;
    this.sink.rows[at]! |= FLAG_LAST;
  }

  /** A heartbeat row. */
  heartbeat(timeNs: number): void {
    this.#setTime(timeNs);
    this.#uncounted(ACTION_HEARTBEAT, SIDE_NONE, NO_PRICE, 0, 0, FLAG_LAST);
  }

  /** The whole displayed book: a clear, then every order in priority with its own entry time, flagged as snapshot. */
  snapshot(timeNs: number, orders: OrderStore, ladder: PriceLadder): void {
    this.#setTime(timeNs);
    this.#uncounted(ACTION_CLEAR, SIDE_NONE, NO_PRICE, 0, 0, FLAG_SNAPSHOT);
    for (const side of [SIDE_BID, SIDE_ASK]) {
      let left = side === SIDE_BID ? ladder.bidOrders : ladder.askOrders;
      let price = ladder.bestTicks(side);
      while (left > 0 && price !== NO_PRICE) {
        for (let slot = ladder.headAt(side, price); slot !== NO_SLOT; slot = orders.next[slot]!) {
          this.#setTime(orders.entryNs[slot]!);
          this.#uncounted(ACTION_ADD, side, price, orders.size[slot]!, orders.id[slot]!, FLAG_SNAPSHOT);
          left--;
        }
        if (left > 0) price = ladder.nextTicks(side, price);
      }
    }
    this.end();
  }

  #setTime(timeNs: number): void {
    const lo = this.#baseLo + (timeNs % TWO_POW_32);
    this.#timeHi = (this.#baseHi + Math.floor(timeNs / TWO_POW_32) + (lo >= TWO_POW_32 ? 1 : 0)) | 0;
    this.#timeLo = lo | 0;
  }

  #uncounted(
    action: number,
    side: number,
    priceTicks: number,
    size: number,
    orderId: number,
    flags: number,
  ): void {
    const at = this.#row(action, side, priceTicks, size, orderId);
    this.rptSeq--;
    this.sink.rows[at + COL_RPT_SEQ] = this.rptSeq;
    this.sink.rows[at + COL_FLAGS] = flags;
  }

  #row(action: number, side: number, priceTicks: number, size: number, orderId: number): number {
    const at = this.sink.append();
    const rows = this.sink.rows;
    rows[at + COL_ACTION] = action;
    rows[at + COL_SIDE] = side;
    rows[at + COL_PRICE_TICKS] = priceTicks;
    rows[at + COL_SIZE] = size;
    rows[at + COL_ORDER_HI] = Math.floor(orderId / TWO_POW_32);
    rows[at + COL_ORDER_LO] = orderId | 0;
    rows[at + COL_TIME_HI] = this.#timeHi;
    rows[at + COL_TIME_LO] = this.#timeLo;
    rows[at + COL_FLAGS] = 0;
    rows[at + COL_SEQUENCE] = this.#sequence;
    rows[at + COL_INSTRUMENT] = this.#instrumentId;
    rows[at + COL_AUX] = 0;
    rows[at + COL_RPT_SEQ] = ++this.rptSeq;
    rows[at + COL_RECV_HI] = 0;
    rows[at + COL_RECV_LO] = 0;
    rows[at + COL_SPARE] = 0;
    this.#lastAt = at;
    return at;
  }
}
