/** Bytes that every DBN record has in common: the header, the sending time at the end, texts of a fixed length. */
import { recordBytes } from '#dbn/files/dbn-layout.ts';
import type { RecordStyle } from './record-style.ts';

export interface RecordHeader {
  readonly rtype: number;
  /** 1 for GLBX.MDP3, 0 for messages of the gateway itself. */
  readonly publisherId: number;
  readonly instrumentId: number;
  readonly timeNs: bigint;
}

/** Bytes of the sending time. */
export const TS_OUT_BYTES = 8;
/** 64-bit values that mean "undefined". */
export const NO_PRICE_NANOS = 0x7fff_ffff_ffff_ffffn;
export const NO_TIME_NS = 0xffff_ffff_ffff_ffffn;

/** A record of the version's size with header and sending time; the body is zero. */
export function startRecord(header: RecordHeader, { version = 3, tsOutNs = null }: RecordStyle): Buffer {
  const body = recordBytes(header.rtype, version);
  if (body === undefined) throw new RangeError(`expected a known type of record, got ${header.rtype}`);
  const record = Buffer.alloc(body + (tsOutNs === null ? 0 : TS_OUT_BYTES));
  record.writeUInt8(record.length / 4, 0);
  record.writeUInt8(header.rtype, 1);
  record.writeUInt16LE(header.publisherId, 2);
  record.writeUInt32LE(header.instrumentId, 4);
  record.writeBigUInt64LE(header.timeNs, 8);
  if (tsOutNs !== null) record.writeBigUInt64LE(tsOutNs, body);
  return record;
}

/** Writes the text with a zero after it; what does not fit is cut off. */
export function writeText(record: Buffer, text: string, at: number, bytes: number): void {
  record.write(text.slice(0, bytes - 1), at, 'latin1');
}
