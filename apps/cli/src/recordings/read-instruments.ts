/** Reads a recording into one reader per instrument, rows in the order of the file. */
import type { DbnInstrument, DbnRows } from '@undertow/feeds';
import { COL_INSTRUMENT, type FeedTier, type Instrument, ROW_LENGTH } from '@undertow/market';

/** Takes the rows of one instrument. */
export interface RowReader {
  applyRow(rows: Int32Array, at: number): void;
}

/** An instrument of the file whose prices can be expressed in ticks. */
export interface RecordedInstrument {
  readonly instrument: Instrument;
  /** Contract as the file names it, or the vendor's id. */
  readonly symbol: string;
  readonly tier: FeedTier;
}

/**
 * Reads the whole file; `make` is called at the first row of an instrument, `afterBatch` after each piece of the file.
 * Returns the readers by the local ids of `rows.instruments`.
 */
export async function readInstruments<T extends RowReader>(
  rows: DbnRows,
  make: (recorded: RecordedInstrument) => T,
  afterBatch: (readers: ReadonlyMap<number, T>) => void = () => undefined,
): Promise<ReadonlyMap<number, T>> {
  const readers = new Map<number, T>();
  let localId = 0;
  let reader: T | undefined;
  for await (const batch of rows.batches) {
    for (let at = 0; at < batch.count * ROW_LENGTH; at += ROW_LENGTH) {
      const id = batch.rows[at + COL_INSTRUMENT]!;
      if (reader === undefined || id !== localId) {
        localId = id;
        reader = readers.get(id) ?? make(recordedInstrument(rows, id));
        readers.set(id, reader);
      }
      reader.applyRow(batch.rows, at);
    }
    afterBatch(readers);
  }
  return readers;
}

function recordedInstrument(rows: DbnRows, localId: number): RecordedInstrument {
  const { instrument, symbol, fileId } = rows.instruments[localId - 1] as DbnInstrument;
  if (instrument === null) throw new RangeError(`rows of instrument ${fileId} without a tick`);
  return { instrument, symbol: symbol ?? String(fileId), tier: rows.tallyOf(localId).tier };
}
