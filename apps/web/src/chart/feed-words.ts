/** The feed's state in the words and tones that the frame shows. */
import type { ChartFeed, ChartGap } from '#chart/chart-input.ts';

/** True when values must turn grey: nothing newer has been heard, or a gap is still open. */
export function valuesAreOld(feed: ChartFeed, gaps: readonly ChartGap[]): boolean {
  switch (feed.condition) {
    case 'stale':
    case 'reconnecting':
    case 'disconnected':
    case 'closed':
      return true;
    case 'gap':
      return gaps.some((gap) => gap.toMs === null);
    case 'loading':
    case 'live':
    case 'halted':
      return false;
  }
}

/** What a picture of the chart must carry when it does not show the live market; null for a live real-time feed. */
export function watermarkOf(feed: ChartFeed): string | null {
  const words: string[] = [];
  if (feed.source === 'simulated') words.push('SIMULATED');
  if (feed.source === 'replay') words.push('REPLAY');
  if (feed.delaySeconds > 0) words.push(`DELAYED ${Math.round(feed.delaySeconds / 60)} min`);
  return words.length === 0 ? null : words.join(' · ');
}
