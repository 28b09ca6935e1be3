/** Which requests are about the market that is on screen: in a replay they are about the replayed one. */
import { REPLAY_HEADER } from '@undertow/contracts';
import { shownReplayId } from '#lib/state/shown-replay.ts';

const MARKET_PATHS = [
  ...['/api/market-data', '/api/order-book', '/api/order-flow', '/api/session-facts'],
  ...['/api/feed-status', '/api/ai-patterns', '/api/watchlist'],
];

/** True also for what is composed of several answers, whose key is no path. */
export function isOfMarket(key: unknown): boolean {
  if (typeof key !== 'string' || !key.startsWith('/')) return true;
  return MARKET_PATHS.some((path) => key.startsWith(path));
}

/** The header of a read of the market; none outside of a replay. */
export function replayHeaders(method: string, path: string): Readonly<Record<string, string>> {
  const id = shownReplayId.get();
  return id === null || method !== 'GET' || !isOfMarket(path) ? {} : { [REPLAY_HEADER]: id };
}
