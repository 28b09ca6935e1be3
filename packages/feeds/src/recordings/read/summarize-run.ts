/** What a run holds, by its index alone: cheap, and possible for sealed ones without their key. */
import { readFile } from 'node:fs/promises';
import { DbnError } from '#dbn/files/dbn-error.ts';
import {
  type EndEntry,
  type ParsedIndex,
  parseIndex,
  type RowsEntry,
} from '#recordings/files/index-lines.ts';
import type { RunHeader } from '#recordings/files/recorded-run.ts';
import { pathsOfRows, type RunFile } from '#recordings/files/run-paths.ts';

export interface RunSummary extends RunFile {
  /** Null where the index is missing or unreadable: the rows may be whole (`checkRun`). */
  readonly header: RunHeader | null;
  /** `ended` in order; `open` while it is written, and after a kill. */
  readonly state: 'ended' | 'open' | 'without index';
  /** Records that the index knows; of an open run some more may be in the file. */
  readonly records: number;
  readonly gaps: number;
  /** Time of the first and the latest row, milliseconds since 1970 UTC; null where the index knows none. */
  readonly firstMs: number | null;
  readonly latestMs: number | null;
}

export async function summarizeRun(file: RunFile): Promise<RunSummary> {
  const { header, entries } = await readLines(file.path);
  const end = entries.findLast((entry): entry is EndEntry => entry.kind === 'end');
  if (header === null)
    return { ...file, header, state: 'without index', records: 0, gaps: 0, firstMs: null, latestMs: null };
  if (end !== undefined) {
    const { records, gaps, firstMs, latestMs } = end;
    return { ...file, header, state: 'ended', records, gaps, firstMs, latestMs };
  }
  const last = entries.findLast((entry): entry is RowsEntry => entry.kind === 'rows');
  return {
    ...{ ...file, header, state: 'open', firstMs: header.startMs },
    records: last === undefined ? 0 : last.record + last.count,
    gaps: entries.filter((entry) => entry.kind === 'gap').length,
    latestMs: last?.latestMs ?? null,
  };
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
