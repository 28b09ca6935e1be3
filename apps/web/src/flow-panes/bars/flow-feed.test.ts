import {
  type FlowBar,
  type FlowSpan,
  HOUR_MS,
  MINUTE_MS,
  type PrintRows,
  printsWithin,
  SIDE_ASK,
  SIDE_BID,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { expect, test, vi } from 'vitest';
import { FlowFeed, type FlowFeedOptions } from './flow-feed.ts';

/** A Wednesday within its session. */
const NOW = Date.parse('2026-11-25T18:00:00Z');
const SPAN_MS = 5 * MINUTE_MS;

/** One execution every ten seconds of the six hours before now. */
const DAY: PrintRows = (() => {
  const count = (6 * HOUR_MS) / 10_000;
  return {
    times: Float64Array.from({ length: count }, (_, n) => NOW - (count - n) * 10_000),
    rows: Int32Array.from(
      Array.from({ length: count }, (_, n) => [
        n + 1,
        1,
        n % 3 === 0 ? SIDE_ASK : SIDE_BID,
        18_000 + (n % 7),
        1 + (n % 11),
      ]).flat(),
    ),
  };
})();

function spansOf(fromMs: number, toMs: number): (FlowSpan & { contract: string })[] {
  const spans = [];
  for (let start = Math.floor(fromMs / SPAN_MS) * SPAN_MS; start < toMs; start += SPAN_MS) {
    const end = Math.min(start + SPAN_MS, toMs);
    const prints = printsWithin(DAY, start, end);
    if (prints.times.length > 0)
      spans.push({ contract: 'ESZ6', fromMs: start, toMs: end, depth: [], prints });
  }
  return spans;
}

function feedOf(change: Partial<FlowFeedOptions> = {}) {
  const requests: (readonly [number, number])[] = [];
  const feed = new FlowFeed({
    rule: { kind: 'time', ms: MINUTE_MS },
    calendar: SIMULATED_CALENDAR,
    contract: 'ESZ6',
    nowMs: () => NOW,
    request: async (fromMs, toMs) => {
      requests.push([fromMs, toMs]);
      return spansOf(fromMs, toMs);
    },
    ...change,
  });
  return { feed, requests };
}

const volumeOf = (bars: readonly FlowBar[], forming: FlowBar | null): number =>
  [...bars, ...(forming === null ? [] : [forming])].reduce((sum, { volume }) => sum + volume, 0);
const sizes = ({ rows }: PrintRows): number =>
  rows.reduce((sum, value, at) => (at % 5 === 4 ? sum + value : sum), 0);
const rest = async (feed: FlowFeed): Promise<void> => {
  await vi.waitFor(() => expect(feed.isLoading).toBe(false));
};

test('past and present are joined once, and every execution is in exactly one bar', async () => {
  const { feed } = feedOf();
  feed.applyPrints(printsWithin(DAY, NOW - 3 * MINUTE_MS, NOW), true);
  await rest(feed);
  const loadedFrom = feed.bars[0]?.startMs ?? 0;
  expect(loadedFrom).toBe(NOW - 2 * HOUR_MS);
  expect(volumeOf(feed.bars, feed.forming)).toBe(sizes(printsWithin(DAY, loadedFrom, NOW)));
  for (const bar of feed.bars)
    expect(bar.prices.reduce((sum, { volume }) => sum + volume, 0)).toBe(bar.volume);
  expect(feed.gaps).toEqual([]);
});

test('as much of the past is loaded as bars are shown, an hour or two at a time, until there is nothing older', async () => {
  const { feed, requests } = feedOf();
  feed.needBars(90);
  await rest(feed);
  expect(requests).toEqual([
    [NOW - HOUR_MS, NOW + 1000],
    [NOW - 3 * HOUR_MS, NOW - HOUR_MS],
  ]);
  feed.needBars(100_000);
  await rest(feed);
  expect(feed.isComplete).toBe(true);
  expect(volumeOf(feed.bars, feed.forming)).toBe(sizes(DAY));
});

test('another rule folds what is known, without a request', async () => {
  const { feed, requests } = feedOf();
  feed.applyPrints(printsWithin(DAY, NOW - MINUTE_MS, NOW), true);
  await rest(feed);
  const before = volumeOf(feed.bars, feed.forming);
  const count = requests.length;
  feed.setRule({ kind: 'volume', contracts: 100 });
  expect(feed.bars.every(({ volume }) => volume === 100)).toBe(true);
  expect(volumeOf(feed.bars, feed.forming)).toBe(before);
  expect(requests).toHaveLength(count);
});

test('executions that were missed while the line was lost are loaded, and a gap is stated until then', async () => {
  const { feed } = feedOf();
  feed.applyPrints(printsWithin(DAY, NOW - 50 * MINUTE_MS, NOW - 40 * MINUTE_MS), true);
  await rest(feed);
  feed.applyPrints(printsWithin(DAY, NOW - 5 * MINUTE_MS, NOW), true);
  expect(feed.gaps).toEqual([{ fromMs: NOW - 40 * MINUTE_MS - 10_000, toMs: NOW - 5 * MINUTE_MS }]);
  await rest(feed);
  expect(feed.gaps).toEqual([]);
  const loadedFrom = feed.bars[0]?.startMs ?? 0;
  expect(volumeOf(feed.bars, feed.forming)).toBe(sizes(printsWithin(DAY, loadedFrom, NOW)));
});

test('executions of another contract are left out', async () => {
  const { feed } = feedOf({ contract: 'ESH7' });
  feed.needBars(10);
  await rest(feed);
  expect([feed.bars.length, feed.forming, feed.isComplete]).toEqual([0, null, true]);
});

test('a refused past is stated and can be tried again; the present goes on', async () => {
  let isRefused = true;
  const { feed } = feedOf({
    request: async (fromMs, toMs) => {
      if (isRefused) throw new Error('the server is away');
      return spansOf(fromMs, toMs);
    },
  });
  feed.applyPrints(printsWithin(DAY, NOW - 2 * MINUTE_MS, NOW), true);
  await vi.waitFor(() => expect(feed.error?.message).toBe('the server is away'));
  expect(feed.isWaiting).toBe(false);
  expect(feed.bars.length + (feed.forming === null ? 0 : 1)).toBe(2);
  isRefused = false;
  feed.retry();
  await rest(feed);
  expect(feed.error).toBeNull();
  expect(feed.bars[0]?.startMs).toBe(NOW - 2 * HOUR_MS);
});

test('a book that became unknown is a gap until the next whole one', async () => {
  const { feed } = feedOf({
    request: async (fromMs, toMs) =>
      spansOf(fromMs, toMs).map((span, at) => ({
        ...span,
        depth:
          at === 0
            ? [
                { atMs: span.fromMs + 1000, change: null },
                { atMs: span.fromMs + 9000, change: { isWhole: true, levels: new Int32Array() } },
              ]
            : [],
      })),
  });
  feed.needBars(10);
  await rest(feed);
  const fromMs = NOW - HOUR_MS;
  expect(feed.gaps).toEqual([{ fromMs: fromMs + 1000, toMs: fromMs + 9000 }]);
});
