/** A DBN file as a stream of row batches. */
import type { EventBatch } from '@undertow/market';
import type { DbnError } from '#dbn/files/dbn-error.ts';
import { type DbnFile, openDbn, openDbnStream } from '#dbn/files/dbn-file.ts';
import type { DbnMetadata } from '#dbn/files/dbn-metadata.ts';
import type { DbnInstrument } from './dbn-instruments.ts';
import type { RecordTally } from './record-tally.ts';
import { RowDecoder, type RowDecoderCounts } from './row-decoder.ts';

export interface DbnRows {
  /** Null for a fragment. */
  readonly metadata: DbnMetadata | null;
  /** Instruments met so far; rows carry `localId`, which is the position plus one. */
  readonly instruments: readonly DbnInstrument[];
  readonly counts: RowDecoderCounts;
  /** Counts of one instrument's market data records so far. */
  tallyOf(localId: number): RecordTally;
  /** May be read once; each batch is valid until the next. Throws `DbnError` where the file is truncated or corrupt. */
  readonly batches: AsyncGenerator<EventBatch>;
}

/**
 * Opens a DBN file (versions 1 to 3, plain or zstd, with or without metadata) and decodes its market data to rows.
 * `onRefused` receives records with an impossible price or size, which are left out; by default the first one ends the
 * reading. Throws `DbnError` for content that is not DBN and the system's error for a file that cannot be read.
 */
export async function readDbn(path: string, onRefused: (error: DbnError) => void = refuse): Promise<DbnRows> {
  return rowsOf(await openDbn(path), onRefused);
}

/** The same for bytes that come from elsewhere; the first refused record ends the reading. */
export async function readDbnStream(chunks: AsyncIterable<Uint8Array>): Promise<DbnRows> {
  return rowsOf(await openDbnStream(chunks), refuse);
}

function rowsOf(file: DbnFile, onRefused: (error: DbnError) => void): DbnRows {
  const decoder = new RowDecoder(file.metadata, onRefused);
  return {
    metadata: file.metadata,
    instruments: decoder.instruments.all,
    counts: decoder.counts,
    tallyOf: (localId) => decoder.tallyOf(localId),
    batches: decodeAll(file.blocks, decoder),
  };
}

async function* decodeAll(
  blocks: Awaited<ReturnType<typeof openDbn>>['blocks'],
  decoder: RowDecoder,
): AsyncGenerator<EventBatch> {
  for await (const block of blocks) yield decoder.decode(block);
}

function refuse(error: DbnError): never {
  throw error;
}
