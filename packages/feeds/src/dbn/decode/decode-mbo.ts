/** DBN market-by-order records straight into canonical rows: no object, no BigInt, nothing allocated per record. */
import * as event from '@undertow/market';

/** Bytes of an MBO record without `ts_out`, the same in DBN versions 1 to 3. */
export const MBO_BYTES = 56;

// A module's own constants are folded into machine code, imported ones are loaded and checked at each use: that alone
// doubles the time of a record.
const COL_ACTION = event.COL_ACTION;
const COL_AUX = event.COL_AUX;
const COL_FLAGS = event.COL_FLAGS;
const COL_INSTRUMENT = event.COL_INSTRUMENT;
const COL_ORDER_HI = event.COL_ORDER_HI;
const COL_ORDER_LO = event.COL_ORDER_LO;
const COL_PRICE_TICKS = event.COL_PRICE_TICKS;
const COL_RECV_HI = event.COL_RECV_HI;
const COL_RECV_LO = event.COL_RECV_LO;
const COL_RPT_SEQ = event.COL_RPT_SEQ;
const COL_SEQUENCE = event.COL_SEQUENCE;
const COL_SIDE = event.COL_SIDE;
const COL_SIZE = event.COL_SIZE;
const COL_SPARE = event.COL_SPARE;
const COL_TIME_HI = event.COL_TIME_HI;
const COL_TIME_LO = event.COL_TIME_LO;
const NO_PRICE = event.NO_PRICE;

const TWO_32 = 4_294_967_296;
const CHAR_A = 65;
const CHAR_B = 66;
const CHAR_C = 67;
const CHAR_F = 70;
const CHAR_M = 77;
const CHAR_R = 82;
const CHAR_T = 84;

/** Actions and sides by character: a table, because a branch on them would be mispredicted at every other record. */
const ACTION_OF = Uint8Array.from({ length: 256 }, (_, char) => actionOf(char));
const SIDE_OF = Uint8Array.from({ length: 256 }, (_, char) => sideOf(char));

/**
 * Writes one MBO record as the row that starts at `at`.
 *
 * `offset` is where the record starts in `view` (56 bytes must be there); `tickNanos` the tick in units of 1e-9. A
 * price that is undefined or not a whole number of ticks becomes `NO_PRICE` (the caller distinguishes the two with
 * `priceNanosOf` where it matters), an undefined size becomes -1. `COL_INSTRUMENT` is the file's own instrument id.
 * Layout and semantics: DBN MboMsg.
 */
export function decodeMbo(
  view: DataView,
  offset: number,
  rows: Int32Array,
  at: number,
  tickNanos: number,
): void {
  rows[at + COL_ACTION] = ACTION_OF[view.getUint8(offset + 38)]!;
  rows[at + COL_SIDE] = SIDE_OF[view.getUint8(offset + 39)]!;
  rows[at + COL_PRICE_TICKS] = ticksAt(view, offset + 24, tickNanos);
  rows[at + COL_SIZE] = view.getInt32(offset + 32, true);
  rows[at + COL_ORDER_HI] = view.getInt32(offset + 20, true);
  rows[at + COL_ORDER_LO] = view.getInt32(offset + 16, true);
  rows[at + COL_TIME_HI] = view.getInt32(offset + 12, true);
  rows[at + COL_TIME_LO] = view.getInt32(offset + 8, true);
  rows[at + COL_FLAGS] = view.getUint8(offset + 36);
  rows[at + COL_SEQUENCE] = view.getInt32(offset + 52, true);
  rows[at + COL_INSTRUMENT] = view.getInt32(offset + 4, true);
  rows[at + COL_AUX] = 0;
  rows[at + COL_RPT_SEQ] = 0;
  rows[at + COL_RECV_HI] = view.getInt32(offset + 44, true);
  rows[at + COL_RECV_LO] = view.getInt32(offset + 40, true);
  rows[at + COL_SPARE] = 0;
}

/** Row action of a DBN action character; unknown characters and `N` are `ACTION_NONE`. */
export function actionOf(char: number): number {
  switch (char) {
    case CHAR_A:
      return event.ACTION_ADD;
    case CHAR_C:
      return event.ACTION_CANCEL;
    case CHAR_M:
      return event.ACTION_MODIFY;
    case CHAR_T:
      return event.ACTION_TRADE;
    case CHAR_F:
      return event.ACTION_FILL;
    case CHAR_R:
      return event.ACTION_CLEAR;
    default:
      return event.ACTION_NONE;
  }
}

/** Row side of a DBN side character: `B`, `A`, everything else none. */
export function sideOf(char: number): number {
  if (char === CHAR_B) return event.SIDE_BID;
  return char === CHAR_A ? event.SIDE_ASK : event.SIDE_NONE;
}

/**
 * The 64-bit price at `offset` in ticks, or `NO_PRICE` when it is undefined, off the tick, or beyond 32 bits of ticks.
 * Exact below 2^53 nanos (a price of nine million): the product check refuses whatever a double could not divide.
 */
export function ticksAt(view: DataView, offset: number, tickNanos: number): number {
  const nanos = view.getInt32(offset + 4, true) * TWO_32 + view.getUint32(offset, true);
  const ticks = (nanos / tickNanos) | 0;
  return ticks * tickNanos === nanos ? ticks : NO_PRICE;
}

/**
 * The 64-bit price at `offset` in units of 1e-9, or null when undefined (2^63 - 1). Makes a BigInt: error paths only.
 */
export function priceNanosOf(view: DataView, offset: number): bigint | null {
  const nanos = view.getBigInt64(offset, true);
  return nanos === 0x7fff_ffff_ffff_ffffn ? null : nanos;
}
