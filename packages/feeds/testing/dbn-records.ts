/** DBN records of every kind but orders, put together by hand from the format's own tables (`dbn-bytes.ts` has orders), and the rows that a decoder makes of them. */
import { ROW_LENGTH } from '@undertow/market';
import type { RowDecoder } from '#dbn/decode/row-decoder.ts';
import { SOME_TIME_NS } from './dbn-bytes.ts';

/** What all records may have; `tsOut` appends the sending time as a live gateway does. */
interface Common {
  readonly instrumentId?: number;
  readonly timeNs?: bigint;
  readonly tsOut?: boolean;
}

export interface LevelFields {
  readonly bid?: bigint;
  readonly ask?: bigint;
  readonly bidSize?: number;
  readonly askSize?: number;
  readonly bidOrders?: number;
  readonly askOrders?: number;
}

export interface PriceFields extends Common {
  readonly priceNanos?: bigint;
  readonly size?: number;
  readonly action?: string;
  readonly side?: string;
  readonly flags?: number;
  readonly receivedNs?: bigint;
  readonly sequence?: number;
  /** Of the types with levels; levels that are left out are undefined. */
  readonly levels?: readonly LevelFields[];
}

export const NO_NANOS = 0x7fff_ffff_ffff_ffffn;
const NO_TIME = 0xffff_ffff_ffff_ffffn;

function start(rtype: number, bytes: number, { instrumentId = 17_077, timeNs, tsOut }: Common): Buffer {
  const record = Buffer.alloc(bytes + (tsOut === true ? 8 : 0));
  record.writeUInt8(record.length / 4, 0);
  record.writeUInt8(rtype, 1);
  record.writeUInt16LE(1, 2);
  record.writeUInt32LE(instrumentId, 4);
  record.writeBigUInt64LE(timeNs ?? SOME_TIME_NS, 8);
  return record;
}

/** Depth of the record types that carry prices and levels; trades have none. */
const DEPTHS = { trades: 0, 'mbp-1': 1, 'mbp-10': 10, 'bbo-1s': 1, 'bbo-1m': 1 } as const;
const RTYPES = { trades: 0x00, 'mbp-1': 0x01, 'mbp-10': 0x0a, 'bbo-1s': 0xc3, 'bbo-1m': 0xc4 } as const;

/** A trade, or a record of levels. */
export function priceRecord(schema: keyof typeof DEPTHS, fields: PriceFields = {}): Buffer {
  const depth = DEPTHS[schema];
  const record = start(RTYPES[schema], 48 + 32 * depth, fields);
  record.writeBigInt64LE(fields.priceNanos ?? 4_800_250_000_000n, 16);
  record.writeUInt32LE(fields.size ?? 1, 24);
  record.write(fields.action ?? 'T', 28, 'latin1');
  record.write(fields.side ?? 'B', 29, 'latin1');
  record.writeUInt8(fields.flags ?? 0x80, 30);
  record.writeBigUInt64LE(fields.receivedNs ?? fields.timeNs ?? SOME_TIME_NS, 32);
  record.writeUInt32LE(fields.sequence ?? 1, 44);
  for (let level = 0; level < depth; level += 1) writeLevel(record, 48 + 32 * level, fields.levels?.[level]);
  return record;
}

function writeLevel(record: Buffer, at: number, level: LevelFields = {}): void {
  record.writeBigInt64LE(level.bid ?? NO_NANOS, at);
  record.writeBigInt64LE(level.ask ?? NO_NANOS, at + 8);
  record.writeUInt32LE(level.bidSize ?? 0, at + 16);
  record.writeUInt32LE(level.askSize ?? 0, at + 20);
  record.writeUInt32LE(level.bidOrders ?? 0, at + 24);
  record.writeUInt32LE(level.askOrders ?? 0, at + 28);
}

export function statusRecord(action: number, fields: Common & { readonly receivedNs?: bigint } = {}): Buffer {
  const record = start(0x12, 40, fields);
  record.writeBigUInt64LE(fields.receivedNs ?? fields.timeNs ?? SOME_TIME_NS, 16);
  record.writeUInt16LE(action, 24);
  return record;
}

/** A message of the gateway: its code, and its text in the layout of versions 2 and 3. */
export function systemRecord(code: number, text = '', fields: Common = {}): Buffer {
  const record = start(0x17, 320, { instrumentId: 0, ...fields });
  record.write(text, 16, 'latin1');
  record.writeUInt8(code, 319);
  return record;
}

export function errorRecord(code: number, text = '', fields: Common = {}): Buffer {
  const record = start(0x15, 320, { instrumentId: 0, ...fields });
  record.write(text, 16, 'latin1');
  record.writeUInt8(code, 318);
  return record;
}

/** Versions 2 and 3. */
export function mappingRecord(
  inSymbol: string,
  outSymbol: string,
  fields: Common & { readonly startNs?: bigint } = {},
): Buffer {
  const record = start(0x16, 176, fields);
  record.write(inSymbol, 17, 'latin1');
  record.write(outSymbol, 89, 'latin1');
  record.writeBigUInt64LE(fields.startNs ?? NO_TIME, 160);
  record.writeBigUInt64LE(NO_TIME, 168);
  return record;
}

/** A statistic of version 3. */
export function statisticRecord(
  statType: number,
  fields: Common & {
    readonly priceNanos?: bigint;
    readonly quantity?: bigint;
    readonly referenceNs?: bigint;
  } = {},
): Buffer {
  const record = start(0x18, 80, fields);
  record.writeBigUInt64LE(fields.referenceNs ?? NO_TIME, 24);
  record.writeBigInt64LE(fields.priceNanos ?? NO_NANOS, 32);
  record.writeBigInt64LE(fields.quantity ?? NO_NANOS, 40);
  record.writeUInt16LE(statType, 56);
  return record;
}

/** Where the fields of a definition are in versions 1, 2 and 3. */
const DEFINITIONS = {
  1: { bytes: 360, unit: 88, symbol: 200, asset: 248, exchange: 243, currency: 186, class: 325, match: 342 },
  2: { bytes: 400, unit: 88, symbol: 200, asset: 297, exchange: 292, currency: 186, class: 374, match: 375 },
  3: { bytes: 520, unit: 80, symbol: 238, asset: 335, exchange: 330, currency: 224, class: 487, match: 488 },
} as const;

export interface DefinedFields extends Common {
  readonly symbol?: string;
  readonly tickNanos?: bigint;
  readonly unitNanos?: bigint;
  readonly expirationNs?: bigint;
}

/** The definition of a future of CME. */
export function definitionRecord(version: 1 | 2 | 3, fields: DefinedFields = {}): Buffer {
  const layout = DEFINITIONS[version];
  const record = start(0x13, layout.bytes, fields);
  record.writeBigInt64LE(fields.tickNanos ?? 250_000_000n, 24);
  record.writeBigUInt64LE(fields.expirationNs ?? NO_TIME, 40);
  record.writeBigInt64LE(fields.unitNanos ?? 50_000_000_000n, layout.unit);
  record.write(fields.symbol ?? 'ESH4', layout.symbol, 'latin1');
  record.write('ES', layout.asset, 'latin1');
  record.write('XCME', layout.exchange, 'latin1');
  record.write('USD', layout.currency, 'latin1');
  record.write('F', layout.class, 'latin1');
  record.write('K', layout.match, 'latin1');
  return record;
}

/** Bytes before the records of a block, so that nothing is aligned, and of the stream before the block. */
const BEFORE_RECORDS = 7;
const STREAM_OFFSET = 1000;

/** Rows of the records as one block. */
export function rowsOf(decoder: RowDecoder, ...records: readonly Buffer[]): Int32Array[] {
  const bytes = Buffer.concat([Buffer.alloc(BEFORE_RECORDS), ...records, Buffer.alloc(3)]);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = bytes.length - 3;
  const block = { view, start: BEFORE_RECORDS, end, offset: STREAM_OFFSET, count: records.length };
  const { rows, count } = decoder.decode(block);
  return Array.from({ length: count }, (_, row) => rows.slice(row * ROW_LENGTH, (row + 1) * ROW_LENGTH));
}
