/** First and last of times of one file. */
import type { FileTime } from '#time/file-time.ts';
import { compareFileTimes } from './compare-file-times.ts';

export function earliestTime(times: readonly (FileTime | null)[]): FileTime | null {
  return sorted(times)[0] ?? null;
}

export function latestTime(times: readonly (FileTime | null)[]): FileTime | null {
  return sorted(times).at(-1) ?? null;
}

function sorted(times: readonly (FileTime | null)[]): FileTime[] {
  return times.filter((time) => time !== null).sort(compareFileTimes);
}
