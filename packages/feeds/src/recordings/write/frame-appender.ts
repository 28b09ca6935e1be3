/** Appends frames and lines to the files of a run, in order and beside the event loop; the first failure ends it. */
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import {
  type FrameSeal,
  type RunHeader,
  SEALED_LENGTH_BYTES,
  sealContext,
} from '#recordings/files/recorded-run.ts';
import { encodeTailChunk, type TailChunk } from '#recordings/files/tail-chunks.ts';
import type { AppendFile } from './append-file.ts';

export interface RunFiles {
  readonly rows: AppendFile;
  readonly index: AppendFile;
  readonly books: AppendFile;
  /** Records until their frame is full; without it they wait for it in memory. */
  readonly tail?: AppendFile;
}

export interface FrameAppenderInput {
  readonly header: RunHeader;
  readonly files: RunFiles;
  /** Null: frames are plain zstd, and the file of rows is DBN. */
  readonly seal: FrameSeal | null;
  /** Called once, with why nothing more is written. */
  onFailure(error: Error): void;
  /** Bytes that may wait for the disk; 64 MB by default. */
  readonly maxWaiting?: number;
}

/** Where a frame lies in its file. */
export interface Placed {
  readonly at: number;
  readonly to: number;
}

/** Half a minute of a million rows a second. */
const MAX_WAITING = 64 * 1024 * 1024;
/** Level 3, the default, takes a third more time for a fiftieth of the size. */
const LEVEL = 1;
/** A frame comes out in one piece: each further one would be another turn of the pool and a copy. */
const OPTIONS = { chunkSize: 128 * 1024, params: { [constants.ZSTD_c_compressionLevel]: LEVEL } };
const compress = promisify(zstdCompress);

export class FrameAppender {
  readonly #input: FrameAppenderInput;
  readonly #maxWaiting: number;
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;
  #rowsBytes = 0;
  #booksBytes = 0;
  #written = 0;
  #error: Error | null = null;

  constructor(input: FrameAppenderInput) {
    this.#input = input;
    this.#maxWaiting = input.maxWaiting ?? MAX_WAITING;
  }

  /** Bytes of the three files so far. */
  get written(): number {
    return this.#written;
  }

  /** Bytes of the file of rows so far. */
  get rowsBytes(): number {
    return this.#rowsBytes;
  }

  /** Uncompressed bytes that are not on disk yet. */
  get waiting(): number {
    return this.#waiting;
  }

  get error(): Error | null {
    return this.#error;
  }

  /** Appends the bytes as one frame of the file of rows; `done` gets its place and returns lines of the index. */
  rows(bytes: Uint8Array, done: (placed: Placed) => string | null): void {
    this.#frame('rows', bytes, done);
  }

  /** The same for the file of books. */
  book(bytes: Uint8Array, done: (placed: Placed) => string | null): void {
    this.#frame('book', bytes, done);
  }

  /** Appends lines to the index once everything before is written. */
  line(make: () => string | null): void {
    this.#later(0, async () => this.#appendLine(make()));
  }

  /** Appends records to the tail, where there is one. */
  tail(chunk: TailChunk): void {
    const { header, files, seal } = this.#input;
    if (files.tail === undefined) return;
    const bytes = encodeTailChunk(chunk, header, seal);
    this.#later(bytes.length, async () => files.tail?.append(bytes));
  }

  /** What is in the tail is in a frame by now. */
  emptyTail(): void {
    this.#later(0, async () => this.#input.files.tail?.truncate(0));
  }

  /** Resolves when everything is written and closed, or could not be. */
  async close(): Promise<void> {
    await this.#queue;
    const { rows, index, books, tail } = this.#input.files;
    const files = [rows, index, books, ...(tail === undefined ? [] : [tail])];
    const closed = await Promise.allSettled(files.map(async (file) => file.close()));
    for (const one of closed) if (one.status === 'rejected') this.#fail(one.reason);
    if (this.#error === null) await tail?.remove().catch((error: unknown) => this.#fail(error));
  }

  #frame(place: 'rows' | 'book', bytes: Uint8Array, done: (placed: Placed) => string | null): void {
    this.#later(bytes.length, async () => {
      const at = place === 'rows' ? this.#rowsBytes : this.#booksBytes;
      const to = at + (await this.#append(place, bytes, at));
      if (place === 'rows') this.#rowsBytes = to;
      else this.#booksBytes = to;
      await this.#appendLine(done({ at, to }));
    });
  }

  /** Returns how many bytes it became. */
  async #append(place: 'rows' | 'book', bytes: Uint8Array, at: number): Promise<number> {
    const { header, files, seal } = this.#input;
    const frame: Uint8Array = await compress(bytes, OPTIONS);
    const stored = seal === null ? frame : withLength(seal.seal(frame, sealContext(header, place, at)));
    const file = place === 'rows' ? files.rows : files.books;
    try {
      await file.append(stored);
    } catch (error) {
      // Half a frame would be taken for the work of a kill
      await file.truncate(at).catch(() => undefined);
      throw error;
    }
    this.#written += stored.length;
    return stored.length;
  }

  async #appendLine(line: string | null): Promise<void> {
    if (line === null) return;
    const bytes = Buffer.from(line);
    await this.#input.files.index.append(bytes);
    this.#written += bytes.length;
  }

  #later(bytes: number, step: () => Promise<unknown>): void {
    if (this.#error !== null) return;
    if (this.#waiting + bytes > this.#maxWaiting) {
      const most = Math.round(this.#maxWaiting / 2 ** 20);
      this.#fail(new Error(`the disk is too slow: more than ${most} MB wait to be written`));
      return;
    }
    this.#waiting += bytes;
    this.#queue = this.#queue.then(async () => {
      try {
        if (this.#error === null) await step();
      } catch (error) {
        this.#fail(error);
      } finally {
        this.#waiting -= bytes;
      }
    });
  }

  #fail(reason: unknown): void {
    if (this.#error !== null) return;
    this.#error = reason instanceof Error ? reason : new Error(String(reason));
    this.#input.onFailure(this.#error);
  }
}

function withLength(sealed: Uint8Array): Uint8Array {
  const whole = new Uint8Array(SEALED_LENGTH_BYTES + sealed.length);
  new DataView(whole.buffer).setUint32(0, sealed.length, true);
  whole.set(sealed, SEALED_LENGTH_BYTES);
  return whole;
}
