/** Rows as records of trades, and the head that these share with records of levels. */
import {
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  type EventBatch,
  joinNs,
  NO_PRICE,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { PUBLISHER_ID, type WireContract } from './wire-contract.ts';

export const TRADE_BYTES = 48;
const RTYPE_TRADES = 0x00;
const NO_PRICE_NANOS = 0x7fff_ffff_ffff_ffffn;
/** From the exchange's sending to the vendor's receipt: what a capture beside the exchange measures. */
export const CAPTURE_NS = 60_000n;

export function priceNanos(ticks: number, { instrument }: WireContract): bigint {
  return ticks === NO_PRICE ? NO_PRICE_NANOS : BigInt(ticks) * BigInt(instrument.tickNanos);
}

/** The trades among the rows. */
export function tradeRecords({ rows, count }: EventBatch, contract: WireContract): Uint8Array {
  const records: Buffer[] = [];
  for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
    if (rows[at + COL_ACTION] !== ACTION_TRADE) continue;
    const record = Buffer.alloc(TRADE_BYTES);
    writeHead(record, RTYPE_TRADES, 'T', rows, at, contract);
    records.push(record);
  }
  return Buffer.concat(records);
}

/** The first 48 bytes of a record about a row. */
export function writeHead(
  record: Buffer,
  rtype: number,
  action: string,
  rows: Int32Array,
  at: number,
  contract: WireContract,
): void {
  const timeNs = joinNs(rows[at + COL_TIME_HI]!, rows[at + COL_TIME_LO]!);
  record.writeUInt8(record.length / 4, 0);
  record.writeUInt8(rtype, 1);
  record.writeUInt16LE(PUBLISHER_ID, 2);
  record.writeUInt32LE(contract.id, 4);
  record.writeBigUInt64LE(timeNs, 8);
  record.writeBigInt64LE(priceNanos(rows[at + COL_PRICE_TICKS]!, contract), 16);
  record.writeUInt32LE(rows[at + COL_SIZE]!, 24);
  record.write(action, 28, 'latin1');
  record.write(sideLetter(rows[at + COL_SIDE]!), 29, 'latin1');
  record.writeUInt8(rows[at + COL_FLAGS]!, 30);
  record.writeBigUInt64LE(timeNs + CAPTURE_NS, 32);
  record.writeInt32LE(Number(CAPTURE_NS), 40);
  record.writeInt32LE(rows[at + COL_SEQUENCE]!, 44);
}

function sideLetter(side: number): string {
  if (side === SIDE_BID) return 'B';
  return side === SIDE_ASK ? 'A' : 'N';
}
