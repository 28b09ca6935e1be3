/** What a recovery drill showed, in a sentence that promises nothing beyond it. */
import type { RecoveryDrill } from '@undertow/contracts';
import { formatBytes } from '#lib/format/bytes.ts';
import { countOf } from '#lib/format/formats.ts';
import { formatDate } from '#lib/format/times.ts';

/** Below a second nothing is rounded down to none. */
function secondsOf(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}

/** Null: none was made. Undefined: not known yet. */
export function drillWords(drill: RecoveryDrill | null | undefined): string {
  if (drill === undefined) return 'Loading the latest restore drill.';
  if (drill === null) return 'No drill has been run yet.';
  const { at, bytes, rows, backupSeconds, restoreSeconds } = drill;
  const what = `${formatBytes(bytes)}, ${countOf(rows, 'row')}`;
  return `Drill of ${formatDate(Date.parse(at), 'UTC')}: ${what}, backed up in ${secondsOf(backupSeconds)}, restored and compared in ${secondsOf(restoreSeconds)}. A result of that day, not a guarantee.`;
}
