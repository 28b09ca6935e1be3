/** How prices moved after an instant, by bars of a minute. */
import { SENTIMENT_HORIZONS } from '@undertow/contracts';
import { type Bar, MINUTE_MS } from '@undertow/market';

/** Change of the price; null where the market was closed or not recorded. */
interface Move {
  readonly minutes: number;
  readonly ticks: number | null;
}

/** A price is that of the last trade, which is no older. */
const MAX_AGE_MS = 2 * MINUTE_MS;

/** The close of the last minute that ended by then; null where it is too old. */
function priceAt(bars: readonly Bar[], atMs: number): number | null {
  const bar = bars.findLast(({ startMs }) => startMs + MINUTE_MS <= atMs);
  return bar === undefined || bar.startMs + MINUTE_MS < atMs - MAX_AGE_MS ? null : bar.closeTicks;
}

const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS) * MINUTE_MS;

/** In ticks, from minutes that were over. */
export function priceBefore(bars: readonly Bar[], atMs: number): number | null {
  return priceAt(bars, minuteOf(atMs));
}

/** From minutes that were over: what a headline did within the minute in which it was read counts for the move. */
export function movesAfter(bars: readonly Bar[], atMs: number): readonly Move[] {
  const startMs = minuteOf(atMs);
  const before = priceAt(bars, startMs);
  return SENTIMENT_HORIZONS.map((minutes) => {
    const after = priceAt(bars, startMs + (minutes + 1) * MINUTE_MS);
    return { minutes, ticks: before === null || after === null ? null : after - before };
  });
}
