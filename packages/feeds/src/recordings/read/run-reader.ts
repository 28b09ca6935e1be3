/** One run on disk, open for reading: its rows from any place of the index on, and the books to start from. */
import { type FileHandle, open, readFile } from 'node:fs/promises';
import {
  ACTION_NEWS,
  ACTION_STATUS,
  COL_ACTION,
  COL_AUX,
  type EventBatch,
  rowTimeMs,
  TRADING_STATUSES,
  type TradingStatus,
  windowOfRow,
} from '@undertow/market';
import { DbnError } from '#dbn/files/dbn-error.ts';
import { type DbnMetadata, parseMetadata, parsePrelude } from '#dbn/files/dbn-metadata.ts';
import { type BookEntry, type ParsedIndex, parseIndex } from '#recordings/files/index-lines.ts';
import { type FrameSeal, type RunHeader, recordBytesOf } from '#recordings/files/recorded-run.ts';
import { pathsOfRows, type RunPaths } from '#recordings/files/run-paths.ts';
import { type DecodedTail, decodeTail } from '#recordings/files/tail-chunks.ts';
import { frameDecoder } from './frame-decoder.ts';
import { headerOfFile } from './header-of-file.ts';
import { type FrameFile, type ReadFrame, readFrames, releaseContent } from './read-frames.ts';
import { type RowsStart, RunIndex } from './run-index.ts';

const NO_TAIL: DecodedTail = { chunks: [], damagedAt: null };

/** Rows of one frame, or rows beside them. Valid until the next. */
export interface RunBatch extends EventBatch {
  /** Records of the file up to the end of the batch, and the byte at which its frame starts. */
  readonly record: number;
  readonly at: number;
}

/**
 * Opens the run whose rows are in this file (`.dbn.zst`). A run without an index is read too, only more slowly, unless
 * it is sealed. Throws `DbnError` for a file that is no recording, and the system's error for one that cannot be read.
 */
export async function openRun(path: string, seal: FrameSeal | null = null): Promise<RunReader> {
  const paths = pathsOfRows(path);
  const handle = await open(paths.rows, 'r');
  try {
    const [parsed, { size }] = await Promise.all([readIndex(paths), handle.stat()]);
    const isSealed = parsed?.header.isSealed ?? paths.rows.endsWith('.sealed');
    if (isSealed && (parsed === null || seal === null))
      throw new DbnError('the recording is sealed: expected its index, and the key of its owner', 0, 'file');
    const used = isSealed ? seal : null;
    const first = await firstFrame({ handle, header: parsed?.header ?? null, place: 'rows', seal: used });
    const metadata = metadataOf(first);
    const known = parsed ?? { header: headerOfFile(metadata, path), entries: [], brokenAt: null };
    const index = new RunIndex(known, size);
    return new RunReader({
      paths,
      handle,
      metadata,
      index,
      seal: used,
      rowsAt: first.to,
      hasIndex: parsed !== null,
    });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

interface RunReaderInput {
  readonly paths: RunPaths;
  readonly handle: FileHandle;
  readonly metadata: DbnMetadata;
  readonly index: RunIndex;
  readonly seal: FrameSeal | null;
  /** Where the records begin: after the frame with the metadata. */
  readonly rowsAt: number;
  readonly hasIndex: boolean;
}

export class RunReader {
  readonly paths: RunPaths;
  readonly index: RunIndex;
  readonly hasIndex: boolean;
  readonly #input: RunReaderInput;
  #tornAt: number | null = null;

  constructor(input: RunReaderInput) {
    this.#input = input;
    this.paths = input.paths;
    this.index = input.index;
    this.hasIndex = input.hasIndex;
  }

  get header(): RunHeader {
    return this.index.header;
  }

  /** Where the first record is. */
  get start(): RowsStart {
    return { at: this.#input.rowsAt, record: 0 };
  }

  /** Byte at which a reading found the last frame torn; null as long as none did. */
  get tornAt(): number | null {
    return this.#tornAt;
  }

  /** Rows from there to the end of the file. Throws `DbnError` where a frame is damaged. */
  async *rows(from: RowsStart): AsyncGenerator<RunBatch> {
    const { seal, metadata } = this.#input;
    const decoder = frameDecoder(this.header, metadata);
    const beside = this.index.beside(from.record, seal);
    let next = 0;
    let { record } = from;
    function* besideTo(last: number, at: number): Generator<RunBatch> {
      for (; next < beside.length && beside[next]!.record <= last; next += 1)
        yield { rows: beside[next]!.row, count: 1, record, at };
    }
    for await (const frame of this.#frames(from.at)) {
      yield* besideTo(record, frame.at);
      const batch = decoder.decode(frame);
      record += Math.floor(frame.content.length / recordBytesOf(this.header.tier));
      releaseContent(frame);
      yield { ...batch, record, at: frame.at };
    }
    const { chunks, damagedAt } = await this.#tailFrom(record);
    for (const { bytes } of chunks) {
      yield* besideTo(record, Number.POSITIVE_INFINITY);
      const batch = decoder.decode({ at: 0, to: 0, content: bytes, isTorn: false });
      record += bytes.length / recordBytesOf(this.header.tier);
      yield { ...batch, record, at: Number.POSITIVE_INFINITY };
    }
    if (damagedAt !== null)
      throw new DbnError('the tail of the recording: expected a chunk with its checksum', damagedAt, 'file');
    yield* besideTo(Number.POSITIVE_INFINITY, from.at);
  }

  /** The last status that the exchange announced up to the instant; null where none was. Throws what the seal throws. */
  statusBefore(timeMs: number): TradingStatus | null {
    const row = this.#besideBefore(timeMs, ACTION_STATUS);
    return row === undefined ? null : (TRADING_STATUSES[row[COL_AUX]!] ?? null);
  }

  /** The row of the window around a release that lasts at the instant; null outside. Throws what the seal throws. */
  newsBefore(timeMs: number): Int32Array | null {
    const row = this.#besideBefore(timeMs, ACTION_NEWS);
    return row !== undefined && windowOfRow(row, 0).endMs > timeMs ? row : null;
  }

  #besideBefore(timeMs: number, action: number): Int32Array | undefined {
    return this.index
      .beside(0, this.#input.seal)
      .findLast(({ row }) => row[COL_ACTION] === action && rowTimeMs(row, 0) <= timeMs)?.row;
  }

  /** Rows of the book, which set it when they are applied. Throws `DbnError` where its frame is damaged. */
  async book(entry: BookEntry): Promise<EventBatch> {
    const { paths, seal, metadata } = this.#input;
    const handle = await open(paths.books, 'r');
    try {
      const file: FrameFile = { handle, header: this.header, place: 'book', seal };
      const { value } = await readFrames(file, entry.at, entry.to).next();
      if (value === undefined || value.isTorn)
        throw new DbnError(
          `expected a book of ${entry.to - entry.at} bytes, the file ends before`,
          entry.at,
          'file',
        );
      return frameDecoder(this.header, metadata).decode(value);
    } finally {
      await handle.close();
    }
  }

  async close(): Promise<void> {
    await this.#input.handle.close();
  }

  /** What of the tail follows these records; a frame was written meanwhile where it does not. */
  async #tailFrom(record: number): Promise<DecodedTail> {
    const { paths, seal } = this.#input;
    if (this.index.end !== null) return NO_TAIL;
    const tail = await readFile(paths.tail).catch(emptyWhereMissing);
    const size = recordBytesOf(this.header.tier);
    // A torn frame may have begun within a chunk
    const decoded = decodeTail(tail, this.header, seal);
    const chunks = decoded.chunks
      .filter((chunk) => chunk.record + chunk.bytes.length / size > record)
      .map((chunk) => ({
        record: Math.max(chunk.record, record),
        bytes: chunk.bytes.subarray(Math.max(0, record - chunk.record) * size),
      }));
    return chunks[0]?.record === record ? { ...decoded, chunks } : NO_TAIL;
  }

  async *#frames(from: number): AsyncGenerator<ReadFrame> {
    const { handle, seal } = this.#input;
    try {
      for await (const frame of readFrames({ handle, header: this.header, place: 'rows', seal }, from)) {
        if (frame.isTorn) this.#tornAt = frame.at;
        yield frame;
      }
    } catch (error) {
      // Of a run that was not ended what no line is about may be anything: a loss of power leaves zeros there
      const { end, indexed } = this.index;
      const isTail =
        end === null && indexed !== null && error instanceof DbnError && error.offset >= indexed.at;
      if (!isTail) throw error;
      this.#tornAt = error.offset;
    }
  }
}

function emptyWhereMissing(error: NodeJS.ErrnoException): Uint8Array {
  if (error.code === 'ENOENT') return new Uint8Array(0);
  throw error;
}

/** Null where there is no index, or not even its first line is whole. */
async function readIndex({ index }: RunPaths): Promise<ParsedIndex | null> {
  try {
    return parseIndex(await readFile(index, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (error instanceof DbnError && !error.message.includes('version')) return null;
    throw error;
  }
}

async function firstFrame(file: FrameFile): Promise<ReadFrame> {
  for await (const frame of readFrames(file, 0)) {
    if (!frame.isTorn) return frame;
  }
  throw new DbnError('expected a recording, its first frame is not whole', 0, 'file');
}

function metadataOf({ content }: ReadFrame): DbnMetadata {
  if (content[0] !== 0x44 || content[1] !== 0x42 || content[2] !== 0x4e)
    throw new DbnError('expected "DBN" at the start of the recording', 0, 'file');
  const { headerBytes } = parsePrelude(content);
  if (headerBytes !== content.length)
    throw new DbnError('expected a recording of ours, whose first frame is the metadata alone', 0, 'file');
  return parseMetadata(content);
}
