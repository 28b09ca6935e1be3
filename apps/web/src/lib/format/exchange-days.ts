/** Exchange days such as `2026-10-14`: how they are written, and the months they are in. */
import { DAY_MS } from '@undertow/market';

function dateOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

const withYear = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const withoutYear = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const monthWords = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** `14 Oct 2026`, without the year when it is `thisYear`. */
export function formatDay(day: string, thisYear?: number): string {
  return (day.startsWith(`${thisYear}-`) ? withoutYear : withYear).format(dateOf(day));
}

/** Month of a day: `2026-10`. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** `October 2026`. */
export function formatMonth(month: string): string {
  return monthWords.format(dateOf(`${month}-01`));
}

/** A month so many after (before, when negative) another: `2026-12` and 1 is `2027-01`. */
export function laterMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** The weeks of a month, Monday first; null where a week reaches into another month. */
export function weeksOf(month: string): readonly (readonly (string | null)[])[] {
  const firstMs = dateOf(`${month}-01`);
  const lead = (new Date(firstMs).getUTCDay() + 6) % 7;
  const length = new Date(dateOf(`${laterMonth(month, 1)}-01`) - DAY_MS).getUTCDate();
  const cells = Array.from({ length: Math.ceil((lead + length) / 7) * 7 }, (_, at) => {
    const number = at - lead + 1;
    return number < 1 || number > length ? null : `${month}-${String(number).padStart(2, '0')}`;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
