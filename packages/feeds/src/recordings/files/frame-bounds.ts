/** Where a frame of a recording ends, without decompressing it: zstd frames (RFC 8878, section 3.1) and sealed ones. */
import { DbnError } from '#dbn/files/dbn-error.ts';
import { ZSTD_MAGIC } from '#dbn/files/zstd-frames.ts';
import { SEALED_LENGTH_BYTES } from './recorded-run.ts';

/** A frame larger than this was not written by us: it is refused before memory is taken for it. */
const MAX_FRAME_BYTES = 16 * 1024 * 1024;
const RUN_LENGTH_BLOCK = 1;

/** Place of a frame in the bytes: `start` inclusive, without the length of a sealed one, `end` exclusive. */
export interface FrameBounds {
  readonly start: number;
  readonly end: number;
}

/**
 * The frame that starts at `at`; null when the bytes end before it does. `offset` is where `bytes` lie in the file.
 * Throws `DbnError` where no frame can start.
 */
export function frameAt(
  bytes: Uint8Array,
  at: number,
  offset: number,
  isSealed: boolean,
): FrameBounds | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isSealed ? sealedFrame(view, at, offset) : zstdFrame(view, at, offset);
}

function sealedFrame(view: DataView, at: number, offset: number): FrameBounds | null {
  const start = at + SEALED_LENGTH_BYTES;
  if (start > view.byteLength) return null;
  const length = view.getUint32(at, true);
  if (length === 0 || length > MAX_FRAME_BYTES)
    throw new DbnError(
      `expected a sealed frame of 1 to ${MAX_FRAME_BYTES} bytes, found ${length}`,
      offset + at,
      'file',
    );
  return start + length > view.byteLength ? null : { start, end: start + length };
}

function zstdFrame(view: DataView, at: number, offset: number): FrameBounds | null {
  if (at + 5 > view.byteLength) return null;
  const magic = view.getUint32(at, true);
  if (magic !== ZSTD_MAGIC)
    throw new DbnError(`expected a zstd frame (28 b5 2f fd), found ${hex(magic)}`, offset + at, 'file');
  const descriptor = view.getUint8(at + 4);
  let end = at + 5 + headerRest(descriptor);
  for (let isLast = false; !isLast; ) {
    if (end + 3 > view.byteLength) return null;
    const bits = view.getUint8(end) | (view.getUint8(end + 1) << 8) | (view.getUint8(end + 2) << 16);
    isLast = (bits & 1) === 1;
    end += 3 + (((bits >> 1) & 3) === RUN_LENGTH_BLOCK ? 1 : bits >> 3);
    if (end - at > MAX_FRAME_BYTES)
      throw new DbnError(`expected a frame of at most ${MAX_FRAME_BYTES} bytes`, offset + at, 'file');
  }
  if ((descriptor & 4) !== 0) end += 4;
  return end > view.byteLength ? null : { start: at, end };
}

/** Bytes of the frame header after its descriptor: window, dictionary, size of the content. */
function headerRest(descriptor: number): number {
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  return (isSingleSegment ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]! + sizeBytes;
}

function hex(magic: number): string {
  return [0, 8, 16, 24].map((shift) => ((magic >>> shift) & 255).toString(16).padStart(2, '0')).join(' ');
}

/** Bytes that a whole zstd frame becomes, by its header; null where the header does not say. */
export function contentBytesOf(frame: Uint8Array): number | null {
  if (frame.length < 14) return null;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const descriptor = view.getUint8(4);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const at = 5 + (isSingleSegment ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]!;
  switch (descriptor >> 6) {
    case 0:
      return isSingleSegment ? view.getUint8(at) : null;
    case 1:
      return view.getUint16(at, true) + 256;
    case 2:
      return view.getUint32(at, true);
    default:
      return Number(view.getBigUint64(at, true));
  }
}
