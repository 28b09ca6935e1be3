/** Opens a DBN file, plain or zstd, with or without metadata, and yields its records in blocks. */
import { createReadStream } from 'node:fs';
import { DbnError } from './dbn-error.ts';
import { HEADER_BYTES } from './dbn-layout.ts';
import { type DbnMetadata, PRELUDE_BYTES, parseMetadata, parsePrelude } from './dbn-metadata.ts';
import { FragmentCheck, VersionCheck } from './record-check.ts';
import { decompressZstd, ZSTD_MAGIC } from './zstd-frames.ts';

/** Whole records, back to back in `[start, end)` of `view`. Valid until the next block is requested. */
export interface DbnBlock {
  readonly view: DataView;
  readonly start: number;
  readonly end: number;
  /** Bytes of decompressed data before `start`: error messages count from there. */
  readonly offset: number;
  /** Records in the block. */
  readonly count: number;
}

export interface DbnFile {
  /** Null for a fragment: records without a header. */
  readonly metadata: DbnMetadata | null;
  /** May be read once. Throws `DbnError` at the first record that is cut or impossible. */
  readonly blocks: AsyncGenerator<DbnBlock>;
}

const READ_CHUNK_BYTES = 256 * 1024;
const DBZ_MAGICS_FROM = 0x184d_2a50;

/**
 * Opens the file and reads its metadata. Throws `DbnError` for content that is not DBN (offset and what was expected)
 * and the system's own error when the file cannot be read. End `blocks` (read to the end or `return()`) to close it.
 */
export async function openDbn(path: string): Promise<DbnFile> {
  return openDbnStream(createReadStream(path, { highWaterMark: READ_CHUNK_BYTES }));
}

/** The same for bytes that come from elsewhere. */
export async function openDbnStream(chunks: AsyncIterable<Uint8Array>): Promise<DbnFile> {
  const raw = new Prefixed(chunks);
  const first = await raw.peek(PRELUDE_BYTES + 8);
  if (first.length === 0) {
    await raw.close();
    throw new DbnError('expected a DBN header or zstd data, the file is empty', 0, 'file');
  }
  const magic = first.length >= 4 ? viewOf(first).getUint32(0, true) : 0;
  if (
    (magic & 0xffff_fff0) >>> 0 === DBZ_MAGICS_FROM &&
    String.fromCharCode(...first.subarray(8, 11)) === 'DBZ'
  ) {
    await raw.close();
    throw new DbnError('expected DBN, found the legacy DBZ format: convert the file to DBN first', 0, 'file');
  }
  const data = magic === ZSTD_MAGIC ? new Prefixed(decompressZstd(raw.rest())) : raw;
  try {
    const metadata = await readMetadata(data);
    return { metadata, blocks: recordBlocks(data, metadata) };
  } catch (error) {
    await data.close();
    throw error;
  }
}

async function readMetadata(data: Prefixed): Promise<DbnMetadata | null> {
  const prelude = await data.peek(PRELUDE_BYTES);
  if (prelude[0] !== 0x44 || prelude[1] !== 0x42 || prelude[2] !== 0x4e) return null;
  if (prelude.length < PRELUDE_BYTES)
    throw new DbnError(`expected ${PRELUDE_BYTES} bytes of header, the data ends after ${prelude.length}`, 0);
  const { headerBytes } = parsePrelude(prelude);
  const header = await data.peek(headerBytes);
  if (header.length < headerBytes)
    throw new DbnError(
      `expected ${headerBytes} bytes of header, the data ends after ${header.length}: it is truncated`,
      PRELUDE_BYTES,
    );
  const metadata = parseMetadata(header);
  data.drop(headerBytes);
  return metadata;
}

async function* recordBlocks(data: Prefixed, metadata: DbnMetadata | null): AsyncGenerator<DbnBlock> {
  const check = metadata === null ? new FragmentCheck() : new VersionCheck(metadata);
  let carry: Uint8Array = new Uint8Array(0);
  let offset = data.dropped;
  try {
    for await (const chunk of data.rest()) {
      const bytes = carry.length === 0 ? chunk : joined(carry, chunk);
      const view = viewOf(bytes);
      let end = 0;
      let count = 0;
      for (;;) {
        const length = check.recordLength(view, end, offset + end);
        if (length === 0) break;
        end += length;
        count += 1;
      }
      if (count > 0) yield { view, start: 0, end, offset, count };
      carry = bytes.subarray(end);
      offset += end;
    }
    if (carry.length > 0) throw cutRecord(carry, offset);
  } finally {
    await data.close();
  }
}

function cutRecord(carry: Uint8Array, offset: number): DbnError {
  const expected = carry.length < HEADER_BYTES ? HEADER_BYTES : carry[0]! * 4;
  return new DbnError(
    `expected ${expected} bytes of record, the data ends after ${carry.length}: it is truncated`,
    offset,
  );
}

/** A stream of chunks whose beginning can be looked at before it is read. */
class Prefixed {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #head: Uint8Array = new Uint8Array(0);
  /** Bytes dropped so far. */
  dropped = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The first `count` bytes, or as many as there are. */
  async peek(count: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [this.#head];
    let length = this.#head.length;
    while (length < count) {
      const next = await this.#chunks.next();
      if (next.done === true) break;
      parts.push(next.value);
      length += next.value.length;
    }
    if (parts.length > 1) this.#head = joined(...parts);
    return this.#head.subarray(0, count);
  }

  drop(count: number): void {
    this.#head = this.#head.subarray(count);
    this.dropped += count;
  }

  /** Everything from here on. */
  async *rest(): AsyncGenerator<Uint8Array> {
    try {
      if (this.#head.length > 0) yield this.#head;
      for (;;) {
        const next = await this.#chunks.next();
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
