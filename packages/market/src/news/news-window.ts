/** The time around a release in which a market is not compared with its usual self, and the row that states it. */
import {
  ACTION_NEWS,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_PRICE_TICKS,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  NO_PRICE,
  nsHi,
  nsLo,
  ROW_LENGTH,
  rowWholeMs,
} from '#events/market-event.ts';
import { MINUTE_MS } from '#time/durations.ts';
import { IMPORTANCES, KIND_CODES, type ReleaseKindId, releaseKind } from './release-kinds.ts';

/** A release as far as windows depend on it. */
export interface TimedRelease {
  readonly kind: ReleaseKindId;
  readonly atMs: number;
}

/** From `startMs` on and before `endMs`, milliseconds since 1970 UTC. */
export interface NewsWindow {
  readonly kind: ReleaseKindId;
  readonly startMs: number;
  readonly endMs: number;
}

const SECOND_MS = 1000;
const NS_PER_MS = 1_000_000n;

/** The window of a release; null where its kind has none. */
export function windowOf({ kind, atMs }: TimedRelease): NewsWindow | null {
  const { window } = releaseKind(kind);
  if (window === null) return null;
  return { kind, startMs: atMs - window.before * MINUTE_MS, endMs: atMs + window.after * MINUTE_MS };
}

const rank = ({ kind }: NewsWindow): number => IMPORTANCES.indexOf(releaseKind(kind).importance);

/** Windows of releases in any order: those that touch are one, of the kind that matters most, the earlier of equal ones. */
export function mergedWindows(releases: readonly TimedRelease[]): readonly NewsWindow[] {
  const windows = releases.flatMap((release) => windowOf(release) ?? []);
  const merged: NewsWindow[] = [];
  for (const window of windows.toSorted((a, b) => a.startMs - b.startMs || rank(b) - rank(a))) {
    const last = merged.at(-1);
    if (last === undefined || window.startMs > last.endMs) merged.push(window);
    else {
      const { kind } = rank(window) > rank(last) ? window : last;
      merged[merged.length - 1] = {
        kind,
        startMs: last.startMs,
        endMs: Math.max(last.endMs, window.endMs),
      };
    }
  }
  return merged;
}

/** The window that contains the instant; null where none does. */
export function windowAt(windows: readonly NewsWindow[], timeMs: number): NewsWindow | null {
  return windows.find(({ startMs, endMs }) => startMs <= timeMs && timeMs < endMs) ?? null;
}

/**
 * The row that states from its time on how long the window lasts; without a window it ends the one that was stated
 * before. `timeMs` is the time of the instrument's latest row, so that rows stay in order.
 */
export function newsRow(instrumentId: number, timeMs: number, window: NewsWindow | null): Int32Array {
  const row = new Int32Array(ROW_LENGTH);
  const timeNs = BigInt(timeMs) * NS_PER_MS;
  row[COL_ACTION] = ACTION_NEWS;
  row[COL_PRICE_TICKS] = NO_PRICE;
  row[COL_TIME_HI] = nsHi(timeNs);
  row[COL_TIME_LO] = nsLo(timeNs);
  row[COL_FLAGS] = FLAG_LAST;
  row[COL_INSTRUMENT] = instrumentId;
  if (window === null) return row;
  row[COL_SIZE] = Math.max(0, Math.ceil((window.endMs - timeMs) / SECOND_MS));
  row[COL_AUX] = KIND_CODES.indexOf(window.kind);
  return row;
}

/** The window that the row at `at` states: an empty one where it ends another. */
export function windowOfRow(rows: Int32Array, at: number): NewsWindow {
  const startMs = rowWholeMs(rows, at);
  const kind = KIND_CODES[rows[at + COL_AUX]!] ?? 'other';
  return { kind, startMs, endMs: startMs + rows[at + COL_SIZE]! * SECOND_MS };
}
