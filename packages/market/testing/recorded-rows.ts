/// <reference types="node" />
/** Rows of the recorded ES session, for tests only: decoded here because this package may not import the feed's reader. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import { ROW_LENGTH } from '#events/market-event.ts';

const FOLDER = fileURLToPath(new URL('../../../../shared/data/es-mbo-esh4-20231225-dev/', import.meta.url));
/** False where the recording is not beside the checkout: its tests are skipped. */
export const RECORDED = existsSync(FOLDER);
/** Ends the name of a test that needs the recording. */
export const ALOUD = RECORDED ? '' : ' (skipped: the recording is not beside the checkout)';

const ACTIONS: Record<string, number> = { A: 1, M: 2, C: 3, T: 4, F: 5, R: 7 };
const SIDES: Record<string, number> = { B: 1, A: 2 };

export function recordedRows(): Int32Array {
  const file = readdirSync(FOLDER).find((name) => name.endsWith('.mbo.dbn.zst')) ?? '';
  const bytes = zstdDecompressSync(readFileSync(FOLDER + file));
  const start = 8 + bytes.readUInt32LE(4);
  const count = (bytes.length - start) / 56;
  const rows = new Int32Array(count * ROW_LENGTH);
  for (let record = 0; record < count; record += 1) {
    const offset = start + record * 56;
    rows.set(
      [
        ACTIONS[String.fromCharCode(bytes.readUInt8(offset + 38))] ?? 0,
        SIDES[String.fromCharCode(bytes.readUInt8(offset + 39))] ?? 0,
        Number(bytes.readBigInt64LE(offset + 24) / 250_000_000n),
        bytes.readInt32LE(offset + 32),
        bytes.readInt32LE(offset + 20),
        bytes.readInt32LE(offset + 16),
        bytes.readInt32LE(offset + 12),
        bytes.readInt32LE(offset + 8),
        bytes.readUInt8(offset + 36),
        bytes.readInt32LE(offset + 52),
      ],
      record * ROW_LENGTH,
    );
  }
  return rows;
}
