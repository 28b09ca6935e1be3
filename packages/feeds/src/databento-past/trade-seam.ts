/**
 * Where the trades of a replay end and live rows begin. Both carry the exchange's time and sequence, and a live flow has
 * every trade since its book: whatever of the replay comes before the first live trade is not in it.
 */
import * as event from '@undertow/market';

const { COL_RECV_HI, COL_RECV_LO, COL_SEQUENCE, COL_TIME_HI, COL_TIME_LO, ROW_LENGTH } = event;

export class TradeSeam {
  /** Rows of trades of the replay since live rows were requested. */
  #trades: Int32Array[] = [];
  #live: event.EventBatch[] = [];
  /** The first row of the snapshot, and of the first live trade; null before they came. */
  #book: Int32Array | null = null;
  #firstLive: Int32Array | null = null;

  /** True when no trade before the first live one can come any more. */
  get isClosed(): boolean {
    const last = this.#trades.at(-1);
    return this.#firstLive !== null && last !== undefined && !isBefore(last, this.#firstLive);
  }

  addTrades({ rows, count }: event.EventBatch): void {
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH)
      this.#trades.push(rows.slice(at, at + ROW_LENGTH));
  }

  addLive({ rows, count }: event.EventBatch): void {
    this.#live.push({ rows: rows.slice(0, count * ROW_LENGTH), count });
    for (let at = 0; at < count * ROW_LENGTH && this.#firstLive === null; at += ROW_LENGTH) {
      const isSnapshot = (rows[at + event.COL_FLAGS]! & event.FLAG_SNAPSHOT) !== 0;
      if (isSnapshot) this.#book ??= rows.slice(at, at + ROW_LENGTH);
      else if (rows[at + event.COL_ACTION] === event.ACTION_TRADE)
        this.#firstLive = rows.slice(at, at + ROW_LENGTH);
    }
  }

  /** The trades that are past as one batch, and the live rows as they came; empty afterwards. */
  take(): { readonly past: event.EventBatch; readonly live: readonly event.EventBatch[] } {
    const past = this.#trades.filter((trade) => this.#isPast(trade));
    const rows = new Int32Array(past.length * ROW_LENGTH);
    past.forEach((trade, row) => {
      rows.set(trade, row * ROW_LENGTH);
    });
    const live = this.#live;
    this.#trades = [];
    this.#live = [];
    return { past: { rows, count: past.length }, live };
  }

  /** Before the first live trade; where there is none yet, the vendor had received it when it made the book. */
  #isPast(trade: Int32Array): boolean {
    if (this.#firstLive !== null) return isBefore(trade, this.#firstLive);
    return this.#book === null || compareNs(trade, this.#book, COL_RECV_HI, COL_RECV_LO) <= 0;
  }
}

function isBefore(trade: Int32Array, other: Int32Array): boolean {
  const order = compareNs(trade, other, COL_TIME_HI, COL_TIME_LO);
  return order < 0 || (order === 0 && trade[COL_SEQUENCE]! >>> 0 < other[COL_SEQUENCE]! >>> 0);
}

function compareNs(one: Int32Array, other: Int32Array, high: number, low: number): number {
  return one[high]! - other[high]! || (one[low]! >>> 0) - (other[low]! >>> 0);
}
