/** What a picture of the chart must carry of the feed. */
import type { ChartFeed } from './chart-input.ts';

/** What a picture of the chart must carry when it does not show the live market; null for a live real-time feed. */
export function watermarkOf(feed: ChartFeed): string | null {
  const words: string[] = [];
  if (feed.source === 'simulated') words.push('SIMULATED');
  if (feed.source === 'databento-stand-in') words.push('STAND-IN');
  if (feed.source === 'replay' || feed.isReplay === true) words.push('REPLAY');
  if (feed.delaySeconds > 0) words.push(`DELAYED ${Math.round(feed.delaySeconds / 60)} min`);
  return words.length === 0 ? null : words.join(' · ');
}
