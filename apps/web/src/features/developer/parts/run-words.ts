/** How long a simulation ran and how often it is updated, in words. */
import { MINUTE_MS } from '@undertow/market';

/** `1 min 27 s`. */
export function ranWords(ranMs: number): string {
  const seconds = Math.floor(ranMs / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `4 updates a second`, `1 update in 2 seconds`. */
export function paceWords(intervalMs: number): string {
  if (intervalMs > 1000) return `1 update in ${intervalMs / 1000} seconds`;
  const each = 1000 / intervalMs;
  return `${each} ${each === 1 ? 'update' : 'updates'} a second`;
}

/** Age of market time, whole minutes: that is how far one update goes. */
export function marketAge(ageMs: number): string {
  const minutes = Math.max(0, Math.round(ageMs / MINUTE_MS));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
