/** Which requests name the replay of this window. */
import { afterEach, expect, test } from 'vitest';
import { shownReplayId } from '#lib/state/shown-replay.ts';
import { isOfMarket, replayHeaders } from './replayed-paths.ts';

afterEach(() => shownReplayId.set(null));

test('reads of the market name the replay, changes and everything else do not', () => {
  shownReplayId.set('r1');
  expect(replayHeaders('GET', '/api/market-data')).toEqual({ 'x-replay': 'r1' });
  expect(replayHeaders('GET', '/api/order-flow/spans')).toEqual({ 'x-replay': 'r1' });
  expect(replayHeaders('POST', '/api/market-data')).toEqual({});
  for (const path of [
    '/api/auth/user',
    '/api/preferences',
    '/api/alerts',
    '/api/workspace/layouts',
    '/api/replays/ranges',
  ])
    expect(replayHeaders('GET', path), path).toEqual({});
  shownReplayId.set(null);
  expect(replayHeaders('GET', '/api/market-data')).toEqual({});
});

test('what is composed of answers about the market is forgotten with it', () => {
  expect(isOfMarket('past-prints')).toBe(true);
  expect(isOfMarket('/replay-events')).toBe(false);
});
