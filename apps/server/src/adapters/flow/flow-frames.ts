/** Spans as frames of a file: a header with length and checksum, then contract and bytes. */
import { crc32 } from 'node:zlib';
import type { StoredFlowSpan } from '#ports/recordings.ts';

/** "UFS1", little-endian. */
const MAGIC = 0x3153_4655;
const HEADER_BYTES = 32;
/** A longer one is no frame of ours. */
const MAX_BODY_BYTES = 64_000_000;

export interface FlowFrame {
  /** Offset of the body in the file, and its length: contract, then bytes. */
  readonly at: number;
  readonly contractBytes: number;
  readonly bodyBytes: number;
  readonly checksum: number;
  readonly fromMs: number;
  readonly toMs: number;
}

export function encodeFrame({ contract, fromMs, toMs, bytes }: StoredFlowSpan): Buffer {
  const name = Buffer.from(contract, 'utf8');
  const frame = Buffer.alloc(HEADER_BYTES + name.length + bytes.length);
  name.copy(frame, HEADER_BYTES);
  frame.set(bytes, HEADER_BYTES + name.length);
  frame.writeUInt32LE(MAGIC, 0);
  frame.writeUInt32LE(name.length + bytes.length, 4);
  frame.writeUInt32LE(name.length, 8);
  frame.writeUInt32LE(crc32(frame.subarray(HEADER_BYTES)), 12);
  frame.writeDoubleLE(fromMs, 16);
  frame.writeDoubleLE(toMs, 24);
  return frame;
}

interface ReadableFile {
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>;
}

/** The whole frames from an offset of a file of `size` bytes; it ends where something is none. */
export async function* readFrames(file: ReadableFile, from: number, size: number): AsyncGenerator<FlowFrame> {
  const header = Buffer.alloc(HEADER_BYTES);
  let at = from;
  while (at + HEADER_BYTES <= size) {
    const { bytesRead } = await file.read(header, 0, HEADER_BYTES, at);
    const bodyBytes = header.readUInt32LE(4);
    const contractBytes = header.readUInt32LE(8);
    const isFrame = bytesRead === HEADER_BYTES && header.readUInt32LE(0) === MAGIC;
    if (!isFrame || bodyBytes > MAX_BODY_BYTES || contractBytes > bodyBytes) return;
    at += HEADER_BYTES;
    if (at + bodyBytes > size) return;
    yield {
      ...{ at, contractBytes, bodyBytes, checksum: header.readUInt32LE(12) },
      ...{ fromMs: header.readDoubleLE(16), toMs: header.readDoubleLE(24) },
    };
    at += bodyBytes;
  }
}

/** Null where the bytes are not those that were written. */
export async function readBody(file: ReadableFile, frame: FlowFrame): Promise<StoredFlowSpan | null> {
  const body = Buffer.alloc(frame.bodyBytes);
  const { bytesRead } = await file.read(body, 0, frame.bodyBytes, frame.at);
  if (bytesRead !== frame.bodyBytes || crc32(body) !== frame.checksum) return null;
  return {
    contract: body.toString('utf8', 0, frame.contractBytes),
    fromMs: frame.fromMs,
    toMs: frame.toMs,
    bytes: body.subarray(frame.contractBytes),
  };
}
