/** The records of a tier: orders where it has them, else levels or best prices. */
import { ACTION_CLEAR, ACTION_LEVEL, ACTION_TRADE, COL_ACTION, type EventBatch } from '@undertow/market';
import { fileMetadata } from '#dbn/encode/dbn-file-writer.ts';
import { encodeMboRecords, isMboRow } from '#dbn/encode/mbo-records.ts';
import { LevelRecords } from '#dbn/encode/write-levels.ts';
import { publisherOf, type RunHeader, schemaOf } from '#recordings/files/recorded-run.ts';

export interface RecordEncoder {
  /** True for rows that the schema has records for. */
  holds(rows: Int32Array, at: number): boolean;
  encode(batch: EventBatch): Uint8Array;
}

export function recordEncoder(header: RunHeader): RecordEncoder {
  const { instrumentId, tickNanos, tier } = header;
  if (tier === 'L3') {
    const options = { instrumentId, tickNanos, publisherId: publisherOf(header) };
    return { holds: isMboRow, encode: (batch) => encodeMboRecords(batch, options) };
  }
  const levels = new LevelRecords(tier === 'L1T' ? 1 : 10, header);
  return { holds: isLevelRow, encode: (batch) => levels.of(batch) };
}

/** The metadata that the file of rows begins with. */
export function runMetadata(header: RunHeader): Uint8Array {
  const { dataset, contract: symbol, instrumentId, tickNanos, startMs, tier } = header;
  return fileMetadata(schemaOf(tier), { dataset, symbol, instrumentId, tickNanos, startMs, endMs: null });
}

function isLevelRow(rows: Int32Array, at: number): boolean {
  const action = rows[at + COL_ACTION]!;
  return action === ACTION_LEVEL || action === ACTION_TRADE || action === ACTION_CLEAR;
}
