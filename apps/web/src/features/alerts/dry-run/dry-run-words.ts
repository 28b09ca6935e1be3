/** What a dry run found, in words, and on which days it would have fired. Pure. */

import type { AlertDryRun } from '@undertow/contracts';
import { DAY_MS } from '@undertow/market';
import { countOf, formatSize } from '#lib/format/formats.ts';
import { formatDate, formatDayAndTime } from '#lib/format/times.ts';

const MINUS = '\u2212';

/** `+3`, `−1`, `0`; a half stays a half. */
export function signedTicks(ticks: number): string {
  const text = String(Math.abs(Math.round(ticks * 10) / 10));
  if (ticks === 0) return '0';
  return `${ticks > 0 ? '+' : MINUS}${text}`;
}

/** `14 times in 14 trading days`, `Never in 1 trading day`. */
export function firesWords({ fires, tradingDays }: AlertDryRun): string {
  const often = fires === 0 ? 'Never' : fires === 1 ? 'Once' : `${formatSize(fires)} times`;
  return `${often} in ${countOf(tradingDays, 'trading day')}`;
}

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** A limit as the server words it, its instants in the reader's zone: `since Sun 22 Nov 07:40`. */
export function limitWords(limit: string): string {
  return limit.replaceAll(INSTANT, (instant) => formatDayAndTime(Date.parse(instant)));
}

/** `5 overnight, 3 held back by the cool-down`. */
export function restWords({ fires, overnight, heldBack }: AlertDryRun): string {
  return [
    ...(fires === 0 ? [] : [overnight === 0 ? 'none overnight' : `${formatSize(overnight)} overnight`]),
    ...(heldBack === 0 ? [] : [`${formatSize(heldBack)} suppressed by the cool-down`]),
  ].join(', ');
}

export interface FollowWords {
  /** `After 5 min`. */
  readonly title: string;
  /** `+3 ticks`. */
  readonly median: string;
  /** `−1 to +6, of 14`. */
  readonly range: string;
}

/** What price did after: median and middle half, or that nothing is known. */
export function followWords({
  minutes,
  count,
  median,
  low,
  high,
}: AlertDryRun['follow'][number]): FollowWords {
  const title = `After ${minutes === 60 ? '1 h' : `${minutes} min`}`;
  if (median === null) return { title, median: '\u2013', range: 'not recorded' };
  const ticks = `${signedTicks(median)} ${Math.abs(median) === 1 ? 'tick' : 'ticks'}`;
  const half = low === null || high === null ? '' : `${signedTicks(low)} to ${signedTicks(high)}, `;
  return { title, median: ticks, range: `${half}of ${formatSize(count)}` };
}

export interface FiringDay {
  /** Start of the day, ms. */
  readonly dayMs: number;
  readonly label: string;
  readonly count: number;
}

/**
 * The stretch that was looked at in days of 24 hours that end where it ends, oldest first, with the firings of each.
 * Where more fired than are listed it begins with the oldest that is.
 */
export function firingDays({ from, to, fires, firings }: AlertDryRun): readonly FiringDay[] {
  const toMs = Date.parse(to);
  const fromMs = Date.parse(firings.length < fires ? (firings.at(-1)?.at ?? from) : from);
  const length = Math.max(1, Math.ceil((toMs - fromMs) / DAY_MS));
  const counts = Array.from({ length }, () => 0);
  for (const { at } of firings) {
    const day = length - 1 - Math.floor((toMs - Date.parse(at)) / DAY_MS);
    const place = Math.min(length - 1, Math.max(0, day));
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts.map((count, at) => {
    const dayMs = toMs - (length - at) * DAY_MS;
    return { dayMs, label: formatDate(dayMs + DAY_MS).replace(/ \d{4}$/, ''), count };
  });
}
