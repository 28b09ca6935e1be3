/** Rows of a market by order, made by hand. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_FILL,
  ACTION_MODIFY,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  nsHi,
  nsLo,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';

export type Side = 'bid' | 'ask';
const SIDES: Readonly<Record<Side, number>> = { bid: SIDE_BID, ask: SIDE_ASK };

interface Resting {
  readonly id: number;
  readonly side: Side;
  readonly ticks: number;
  size: number;
}

/** Writes events; each ends with its last row. Times are milliseconds since 1970 UTC. */
export class RowScript {
  readonly rows: Int32Array[] = [];
  readonly #orders: Resting[] = [];

  add(atMs: number, id: number, side: Side, ticks: number, size: number): this {
    this.#orders.push({ id, side, ticks, size });
    return this.#row(atMs, ACTION_ADD, side, ticks, size, id, true);
  }

  cancel(atMs: number, id: number): this {
    const order = this.#take(id);
    return this.#row(atMs, ACTION_CANCEL, order.side, order.ticks, order.size, id, true);
  }

  modify(atMs: number, id: number, ticks: number, size: number): this {
    const { side } = this.#take(id);
    this.#orders.push({ id, side, ticks, size });
    return this.#row(atMs, ACTION_MODIFY, side, ticks, size, id, true);
  }

  /** An aggressor against resting orders in the order of their ids here: executions, then what they leave. */
  trade(
    atMs: number,
    aggressor: 'buy' | 'sell',
    fills: readonly (readonly [id: number, size: number])[],
  ): this {
    for (const [id, size] of fills) {
      const order = this.#find(id);
      this.#row(atMs, ACTION_TRADE, aggressor === 'buy' ? 'bid' : 'ask', order.ticks, size, 0, false);
      this.#row(atMs, ACTION_FILL, order.side, order.ticks, size, id, false);
    }
    fills.forEach(([id, size], at) => {
      const order = this.#find(id);
      order.size -= size;
      this.#row(atMs, ACTION_CANCEL, order.side, order.ticks, size, id, at === fills.length - 1);
      if (order.size === 0) this.#take(id);
    });
    return this;
  }

  #find(id: number): Resting {
    const order = this.#orders.find((resting) => resting.id === id);
    if (order === undefined) throw new RangeError(`expected an order ${id} in the book`);
    return order;
  }

  #take(id: number): Resting {
    const order = this.#find(id);
    this.#orders.splice(this.#orders.indexOf(order), 1);
    return order;
  }

  #row(
    atMs: number,
    action: number,
    side: Side,
    ticks: number,
    size: number,
    id: number,
    isLast: boolean,
  ): this {
    const row = new Int32Array(ROW_LENGTH);
    const timeNs = BigInt(Math.round(atMs * 1000)) * 1000n;
    row[COL_ACTION] = action;
    row[COL_SIDE] = SIDES[side];
    row[COL_PRICE_TICKS] = ticks;
    row[COL_SIZE] = size;
    row[COL_ORDER_LO] = id;
    row[COL_TIME_HI] = nsHi(timeNs);
    row[COL_TIME_LO] = nsLo(timeNs);
    row[COL_FLAGS] = isLast ? FLAG_LAST : 0;
    this.rows.push(row);
    return this;
  }
}
