/**
 * Decompresses zstd data of any number of concatenated frames, streaming.
 *
 * Node's decompressor stops at the end of the first frame and silently drops the rest, so the frames are separated
 * here by their headers (RFC 8878, section 3.1) and each gets a decompressor of its own.
 */
import { pipeline, Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { DbnError } from './dbn-error.ts';

export const ZSTD_MAGIC = 0xfd2f_b528;
const SKIPPABLE_MAGIC = 0x184d_2a50;
const OUTPUT_CHUNK_BYTES = 256 * 1024;

/** Bytes of all frames in order. Throws `DbnError` (offset in the file) on anything that is not whole, valid zstd. */
export async function* decompressZstd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = new ByteQueue(chunks);
  try {
    while (!(await input.isAtEnd())) {
      const start = input.offset;
      const magic = uint32(await input.take(4, 'a zstd frame magic'));
      if ((magic & 0xffff_fff0) >>> 0 === SKIPPABLE_MAGIC) {
        const length = uint32(await input.take(4, 'the length of a skippable frame'));
        await input.skip(length);
      } else if (magic === ZSTD_MAGIC) {
        yield* decompressFrame(input, start);
      } else {
        throw new DbnError(`expected a zstd frame (28 b5 2f fd), found ${hex(magic)}`, start, 'file');
      }
    }
  } finally {
    await input.close();
  }
}

async function* decompressFrame(input: ByteQueue, start: number): AsyncGenerator<Uint8Array> {
  const decompressor = createZstdDecompress({ chunkSize: OUTPUT_CHUNK_BYTES });
  const failed = Promise.withResolvers<Error | null>();
  pipeline(Readable.from(framePieces(input), { objectMode: false }), decompressor, (error) =>
    failed.resolve(error ?? null),
  );
  try {
    for await (const chunk of decompressor) yield chunk as Uint8Array;
  } catch (cause) {
    const error = (await failed.promise) ?? cause;
    if (error instanceof DbnError) throw error;
    throw new DbnError(`expected a valid zstd frame, the decompressor says: ${String(error)}`, start, 'file');
  }
}

/** The bytes of one frame whose magic was taken already: header, blocks, checksum. */
async function* framePieces(input: ByteQueue): AsyncGenerator<Uint8Array> {
  const descriptor = (await input.take(1, 'a zstd frame header'))[0]!;
  const singleSegment = (descriptor & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3]!;
  const contentSizeBytes = [singleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  const rest = (singleSegment ? 0 : 1) + dictionaryBytes + contentSizeBytes;
  yield Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, descriptor);
  yield await input.take(rest, 'a zstd frame header');
  for (let last = false; !last; ) {
    const header = await input.take(3, 'a zstd block header');
    const bits = header[0]! | (header[1]! << 8) | (header[2]! << 16);
    last = (bits & 1) === 1;
    const isRunLength = ((bits >> 1) & 3) === 1;
    const size = isRunLength ? 1 : bits >> 3;
    yield header;
    if (size > 0) yield await input.take(size, 'a zstd block');
  }
  if ((descriptor & 4) !== 0) yield await input.take(4, 'a zstd checksum');
}

/** Takes exact numbers of bytes out of a stream of chunks. */
class ByteQueue {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #current: Uint8Array = new Uint8Array(0);
  #at = 0;
  /** Bytes taken so far. */
  offset = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#at === this.#current.length) {
      const next = await this.#chunks.next();
      if (next.done === true) return true;
      this.#current = next.value;
      this.#at = 0;
    }
    return false;
  }

  async take(count: number, what: string): Promise<Uint8Array> {
    if (this.#current.length - this.#at >= count) return this.#slice(count);
    const whole = new Uint8Array(count);
    for (let filled = 0; filled < count; ) {
      if (await this.isAtEnd())
        throw new DbnError(
          `expected ${count} bytes of ${what}, the file ends after ${filled}: it is truncated`,
          this.offset,
          'file',
        );
      const part = this.#slice(Math.min(count - filled, this.#current.length - this.#at));
      whole.set(part, filled);
      filled += part.length;
    }
    return whole;
  }

  async skip(count: number): Promise<void> {
    for (let left = count; left > 0; ) {
      const part = await this.take(Math.min(left, OUTPUT_CHUNK_BYTES), 'a skippable frame');
      left -= part.length;
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  #slice(count: number): Uint8Array {
    const part = this.#current.subarray(this.#at, this.#at + count);
    this.#at += count;
    this.offset += count;
    return part;
  }
}

function uint32(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
}

function hex(magic: number): string {
  return [magic & 255, (magic >> 8) & 255, (magic >> 16) & 255, magic >>> 24]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join(' ');
}
