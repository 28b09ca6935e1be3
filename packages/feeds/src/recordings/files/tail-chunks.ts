/** The tail of a run: records that are not in a frame yet, so that a kill costs a second and frames may be large. */
import { type FrameSeal, type RunHeader, recordBytesOf, sealContext } from './recorded-run.ts';

/** Records of one second or so. */
export interface TailChunk {
  /** Records of the run before them. */
  readonly record: number;
  /** Uncompressed records, back to back. */
  readonly bytes: Uint8Array;
}

/** Length of what follows the head, and the records before it (a double). */
const HEAD_BYTES = 12;

export function encodeTailChunk(
  { record, bytes }: TailChunk,
  header: RunHeader,
  seal: FrameSeal | null,
): Uint8Array {
  const stored = seal?.seal(bytes, sealContext(header, 'tail', record)) ?? bytes;
  const chunk = new Uint8Array(HEAD_BYTES + stored.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, stored.length, true);
  view.setFloat64(4, record, true);
  chunk.set(stored, HEAD_BYTES);
  return chunk;
}

/** The chunks, of a torn last one its whole records; a sealed one that is torn is left out. Throws what the seal throws. */
export function decodeTail(
  tail: Uint8Array,
  header: RunHeader,
  seal: FrameSeal | null,
): readonly TailChunk[] {
  const chunks: TailChunk[] = [];
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  for (let at = 0; at + HEAD_BYTES <= tail.length; ) {
    const length = view.getUint32(at, true);
    const record = view.getFloat64(at + 4, true);
    const stored = tail.subarray(at + HEAD_BYTES, at + HEAD_BYTES + length);
    const isTorn = stored.length < length;
    if (length === 0 || (isTorn && seal !== null)) break;
    const bytes = seal?.open(stored, sealContext(header, 'tail', record)) ?? stored;
    const recordBytes = recordBytesOf(header.tier);
    chunks.push({ record, bytes: bytes.subarray(0, Math.floor(bytes.length / recordBytes) * recordBytes) });
    at += HEAD_BYTES + length;
  }
  return chunks;
}
