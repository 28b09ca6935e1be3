/** Reads the frames of a file in order; the next ones are decompressed while one is used. */
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { DbnError } from '#dbn/files/dbn-error.ts';
import { contentBytesOf, type FrameBounds, frameAt } from '#recordings/files/frame-bounds.ts';
import { type FrameSeal, type RunHeader, sealContext } from '#recordings/files/recorded-run.ts';

export interface FrameFile {
  readonly handle: Pick<FileHandle, 'read'>;
  /** What the seal gets as the context of the frames; null where there is none. */
  readonly header: RunHeader | null;
  readonly place: 'rows' | 'book';
  /** Null for plain frames. */
  readonly seal: FrameSeal | null;
}

export interface ReadFrame {
  /** Bytes of the file that it takes; a torn one ends where the file does. */
  readonly at: number;
  readonly to: number;
  /** Decompressed; of a torn frame what can be decompressed of it. */
  readonly content: Uint8Array;
  readonly isTorn: boolean;
}

const CHUNK_BYTES = 256 * 1024;
/** Frames that are decompressed ahead. More of them would leave the processor's cache before they are used. */
const AHEAD = 2;
/** A frame with more content was not written by us: a book of a million orders. */
const MAX_CONTENT = 64 * 1024 * 1024;
/** Memory for the content of a frame, so that it comes out whole: each further piece is another turn of the pool and a copy. */
const MIN_CHUNK = 64;
const MAX_CHUNK = 2 * 1024 * 1024;
const decompress = promisify(zstdDecompress);

/**
 * Frames from byte `from` of the file to its end, or up to byte `to`. Throws `DbnError` with the byte of a frame that is
 * damaged.
 */
export async function* readFrames(
  file: FrameFile,
  from: number,
  to = Number.POSITIVE_INFINITY,
): AsyncGenerator<ReadFrame> {
  const ahead: Promise<ReadFrame>[] = [];
  for await (const { opened } of splitFrames(file, from, to)) {
    // Whoever reads this far receives the failure; until then it is not unhandled
    opened.catch(() => undefined);
    ahead.push(opened);
    if (ahead.length > AHEAD) yield* taken(ahead, 1);
  }
  yield* taken(ahead, ahead.length);
}

/**
 * Frees the content at once, so that the next frame gets the same memory: until a garbage collection it would get fresh
 * memory, whose first use takes longer than decompressing the frame. The content is empty afterwards.
 */
export function releaseContent({ content }: ReadFrame): void {
  // Smaller ones may lie in the pool that Node's buffers share
  if (content.buffer.byteLength > Buffer.poolSize) (content.buffer as ArrayBuffer).transfer(0);
}

async function* taken(ahead: Promise<ReadFrame>[], count: number): AsyncGenerator<ReadFrame> {
  for (const frame of ahead.splice(0, count)) yield await frame;
}

/**
 * Wrapped: a generator would wait for a promise that it yields. Where no frame can start a rejected one is the last, so
 * that it comes after the frames before it.
 */
async function* splitFrames(
  file: FrameFile,
  from: number,
  to: number,
): AsyncGenerator<{ readonly opened: Promise<ReadFrame> }> {
  const spaces = [new ReadSpace(), new ReadSpace()];
  let bytes: Uint8Array = new Uint8Array(0);
  let offset = from;
  for (let turn = 0; ; turn += 1) {
    const space = spaces[turn % 2]!;
    const rest = bytes.length;
    bytes = await space.fill(bytes, file.handle, offset, to);
    const isEnd = bytes.length === rest;
    let at = 0;
    while (at < bytes.length) {
      const bounds = boundsAt(file, bytes, at, offset);
      if (bounds instanceof DbnError) {
        yield { opened: Promise.reject(bounds) };
        return;
      }
      if (bounds === null) break;
      const stored = bytes.subarray(bounds.start, bounds.end);
      const opened = openFrame(file, stored, offset + at, offset + bounds.end);
      space.uses(opened);
      yield { opened };
      at = bounds.end;
    }
    bytes = bytes.subarray(at);
    offset += at;
    if (isEnd) break;
  }
  if (bytes.length > 0) yield { opened: Promise.resolve(tornFrame(file, bytes, offset)) };
}

function boundsAt(
  { seal }: FrameFile,
  bytes: Uint8Array,
  at: number,
  offset: number,
): FrameBounds | DbnError | null {
  try {
    return frameAt(bytes, at, offset, seal !== null);
  } catch (error) {
    if (error instanceof DbnError) return error;
    throw error;
  }
}

/** Memory that is read into again and again: the first use of fresh memory takes longer than decompressing a chunk. */
class ReadSpace {
  #bytes = Buffer.alloc(0);
  #frames: Promise<unknown>[] = [];

  /** These bytes and the next ones of the file, up to byte `to` of it; valid until it is filled again. */
  async fill(rest: Uint8Array, handle: FrameFile['handle'], offset: number, to: number): Promise<Uint8Array> {
    await Promise.allSettled(this.#frames);
    this.#frames = [];
    const position = offset + rest.length;
    const wanted = Math.max(0, Math.min(CHUNK_BYTES, to - position));
    if (this.#bytes.length < rest.length + wanted)
      this.#bytes = Buffer.allocUnsafeSlow(rest.length + CHUNK_BYTES);
    this.#bytes.set(rest);
    if (wanted === 0) return this.#bytes.subarray(0, rest.length);
    const { bytesRead } = await handle.read(this.#bytes, rest.length, wanted, position);
    return this.#bytes.subarray(0, rest.length + bytesRead);
  }

  /** It is not filled again before this frame is opened. */
  uses(opened: Promise<unknown>): void {
    this.#frames.push(opened);
  }
}

async function openFrame(file: FrameFile, stored: Uint8Array, at: number, to: number): Promise<ReadFrame> {
  const { seal, header, place } = file;
  try {
    const isPlain = seal === null || header === null;
    const frame = isPlain ? stored : seal.open(stored, sealContext(header, place, at));
    return { at, to, content: await decompress(frame, optionsOf(frame)), isTorn: false };
  } catch (error) {
    throw new DbnError(`expected a whole frame, it cannot be opened: ${String(error)}`, at, 'file');
  }
}

function optionsOf(frame: Uint8Array) {
  const content = contentBytesOf(frame) ?? MAX_CHUNK;
  return { chunkSize: Math.min(MAX_CHUNK, Math.max(MIN_CHUNK, content + 1)), maxOutputLength: MAX_CONTENT };
}

/** The blocks that came whole; of a sealed frame nothing, for it cannot be authenticated. */
function tornFrame(file: FrameFile, stored: Uint8Array, at: number): ReadFrame {
  return {
    at,
    to: at + stored.length,
    content: file.seal === null ? partOf(stored) : new Uint8Array(0),
    isTorn: true,
  };
}

function partOf(stored: Uint8Array): Uint8Array {
  try {
    return zstdDecompressSync(stored, {
      maxOutputLength: MAX_CONTENT,
      finishFlush: constants.ZSTD_e_flush,
    });
  } catch {
    // Not even a block
    return new Uint8Array(0);
  }
}
