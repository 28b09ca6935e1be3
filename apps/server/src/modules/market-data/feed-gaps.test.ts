/** Which gaps a viewer sees: those of their view and of storage, no end before their instant reaches it. */
import { expect, test } from 'vitest';
import type { FeedGap } from '#ports/bus.ts';
import { lineAt } from '#testing/line.ts';
import { gapsOf } from './feed-gaps.ts';

const NOW = Date.UTC(2026, 10, 20, 16);
const iso = (timeMs: number): string => new Date(timeMs).toISOString();

function gaps(
  { delaySeconds = 0, shown = [] }: { delaySeconds?: number; shown?: readonly FeedGap[] },
  stored: readonly FeedGap[],
  span: { from?: string; to?: string } = {},
) {
  const view = lineAt(() => NOW).views.view(1, delaySeconds);
  if (view === undefined) throw new Error('the feed offers ES');
  const store = {
    listGaps: async (_id: number, _source: string, fromMs: number, toMs: number) =>
      stored.filter((gap) => gap.fromMs < toMs && (gap.toMs ?? toMs) >= fromMs),
  };
  return gapsOf(store, { ...view, gaps: () => shown }, span);
}

test('gaps of earlier runs and of this one are listed once each, oldest first', async () => {
  const earlier = { fromMs: NOW - 90_000, toMs: NOW - 80_000 };
  const running = { fromMs: NOW - 2000, toMs: null };
  expect(await gaps({ shown: [running] }, [{ fromMs: NOW - 2000, toMs: null }, earlier])).toEqual([
    { from: iso(NOW - 90_000), to: iso(NOW - 80_000) },
    { from: iso(NOW - 2000), to: null },
  ]);
});

test('a delayed viewer learns of a gap and of its end when their market reaches them', async () => {
  const long = { fromMs: NOW - 1_000_000, toMs: NOW - 300_000 };
  const young = { fromMs: NOW - 60_000, toMs: NOW - 50_000 };
  expect(await gaps({ delaySeconds: 900 }, [long, young])).toEqual([{ from: iso(long.fromMs), to: null }]);
});

test('a span has the gaps that overlap it', async () => {
  const old = { fromMs: NOW - 8 * 86_400_000, toMs: NOW - 8 * 86_400_000 + 1 };
  expect(await gaps({}, [old])).toEqual([]);
  expect(await gaps({}, [old], { from: iso(old.fromMs), to: iso(old.fromMs + 1000) })).toHaveLength(1);
});
