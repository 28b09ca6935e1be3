import {
  type Bar,
  type FlowBar,
  type FlowSpan,
  HOUR_MS,
  MINUTE_MS,
  SIDE_BID,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { expect, test, vi } from 'vitest';
import { isExactBar, PROFILE_BAR_MS } from './merge-bars.ts';
import { type LiveBars, ProfileFeed, type ProfileFeedOptions } from './profile-feed.ts';

/** A Wednesday within its session. */
const NOW = Date.parse('2026-11-25T18:00:00Z');
const FIRST = NOW - 250 * PROFILE_BAR_MS;

function storedBar(startMs: number, volume = 10): Bar {
  return {
    startMs,
    ...{ openTicks: 100, highTicks: 104, lowTicks: 100, closeTicks: 102 },
    ...{ volume, buyVolume: volume, sellVolume: 0, trades: volume, vwapTicks: null },
  };
}

/** 250 bars, a hundred a request. */
const requestBars: ProfileFeedOptions['requestBars'] = async (endMs) => {
  const bars: Bar[] = [];
  for (let startMs = FIRST; startMs < (endMs ?? NOW); startMs += PROFILE_BAR_MS)
    bars.push(storedBar(startMs));
  return bars.slice(-100);
};

function liveOf(bars: readonly FlowBar[]): LiveBars & { change: () => void } {
  const listeners = new Set<() => void>();
  return {
    ...{ bars, forming: null, isWaiting: false, isLoading: false },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: () => {
      for (const listener of listeners) listener();
    },
  };
}

/** One execution of a size at the begin of each bar. */
const spansOf =
  (size: number) =>
  async (fromMs: number, toMs: number): Promise<(FlowSpan & { contract: string })[]> => {
    const count = (toMs - fromMs) / PROFILE_BAR_MS;
    const times = Float64Array.from({ length: count }, (_, n) => fromMs + n * PROFILE_BAR_MS);
    const rows = Int32Array.from(Array.from({ length: count }, (_, n) => [n, 1, SIDE_BID, 101, size]).flat());
    return [{ contract: 'ESZ6', fromMs, toMs, depth: [], prints: { times, rows } }];
  };

function feedOf(change: Partial<ProfileFeedOptions> = {}, size = 10) {
  const request = vi.fn(spansOf(size));
  const feed = new ProfileFeed({
    requestBars,
    spans: { calendar: SIMULATED_CALENDAR, contract: 'ESZ6', request },
    live: liveOf([]),
    nowMs: () => NOW,
    historyMs: 24 * HOUR_MS,
    ...change,
  });
  return { feed, request };
}

const settled = (feed: ProfileFeed) => vi.waitFor(() => expect(feed.isLoading).toBe(false));
const starts = (feed: ProfileFeed) => feed.bars().map(({ startMs }) => startMs);

test('stored bars are loaded back to what is shown, and no further', async () => {
  const { feed, request } = feedOf();
  feed.need(NOW - 150 * PROFILE_BAR_MS, Number.POSITIVE_INFINITY);
  await settled(feed);
  expect([feed.bars().length, feed.isComplete]).toEqual([200, false]);
  feed.need(FIRST - HOUR_MS, Number.POSITIVE_INFINITY);
  await settled(feed);
  expect([feed.bars().length, starts(feed)[0], feed.isComplete]).toEqual([250, FIRST, true]);
  expect(request).not.toHaveBeenCalled();
});

test('executions replace stored bars hour by hour, as far as the plan reaches', async () => {
  const { feed, request } = feedOf({ historyMs: 2 * HOUR_MS });
  feed.need(NOW - 10 * HOUR_MS, NOW - 10 * HOUR_MS);
  await settled(feed);
  expect(request.mock.calls.map(([fromMs, toMs]) => [NOW - fromMs, NOW - toMs])).toEqual([
    [HOUR_MS, 0],
    [2 * HOUR_MS, HOUR_MS],
  ]);
  const exact = feed.bars().filter(isExactBar);
  expect([exact.length, exact[0]?.startMs]).toEqual([24, NOW - 2 * HOUR_MS]);
});

test('executions of which some are missing leave the stored bar', async () => {
  const { feed } = feedOf({}, 9);
  feed.need(NOW - HOUR_MS, NOW - HOUR_MS);
  await settled(feed);
  expect(feed.bars().some(isExactBar)).toBe(false);
});

test('a clock in the past shows nothing later, not even the bar that contains it', async () => {
  const before = NOW - 2 * HOUR_MS + MINUTE_MS;
  const { feed } = feedOf({ nowMs: () => before });
  feed.need(NOW - 5 * HOUR_MS, Number.POSITIVE_INFINITY);
  await settled(feed);
  expect(starts(feed).at(-1)).toBe(NOW - 2 * HOUR_MS - PROFILE_BAR_MS);
});

test('a failure is kept until it is tried again, and what is loaded stays', async () => {
  let isAway = false;
  const { feed } = feedOf({
    requestBars: async (endMs, signal) => {
      if (isAway) throw new Error('the server is away');
      return requestBars(endMs, signal);
    },
  });
  feed.need(NOW - HOUR_MS, Number.POSITIVE_INFINITY);
  await settled(feed);
  isAway = true;
  feed.refresh();
  await settled(feed);
  expect([feed.error?.message, feed.bars().length]).toEqual(['the server is away', 100]);
  isAway = false;
  feed.retry();
  await settled(feed);
  expect(feed.error).toBeNull();
});

test('after its end it requests nothing and reports nothing', async () => {
  const live = liveOf([]);
  const { feed } = feedOf({ live });
  const listener = vi.fn();
  feed.listen(listener);
  feed.dispose();
  feed.need(FIRST, FIRST);
  live.change();
  expect([feed.isLoading, listener.mock.calls.length]).toEqual([false, 0]);
});
