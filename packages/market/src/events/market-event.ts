/**
 * One market event as a fixed row of 32-bit integers: the only shape in which market data travels inside the platform.
 *
 * A feed decodes outside bytes into rows, the book and the detectors read rows; no object is made per event. Semantics
 * are those of DBN (action, side, flags): trades and fills never change the book, the size change arrives as the
 * explicit modify or cancel of the same event, and a book is consistent only after a row with `FLAG_LAST`.
 */

/** Int32 values per row. */
export const ROW_LENGTH = 16;

// Columns of a row
export const COL_ACTION = 0;
/** `SIDE_BID`, `SIDE_ASK` or `SIDE_NONE`. For a trade the aggressor's side (bid = buy), for a fill the resting side. */
export const COL_SIDE = 1;
/** Price in ticks of the instrument, or `NO_PRICE`. */
export const COL_PRICE_TICKS = 2;
/** Contracts. Modify: the new size. Cancel: the size removed. Level: the new total. */
export const COL_SIZE = 3;
/** Order id, high and low 32 bits. Trade: the aggressor's id. Zero where the feed has none. */
export const COL_ORDER_HI = 4;
export const COL_ORDER_LO = 5;
/** Exchange time, nanoseconds since 1970 UTC, high and low 32 bits. */
export const COL_TIME_HI = 6;
export const COL_TIME_LO = 7;
export const COL_FLAGS = 8;
/** The venue's sequence (DBN `sequence`); rounds of one match event differ in it. */
export const COL_SEQUENCE = 9;
export const COL_INSTRUMENT = 10;
/** Number of orders at a level (action level), kind of block (action block), status code (action status). */
export const COL_AUX = 11;
/** Contiguous per-instrument counter for gap detection; 0 where the feed has none. */
export const COL_RPT_SEQ = 12;
/** Time at which we or the vendor received it, nanoseconds since 1970 UTC; zero where unknown. */
export const COL_RECV_HI = 13;
export const COL_RECV_LO = 14;
/** Reserved, zero. */
export const COL_SPARE = 15;

// Actions
export const ACTION_NONE = 0;
export const ACTION_ADD = 1;
export const ACTION_MODIFY = 2;
export const ACTION_CANCEL = 3;
export const ACTION_TRADE = 4;
export const ACTION_FILL = 5;
/** Level-2 feeds: the absolute size of one price level; size 0 removes it. */
export const ACTION_LEVEL = 6;
/** Empties the instrument's book. */
export const ACTION_CLEAR = 7;
/** Trading status; `COL_AUX` indexes `TRADING_STATUSES`. */
export const ACTION_STATUS = 8;
/** Privately negotiated trade reported by the exchange; `COL_AUX` 1 block, 2 EFP, 3 EFR. */
export const ACTION_BLOCK = 9;
/** Nothing happened, but the feed is alive at this time. */
export const ACTION_HEARTBEAT = 10;
/** A window around a scheduled release, stated by us: `COL_SIZE` seconds from now, `COL_AUX` indexes `KIND_CODES`. */
export const ACTION_NEWS = 11;

// Sides
export const SIDE_NONE = 0;
export const SIDE_BID = 1;
export const SIDE_ASK = 2;

// Flags (DBN)
/** Last row of the event: only now is the book consistent. */
export const FLAG_LAST = 0x80;
export const FLAG_TOP_OF_BOOK = 0x40;
/** The row belongs to a snapshot: it sets the book, never clocks or statistics. */
export const FLAG_SNAPSHOT = 0x20;
/** Aggregated by price, no order ids. */
export const FLAG_MBP = 0x10;
/** The vendor warns of a gap before this row. */
export const FLAG_MAYBE_BAD_BOOK = 0x04;

/** Represents an undefined price. */
export const NO_PRICE = -0x8000_0000;

/** Rows of one or more instruments in feed order. The receiver reads `count` rows and keeps nothing of `rows`. */
export interface EventBatch {
  readonly rows: Int32Array;
  readonly count: number;
}

/** Exchange time of the row that starts at `at`, nanoseconds since 1970 UTC. Not for the hot path: makes a BigInt. */
export function rowTimeNs(rows: Int32Array, at: number): bigint {
  return joinNs(rows[at + COL_TIME_HI]!, rows[at + COL_TIME_LO]!);
}

/** Exchange time of the row in milliseconds since 1970 UTC as a double, exact to a quarter of a microsecond. */
export function rowTimeMs(rows: Int32Array, at: number): number {
  return splitNsToMs(rows[at + COL_TIME_HI]!, rows[at + COL_TIME_LO]!);
}

/** Joins the high and low halves of a 64-bit nanosecond time. */
export function joinNs(hi: number, lo: number): bigint {
  return (BigInt(hi) << 32n) | BigInt(lo >>> 0);
}

/**
 * Whole milliseconds since 1970 UTC of the row, rounded down: decides in which bar and trading day a row lies, so that
 * the last nanosecond of a minute never counts in the next one.
 */
export function rowWholeMs(rows: Int32Array, at: number): number {
  const hi = rows[at + COL_TIME_HI]!;
  return hi * 4294 + Math.floor((hi * 967_296 + (rows[at + COL_TIME_LO]! >>> 0)) / 1e6);
}

/**
 * Milliseconds since 1970 UTC of a split nanosecond time. 2^32 ns are 4294 ms and 967,296 ns: in this order of
 * operations whole milliseconds come out exact.
 */
export function splitNsToMs(hi: number, lo: number): number {
  return hi * 4294 + (hi * 967_296 + (lo >>> 0)) / 1e6;
}

/** High 32 bits of a 64-bit nanosecond time, as a signed int32. */
export function nsHi(ns: bigint): number {
  return Number(BigInt.asIntN(32, ns >> 32n));
}

/** Low 32 bits of a 64-bit nanosecond time, as a signed int32. */
export function nsLo(ns: bigint): number {
  return Number(BigInt.asIntN(32, ns));
}

/** The decimal string of a split unsigned 64-bit order id. */
export function orderIdString(hi: number, lo: number): string {
  return ((BigInt(hi >>> 0) << 32n) | BigInt(lo >>> 0)).toString();
}

/** Negative, zero or positive as the first split unsigned id is below, equal to or above the second. */
export function compareOrderIds(aHi: number, aLo: number, bHi: number, bLo: number): number {
  return (aHi >>> 0) - (bHi >>> 0) || (aLo >>> 0) - (bLo >>> 0);
}
