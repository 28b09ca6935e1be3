/** Monthly periods from an anchor, as Stripe counts them: the anchor's day, or the last of a shorter month. UTC. */
import { DAY_S } from '@undertow/market';

/** The anchor, `months` later, in seconds. */
export function monthsAfter(anchor: number, months: number): number {
  const date = new Date(anchor * 1000);
  const month = date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), lastDay));
  return midnight / 1000 + (anchor % DAY_S);
}

/** The first end of a period after `from`. */
export function periodEndAfter(anchor: number, from: number): number {
  let months = Math.max(0, Math.floor((from - anchor) / (31 * DAY_S)));
  while (monthsAfter(anchor, months) <= from) months += 1;
  return monthsAfter(anchor, months);
}

/** As printed in the text of a line, for example `05 Nov 2026`. */
export function dateText(seconds: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(seconds * 1000);
}
