/** What a run holds, by its index and tail alone: cheap. Of a sealed one without its key what the index knows. */
import { readFile } from 'node:fs/promises';
import { splitNsToMs } from '@undertow/market';
import { DbnError } from '#dbn/files/dbn-error.ts';
import {
  type EndEntry,
  type ParsedIndex,
  parseIndex,
  type RowsEntry,
} from '#recordings/files/index-lines.ts';
import { type FrameSeal, type RunHeader, recordBytesOf } from '#recordings/files/recorded-run.ts';
import { pathsOfRows, type RunFile } from '#recordings/files/run-paths.ts';
import { decodeTail } from '#recordings/files/tail-chunks.ts';

export interface RunSummary extends RunFile {
  /** Null where the index is missing or unreadable: the rows may be whole (`checkRun`). */
  readonly header: RunHeader | null;
  /** `ended` in order; `open` while it is written, and after a kill. */
  readonly state: 'ended' | 'open' | 'without index';
  /** Records that index and tail know; of an open run a few more may be in the file. */
  readonly records: number;
  readonly gaps: number;
  /** Time of the first and the latest row, milliseconds since 1970 UTC; null where the index knows none. */
  readonly firstMs: number | null;
  readonly latestMs: number | null;
}

/** `seal` opens the tail of a sealed run that is still written: without it, or where it is of another key, the end of the last frame counts. */
export async function summarizeRun(file: RunFile, seal: FrameSeal | null = null): Promise<RunSummary> {
  const { header, entries } = await readLines(file.path);
  const end = entries.findLast((entry): entry is EndEntry => entry.kind === 'end');
  if (header === null)
    return { ...file, header, state: 'without index', records: 0, gaps: 0, firstMs: null, latestMs: null };
  if (end !== undefined) {
    const { records, gaps, firstMs, latestMs } = end;
    return { ...file, header, state: 'ended', records, gaps, firstMs, latestMs };
  }
  const last = entries.findLast((entry): entry is RowsEntry => entry.kind === 'rows');
  const tail = await readTail(file.path, header, seal);
  return {
    ...{ ...file, header, state: 'open', firstMs: header.startMs },
    records: Math.max(last === undefined ? 0 : last.record + last.count, tail?.records ?? 0),
    gaps: entries.filter((entry) => entry.kind === 'gap').length,
    latestMs: tail?.latestMs ?? last?.latestMs ?? null,
  };
}

/** Records up to the end of the tail, and the time of its last one; null where there is none. */
async function readTail(path: string, header: RunHeader, seal: FrameSeal | null) {
  if (header.isSealed && seal === null) return null;
  const bytes = await readFile(pathsOfRows(path).tail).catch(() => new Uint8Array(0));
  const chunk = chunksOf(bytes, header, seal).at(-1);
  const size = recordBytesOf(header.tier);
  if (chunk === undefined || chunk.bytes.length < size) return null;
  const view = new DataView(chunk.bytes.buffer, chunk.bytes.byteOffset + chunk.bytes.length - size, size);
  const latestMs = splitNsToMs(view.getInt32(12, true), view.getInt32(8, true));
  return { records: chunk.record + chunk.bytes.length / size, latestMs };
}

function chunksOf(bytes: Uint8Array, header: RunHeader, seal: FrameSeal | null) {
  if (!header.isSealed) return decodeTail(bytes, header, null).chunks;
  try {
    return decodeTail(bytes, header, seal).chunks;
  } catch {
    // Damaged, or sealed with a key that was destroyed: reading the run says which
    return [];
  }
}

async function readLines(
  path: string,
): Promise<Pick<ParsedIndex, 'entries'> & { readonly header: RunHeader | null }> {
  try {
    return parseIndex(await readFile(pathsOfRows(path).index, 'utf8'));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing || error instanceof DbnError) return { header: null, entries: [] };
    throw error;
  }
}
