/** Where the rows of a session begin to be its own: what a snapshot brings is older. */
import { COL_FLAGS, FLAG_SNAPSHOT, ROW_LENGTH, rowWholeMs } from '@undertow/market';

/** Time of the first of `count` rows that is none of a snapshot, milliseconds since 1970 UTC; null where there is none. */
export function firstLiveMs(rows: Int32Array, count: number): number | null {
  for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH)
    if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) === 0) return rowWholeMs(rows, at);
  return null;
}
