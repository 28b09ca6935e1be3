/** DBN bytes put together by hand, for tests of what the reader must refuse or take. */

interface Header {
  readonly version?: number;
  readonly schema?: number;
  readonly symbol?: string;
  readonly instrumentId?: number;
  readonly tsOut?: boolean;
}

/** A header with one symbol that is mapped to one id for all of 2024. */
export function header(fields: Header = {}): Buffer {
  const version = fields.version ?? 3;
  const symbolBytes = version === 1 ? 22 : 71;
  const cstr = (text: string): Buffer =>
    Buffer.concat([Buffer.from(text), Buffer.alloc(symbolBytes - text.length)]);
  const symbol = fields.symbol ?? 'ESH4';
  const variable = Buffer.concat([
    uint32(1),
    cstr(symbol),
    uint32(0),
    uint32(0),
    uint32(1),
    cstr(symbol),
    uint32(1),
    uint32(20_240_101),
    uint32(20_250_101),
    cstr(String(fields.instrumentId ?? 17_077)),
  ]);
  const fixed = Buffer.alloc(112);
  fixed.write('DBN', 0, 'latin1');
  fixed.writeUInt8(version, 3);
  fixed.write('GLBX.MDP3', 8, 'latin1');
  fixed.writeUInt16LE(fields.schema ?? 0, 24);
  const stypeAt = version === 1 ? 58 : 50;
  fixed.writeUInt8(1, stypeAt);
  fixed.writeUInt8(fields.tsOut === true ? 1 : 0, stypeAt + 2);
  if (version > 1) fixed.writeUInt16LE(symbolBytes, stypeAt + 3);
  const padding = version === 3 ? (8 - ((fixed.length + variable.length) % 8)) % 8 : 0;
  const whole = Buffer.concat([fixed, variable, Buffer.alloc(padding)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

export interface Order {
  readonly action?: string;
  readonly side?: string;
  readonly priceNanos?: bigint;
  readonly size?: number;
  readonly orderId?: bigint;
  readonly timeNs?: bigint;
  readonly flags?: number;
  readonly instrumentId?: number;
  readonly sequence?: number;
}

/** 2024-01-02 15:00:00 UTC. */
export const SOME_TIME_NS = 1_704_207_600_000_000_000n;

/** One market-by-order record. */
export function orderRecord(order: Order = {}): Buffer {
  const record = Buffer.alloc(56);
  record.writeUInt8(14, 0);
  record.writeUInt8(0xa0, 1);
  record.writeUInt16LE(1, 2);
  record.writeUInt32LE(order.instrumentId ?? 17_077, 4);
  record.writeBigUInt64LE(order.timeNs ?? SOME_TIME_NS, 8);
  record.writeBigUInt64LE(order.orderId ?? 1n, 16);
  record.writeBigInt64LE(order.priceNanos ?? 4_800_250_000_000n, 24);
  record.writeUInt32LE(order.size ?? 1, 32);
  record.writeUInt8(order.flags ?? 0x80, 36);
  record.write(order.action ?? 'A', 38, 'latin1');
  record.write(order.side ?? 'B', 39, 'latin1');
  record.writeBigUInt64LE(order.timeNs ?? SOME_TIME_NS, 40);
  record.writeUInt32LE(order.sequence ?? 1, 52);
  return record;
}

/** A record of an unknown type, of a length in four-byte words. */
export function unknownRecord(words: number): Buffer {
  const record = Buffer.alloc(words * 4);
  record.writeUInt8(words, 0);
  record.writeUInt8(0x77, 1);
  return record;
}

/** The bytes as a stream of chunks of the given size. */
export async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
