/** The metadata header of a DBN file or live stream as bytes. */
import type { DbnVersion } from '#dbn/files/dbn-layout.ts';

export interface MetadataFields {
  readonly version: DbnVersion;
  /** At most 16 ASCII characters. */
  readonly dataset: string;
  /** Number of the schema; 65535 for a stream of several. */
  readonly schema: number;
  /** Nanoseconds since 1970 UTC; the end is null where there is none. */
  readonly startNs: bigint;
  readonly endNs: bigint | null;
  /** Kind of the requested symbols: 1 raw symbol, 255 several. */
  readonly stypeIn: number;
  /** Every record has its sending time appended. */
  readonly tsOut: boolean;
}

const FIXED_BYTES = 112;
const NO_TIME = 0xffff_ffff_ffff_ffffn;
/** Bytes of a symbol by version. */
const SYMBOL_BYTES = [22, 71, 71] as const;

/** The header with its lists of symbols (`variable`), padded where the version pads. */
export function metadataBytes(fields: MetadataFields, variable: Uint8Array): Uint8Array {
  const { version } = fields;
  const padding = version === 3 ? (8 - ((FIXED_BYTES + variable.length) % 8)) % 8 : 0;
  const whole = Buffer.concat([Buffer.alloc(FIXED_BYTES), variable, Buffer.alloc(padding)]);
  whole.write('DBN', 0, 'latin1');
  whole.writeUInt8(version, 3);
  whole.writeUInt32LE(whole.length - 8, 4);
  cstr(fields.dataset, 17).copy(whole, 8, 0, 16);
  whole.writeUInt16LE(fields.schema, 24);
  whole.writeBigUInt64LE(fields.startNs, 26);
  whole.writeBigUInt64LE(fields.endNs ?? NO_TIME, 34);
  // Version 1 has a number of records before it, which nobody reads
  const stypeAt = version === 1 ? 58 : 50;
  whole.writeUInt8(fields.stypeIn, stypeAt);
  whole.writeUInt8(fields.tsOut ? 1 : 0, stypeAt + 2);
  if (version > 1) whole.writeUInt16LE(SYMBOL_BYTES[version - 1]!, stypeAt + 3);
  return whole;
}

/** The text in so many bytes, the rest zero. Throws RangeError where it does not fit with a zero at its end. */
export function cstr(text: string, bytes: number): Buffer {
  if (text.length >= bytes) throw new RangeError(`expected at most ${bytes - 1} characters, got ${text}`);
  return Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(bytes - text.length)]);
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
