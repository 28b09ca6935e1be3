/** Judges rows one by one: impossible sizes, sides and prices never reach the book. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_FILL,
  ACTION_LEVEL,
  ACTION_MODIFY,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  FLAG_SNAPSHOT,
  rowTimeMs,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';

/** No product trades at a billion ticks; such a price is a decoding failure. */
const MAX_PRICE_TICKS = 1_000_000_000;
const MAX_SIZE = 10_000_000;
/** A trade this far from the one before it, within a second, is treated as a fault. Reference: reliability, section 5. */
const MAX_JUMP = 0.1;
const JUMP_MS = 1000;
/** Near a price of zero a tenth is less than a tick: smaller moves than this are never absurd. */
const MIN_JUMP_TICKS = 50;

export class RowGuard {
  #tradeTicks = 0;
  #tradeMs = Number.NEGATIVE_INFINITY;

  /** True when the row may continue. */
  accepts(rows: Int32Array, at: number): boolean {
    const size = rows[at + COL_SIZE]!;
    switch (rows[at + COL_ACTION]!) {
      case ACTION_ADD:
        return isSize(size) && isSide(rows, at) && isPrice(rows, at);
      case ACTION_MODIFY:
      case ACTION_LEVEL:
        return (size === 0 || isSize(size)) && isSide(rows, at) && isPrice(rows, at);
      case ACTION_CANCEL:
        return size === 0 || isSize(size);
      case ACTION_FILL:
        return isSize(size) && isPrice(rows, at);
      case ACTION_TRADE:
        return isSize(size) && isPrice(rows, at) && this.#followsLastTrade(rows, at);
      default:
        return true;
    }
  }

  #followsLastTrade(rows: Int32Array, at: number): boolean {
    if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) !== 0) return true;
    const ticks = rows[at + COL_PRICE_TICKS]!;
    const timeMs = rowTimeMs(rows, at);
    const isSoon = Math.abs(timeMs - this.#tradeMs) <= JUMP_MS;
    const limitTicks = Math.max(MIN_JUMP_TICKS, MAX_JUMP * Math.abs(this.#tradeTicks));
    if (isSoon && Math.abs(ticks - this.#tradeTicks) > limitTicks) return false;
    this.#tradeTicks = ticks;
    this.#tradeMs = timeMs;
    return true;
  }
}

function isSize(size: number): boolean {
  return size > 0 && size <= MAX_SIZE;
}

function isSide(rows: Int32Array, at: number): boolean {
  const side = rows[at + COL_SIDE];
  return side === SIDE_BID || side === SIDE_ASK;
}

function isPrice(rows: Int32Array, at: number): boolean {
  return Math.abs(rows[at + COL_PRICE_TICKS]!) <= MAX_PRICE_TICKS;
}
