/** How many contracts a second are usual at this time of the trading day, from the minutes of the days before. */
import { useQuery } from '@tanstack/react-query';
import { getMarketData } from '@undertow/contracts';
import { calendarOf, DAY_MS, type FeedSource, MINUTE_MS, usualTradesPerSecond } from '@undertow/market';
import { callViewed } from '#api/client/call.ts';

/** A week has five trading days, and three are enough. */
const DAYS = 7;
/** Minutes around the time of day, and some for sessions that opened another hour of the year. */
const MINUTES = 12;
/** The usual changes slowly: it is read again when this has passed. */
const EVERY_MS = 5 * MINUTE_MS;

async function barsOfDay(instrumentId: number, endMs: number, signal: AbortSignal) {
  const { data } = await callViewed(getMarketData, {
    query: { instrumentId, timeframe: '1m', limit: MINUTES, end: new Date(endMs).toISOString() },
    signal,
  });
  // Days without a bar answer with earlier ones: those belong to another day's request
  return data.filter(({ timestamp }) => Date.parse(timestamp) > endMs - (MINUTES + 1) * MINUTE_MS);
}

/** Contracts per second; null while it loads, without an instant, and with less than three days. */
export function useUsualPace(
  instrumentId: number,
  source: FeedSource | null,
  nowMs: number | null,
): number | null {
  const atMs = nowMs === null ? null : Math.floor(nowMs / EVERY_MS) * EVERY_MS;
  const { data } = useQuery({
    queryKey: [getMarketData.path, 'usual', instrumentId, source, atMs],
    queryFn: async ({ signal }) => {
      const days = Array.from({ length: DAYS }, (_, n) => (atMs ?? 0) - (n + 1) * DAY_MS + 6 * MINUTE_MS);
      return (await Promise.all(days.map((endMs) => barsOfDay(instrumentId, endMs, signal)))).flat();
    },
    enabled: atMs !== null && source !== null,
    staleTime: EVERY_MS,
    placeholderData: (before, query) => (query?.queryKey[2] === instrumentId ? before : undefined),
  });
  if (data === undefined || atMs === null || source === null) return null;
  const calendar = calendarOf(source);
  const minutes = data.map(({ timestamp, volume }) => ({ startMs: Date.parse(timestamp), trades: volume }));
  return usualTradesPerSecond(
    minutes,
    atMs,
    (timeMs) => calendar.sessionBounds(calendar.tradingDayOf(timeMs)).openMs,
  );
}
