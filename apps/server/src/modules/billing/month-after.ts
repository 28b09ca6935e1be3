/** The same instant a month later, as the provider counts months. */
import { DAY_MS } from '@undertow/market';

/** The last day of the month where that month is shorter. Milliseconds since 1970 UTC. */
export function monthAfter(atMs: number): number {
  const at = new Date(atMs);
  const month = at.getUTCMonth() + 1;
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(at.getUTCDate(), lastDay);
  return Date.UTC(at.getUTCFullYear(), month, day) + (atMs % DAY_MS);
}
