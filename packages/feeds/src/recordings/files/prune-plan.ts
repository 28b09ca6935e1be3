/** Which recordings are removed: by age, then the oldest until the rest fits the disk budget. */
import { rmdir, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DAY_MS, MINUTE_MS } from '@undertow/market';
import { pathsOfRows, type RunFile } from './run-paths.ts';

export interface RecordingLimits {
  /** Days that a recording is kept, counted from its trading day; null forever. */
  readonly days: number | null;
  /** Bytes that all recordings may take; null without a bound. */
  readonly maxBytes: number | null;
}

export interface PrunePlan {
  readonly expired: readonly RunFile[];
  /** Not old enough, and yet without space; the oldest first. */
  readonly overBudget: readonly RunFile[];
  /** Bytes of all recordings without the expired ones, and after everything in the plan was removed. */
  readonly usedBytes: number;
  readonly keptBytes: number;
}

/** A file that was changed this recently may still be written, by whatever process. */
const IN_USE_MS = 10 * MINUTE_MS;

/**
 * The plan for these recordings, the oldest first (`listRuns`). What was changed in the last ten minutes, and what
 * `isOpen`, stays: its bytes count all the same. `nowMs`: milliseconds since 1970 UTC.
 */
export function prunePlan(
  files: readonly RunFile[],
  { days, maxBytes }: RecordingLimits,
  nowMs: number,
  isOpen: (path: string) => boolean = () => false,
): PrunePlan {
  const firstDay = days === null ? '' : new Date(nowMs - days * DAY_MS).toISOString().slice(0, 10);
  const isIdle = (file: RunFile): boolean => file.changedMs < nowMs - IN_USE_MS && !isOpen(file.path);
  const expired = files.filter((file) => file.tradingDay < firstDay && isIdle(file));
  const gone = new Set(expired);
  const left = files.filter((file) => !gone.has(file));
  const usedBytes = left.reduce((sum, { bytes }) => sum + bytes, 0);
  const overBudget: RunFile[] = [];
  let keptBytes = usedBytes;
  for (const file of left) {
    if (maxBytes === null || keptBytes <= maxBytes) break;
    if (!isIdle(file)) continue;
    overBudget.push(file);
    keptBytes -= file.bytes;
  }
  return { expired, overBudget, usedBytes, keptBytes };
}

/** Removes the files of a run, and the folders that are empty without them. Throws the system's error. */
export async function removeRun({ path }: RunFile): Promise<void> {
  const { rows, index, books, tail } = pathsOfRows(path);
  // The rows first: without them the others are nothing that would be listed
  for (const one of [rows, index, books, tail]) await unlink(one).catch(unlessMissing);
  const day = dirname(path);
  for (const folder of [day, dirname(day), dirname(dirname(day))]) {
    const isEmpty = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!isEmpty) return;
  }
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
