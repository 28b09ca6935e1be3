/**
 * The bytes of a running session in slices: decompressed where they are, one slice a turn of the event loop so that
 * requests and timers come in between, and the source is paused while too much waits.
 */
import { createZstdDecompress, type ZstdDecompress } from 'node:zlib';
import { DatabentoError } from './databento-error.ts';

/** Waiting bytes from which on the source is paused, and below which it continues. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
const RESUME_BYTES = 1024 * 1024;
const OUTPUT_CHUNK_BYTES = 64 * 1024;

export interface StreamReaderInput {
  readonly compression: 'none' | 'zstd';
  /** Takes a slice. What it throws ends the reading with `onFault`. */
  readonly onBytes: (bytes: Uint8Array) => void;
  readonly onFault: (error: unknown) => void;
  readonly pause: () => void;
  readonly resume: () => void;
}

export class StreamReader {
  readonly #input: StreamReaderInput;
  readonly #decompressor: ZstdDecompress | null;
  #waiting: Uint8Array[] = [];
  /** Position in `#waiting` of the next slice: a shift of a long array would copy it. */
  #next = 0;
  #waitingBytes = 0;
  #isScheduled = false;
  #isFull = false;
  #isStopped = false;

  constructor(input: StreamReaderInput) {
    this.#input = input;
    this.#decompressor = input.compression === 'zstd' ? this.#makeDecompressor() : null;
  }

  /** Bytes received and not yet taken. */
  get backlogBytes(): number {
    return this.#waitingBytes + (this.#decompressor?.writableLength ?? 0);
  }

  push(bytes: Uint8Array): void {
    if (this.#isStopped) return;
    if (this.#decompressor === null) this.#take(bytes);
    else if (!this.#decompressor.write(bytes)) {
      this.#input.pause();
      this.#decompressor.once('drain', () => {
        if (!this.#isFull && !this.#isStopped) this.#input.resume();
      });
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#decompressor?.destroy();
  }

  #makeDecompressor(): ZstdDecompress {
    const made = createZstdDecompress({ chunkSize: OUTPUT_CHUNK_BYTES });
    made.on('data', (bytes: Uint8Array) => this.#take(bytes));
    made.on('error', (error) => this.#fail(error));
    // The gateway's stream is one frame: Node ends here when more follows in the same piece, and drops it
    made.on('end', () => this.#fail(new DatabentoError('protocol', 'the compressed stream has ended')));
    return made;
  }

  /** The first slice of a turn at once, later ones in turns of their own. */
  #take(bytes: Uint8Array): void {
    if (this.#isStopped) return;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (!this.#isScheduled) this.#step();
    if (this.#waitingBytes < MAX_WAITING_BYTES || this.#isFull) return;
    this.#isFull = true;
    this.#decompressor?.pause();
    this.#input.pause();
  }

  #step(): void {
    const bytes = this.#waiting[this.#next];
    if (bytes === undefined || this.#isStopped) return;
    this.#next += 1;
    this.#waitingBytes -= bytes.length;
    if (this.#next === this.#waiting.length) {
      this.#waiting = [];
      this.#next = 0;
    }
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#step();
    });
    try {
      this.#input.onBytes(bytes);
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (this.#isFull && this.#waitingBytes < RESUME_BYTES) this.#continue();
  }

  #continue(): void {
    this.#isFull = false;
    this.#decompressor?.resume();
    if (this.#decompressor === null || !this.#decompressor.writableNeedDrain) this.#input.resume();
  }

  #fail(error: unknown): void {
    if (this.#isStopped) return;
    this.stop();
    this.#input.onFault(error);
  }
}
