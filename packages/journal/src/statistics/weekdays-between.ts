/** How many weekdays lie between two days. */
import { weekdayOf } from '@undertow/market';

const DAYS_A_WEEK = 7;

/** Mondays to Fridays from one day number to another, both included. */
export function weekdaysBetween(first: number, last: number): number {
  const weeks = Math.floor((last - first + 1) / DAYS_A_WEEK);
  let count = weeks * 5;
  for (let day = first + weeks * DAYS_A_WEEK; day <= last; day++) {
    const weekday = weekdayOf(day);
    if (weekday !== 0 && weekday !== 6) count += 1;
  }
  return count;
}
