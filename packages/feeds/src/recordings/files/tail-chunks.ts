/** The tail of a run: records that are not in a frame yet, so that a kill costs a second and frames may be large. */
import { crc32 } from 'node:zlib';
import { type FrameSeal, type RunHeader, recordBytesOf, sealContext } from './recorded-run.ts';

/** Records of one second or so. */
export interface TailChunk {
  /** Records of the run before them. */
  readonly record: number;
  /** Uncompressed records, back to back. */
  readonly bytes: Uint8Array;
}

export interface DecodedTail {
  readonly chunks: readonly TailChunk[];
  /** Byte of the chunk that is damaged, with chunks after it; null where none is. */
  readonly damagedAt: number | null;
}

/** Length of what follows the head, checksum (CRC-32) of the rest, and the records before it (a double). */
const HEAD_BYTES = 16;
const CHECKED_FROM = 8;

export function encodeTailChunk(
  { record, bytes }: TailChunk,
  header: RunHeader,
  seal: FrameSeal | null,
): Uint8Array {
  const stored = seal?.seal(bytes, sealContext(header, 'tail', record)) ?? bytes;
  const chunk = new Uint8Array(HEAD_BYTES + stored.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, stored.length, true);
  view.setFloat64(CHECKED_FROM, record, true);
  chunk.set(stored, HEAD_BYTES);
  view.setUint32(4, crc32(chunk.subarray(CHECKED_FROM)), true);
  return chunk;
}

/**
 * The chunks up to the first that is damaged; a torn last one is left out, and one whose length was damaged so that it
 * reaches beyond the end looks like it. Throws what the seal throws.
 */
export function decodeTail(tail: Uint8Array, header: RunHeader, seal: FrameSeal | null): DecodedTail {
  const chunks: TailChunk[] = [];
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  for (let at = 0; at + HEAD_BYTES < tail.length; ) {
    const length = view.getUint32(at, true);
    const end = at + HEAD_BYTES + length;
    const isWhole = length > 0 && end <= tail.length;
    if (!isWhole || crc32(tail.subarray(at + CHECKED_FROM, end)) !== view.getUint32(at + 4, true))
      return { chunks, damagedAt: isWhole && end < tail.length ? at : null };
    const record = view.getFloat64(at + CHECKED_FROM, true);
    const stored = tail.subarray(at + HEAD_BYTES, end);
    const bytes = seal?.open(stored, sealContext(header, 'tail', record)) ?? stored;
    const recordBytes = recordBytesOf(header.tier);
    chunks.push({ record, bytes: bytes.subarray(0, Math.floor(bytes.length / recordBytes) * recordBytes) });
    at = end;
  }
  return { chunks, damagedAt: null };
}
