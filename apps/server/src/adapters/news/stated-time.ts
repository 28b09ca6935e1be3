/** Times as sources write them: an instant, or why it is none. Nothing is guessed. */
import { MINUTE_MS } from '@undertow/market';
import type { TimeFault } from '#ports/news/news-sources.ts';

/** Clocks of publishers differ from ours by less. */
const MAX_AHEAD_MS = 5 * MINUTE_MS;
const HAS_ZONE = /(Z|UT|UTC|GMT|[ECMP][SD]T|[+-]\d\d:?\d\d)\s*$/i;

export interface StatedTime {
  readonly publishedMs: number | null;
  readonly timeFault: TimeFault | null;
}

const fault = (timeFault: TimeFault): StatedTime => ({ publishedMs: null, timeFault });

export function statedTime(text: string | undefined, nowMs: number): StatedTime {
  if (text === undefined || text.trim() === '') return fault('none');
  if (!HAS_ZONE.test(text)) return fault('no-zone');
  const publishedMs = Date.parse(text);
  if (!Number.isSafeInteger(publishedMs) || publishedMs < 0) return fault('not-a-time');
  return publishedMs > nowMs + MAX_AHEAD_MS ? fault('future') : { publishedMs, timeFault: null };
}
