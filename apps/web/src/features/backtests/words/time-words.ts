/** Waits of backtests in words. */
import { MINUTE_MS } from '@undertow/market';
import { formatWait } from '#lib/format/times.ts';

/** `about 40 s left`, `about 3 min left`. */
export function leftText(remainingSeconds: number): string {
  const wait =
    remainingSeconds * 1000 < 2 * MINUTE_MS ? `${remainingSeconds} s` : formatWait(remainingSeconds * 1000);
  return `about ${wait} left`;
}
