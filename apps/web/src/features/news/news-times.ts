/** What of the news is now: the releases of the reader's day, the window that is open, and the one that comes next. */
import type { InstrumentNews, NewsRelease, NewsWindowDto } from '@undertow/contracts';

import { formatDate } from '#lib/format/times.ts';

/** The day on the reader's clock; one without a time belongs to the day that its calendar names. */
export function releasesOfDay(
  releases: readonly NewsRelease[],
  nowMs: number,
  zone?: string,
): readonly NewsRelease[] {
  const today = formatDate(nowMs, zone);
  return releases.filter(({ at, day }) =>
    at === null ? formatDate(Date.parse(day), 'UTC') === today : formatDate(Date.parse(at), zone) === today,
  );
}

export function openWindow(
  { windows }: Pick<InstrumentNews, 'windows'>,
  nowMs: number,
): NewsWindowDto | null {
  return windows.find(({ from, to }) => Date.parse(from) <= nowMs && nowMs < Date.parse(to)) ?? null;
}

export function nextWindow(
  { windows }: Pick<InstrumentNews, 'windows'>,
  nowMs: number,
): NewsWindowDto | null {
  return windows.find(({ from }) => Date.parse(from) > nowMs) ?? null;
}

/** `11:42`, or `2 h 05 min` from an hour on. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const minutes = Math.floor(seconds / 60);
  const two = (value: number): string => String(value).padStart(2, '0');
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
}

/** `+0.34`, with a minus of its own width. */
export function signedScore(score: number): string {
  const text = Math.abs(score).toFixed(2);
  return score === 0 ? text : `${score < 0 ? '−' : '+'}${text}`;
}
