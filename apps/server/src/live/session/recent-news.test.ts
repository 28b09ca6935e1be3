/** What a prepared session brought lately, joined to the update with which its process takes over. */
import { MINUTE_MS, PRINT_STRIDE } from '@undertow/market';
import { expect, test } from 'vitest';
import { makeEvent, makeUpdate } from '#testing/views.ts';
import { RecentNews } from './recent-news.ts';

const T = Date.UTC(2026, 10, 20, 16);
const prints = (...times: number[]) => ({
  times: Float64Array.from(times),
  rows: new Int32Array(times.length * PRINT_STRIDE),
});
const raised = (id: string, atMs: number) => ({ event: makeEvent(id, atMs), change: 'new' as const });

function newsOf(...updates: readonly Parameters<typeof makeUpdate>[]): RecentNews {
  const news = new RecentNews();
  for (const one of updates) news.add(makeUpdate(...one));
  return news;
}

test('events, executions and gaps are joined in their order, those of the update last', () => {
  const news = newsOf(
    [T, { events: [raised('a', T)], prints: prints(T), traded: { lowTicks: 5, highTicks: 9, lastTicks: 6 } }],
    [T + 100, { gaps: [{ fromMs: T, toMs: null }], trackRows: [{ signalId: 'a' } as never] }],
  );
  const joined = news.joinedTo(
    makeUpdate(T + 200, {
      ...{ events: [raised('b', T + 200)], prints: prints(T + 150) },
      traded: { lowTicks: 4, highTicks: 6, lastTicks: 4 },
    }),
  );
  expect(joined.events.map(({ event }) => event.id)).toEqual(['a', 'b']);
  expect([...(joined.prints?.times ?? [])]).toEqual([T, T + 150]);
  expect(joined).toMatchObject({
    ...{ gaps: [{ fromMs: T }], trackRows: [{ signalId: 'a' }], asOfMs: T + 200 },
    traded: { lowTicks: 4, highTicks: 9, lastTicks: 4 },
  });
});

test('it is bounded: executions of two minutes, everything else of ten', () => {
  const news = newsOf(
    [T, { events: [raised('old', T)], prints: prints(T) }],
    [T + MINUTE_MS, { events: [raised('kept', T + MINUTE_MS)] }],
    [T + 10.5 * MINUTE_MS, { events: [raised('new', T)], prints: prints(T + 10 * MINUTE_MS) }],
  );
  const joined = news.joinedTo(makeUpdate(T + 11 * MINUTE_MS));
  expect(joined.events.map(({ event }) => event.id)).toEqual(['kept', 'new']);
  expect([...(joined.prints?.times ?? [])]).toEqual([T + 10 * MINUTE_MS]);
});

test('history is no news, and neither is what another contract brought', () => {
  const news = newsOf([T, { events: [raised('a', T)] }], [T, { backfill: true, events: [raised('b', T)] }]);
  expect(news.joinedTo(makeUpdate(T)).events).toEqual([]);
  const rolled = newsOf([T, { events: [raised('a', T)] }]);
  expect(rolled.joinedTo(makeUpdate(T, { contract: 'ESH7' })).events).toEqual([]);
});
