/** Releases are placed at their time in and right of the bars; windows begin and end where theirs do. */
import { MINUTE_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { type ChartBar, EMPTY_CHART_INPUT } from '#chart/data/chart-input.ts';
import type { ChartNews } from '#chart/data/chart-news.ts';
import { chartLayout } from '#chart/geometry/chart-layout.ts';
import { Frame } from '#chart/geometry/frame.ts';
import { newsLane } from './news-lane.ts';

const START = Date.UTC(2026, 10, 20, 13);
const minutes = (count: number): number => START + count * MINUTE_MS;
/** Ten bars of ten minutes of ten pixels, the first in the middle of 5. */
const BARS = Array.from({ length: 10 }, (_, n) => ({ startMs: minutes(10 * n) }) as ChartBar);
const frame = new Frame(
  chartLayout(400, 400, EMPTY_CHART_INPUT.layers, EMPTY_CHART_INPUT.activeEvents, { hasNewsLane: true }),
  { low: 0, high: 100 },
  10,
  5,
);

const lane = (news: Partial<ChartNews>, timeframeMinutes = 10, nowMs = minutes(95)) =>
  newsLane(
    frame,
    { ...EMPTY_CHART_INPUT, timeframeMinutes, news: { hasLane: true, releases: [], windows: [], ...news } },
    BARS,
    nowMs,
  );
const release = (timeMs: number) => ({
  ...{ id: String(timeMs), timeMs, label: 'CPI', importance: 'high' as const, figures: null },
});

test('a release is placed within its bar, and past the newest bar where its bar will be', () => {
  const { releases } = lane({ releases: [release(minutes(35)), release(minutes(120))] });
  expect(releases.map(({ x, isComing }) => [x, isComing])).toEqual([
    [35, false],
    [120, true],
  ]);
});

test('a release before the first bar or beyond the plot is not shown', () => {
  expect(lane({ releases: [release(minutes(-1)), release(minutes(5000))] }).releases).toEqual([]);
});

test('a window is grey from its beginning, hatched before it, and cut by the plot', () => {
  const { bands } = lane({
    windows: [
      { fromMs: minutes(-10), toMs: minutes(20) },
      { fromMs: minutes(90), toMs: minutes(110) },
      { fromMs: minutes(200), toMs: minutes(9000) },
    ],
  });
  expect(bands).toEqual([
    { x: 0, width: 20, isComing: false },
    { x: 90, width: 20, isComing: false },
    { x: 200, width: frame.layout.plotWidth - 200, isComing: true },
  ]);
});

test('bars that no time ends have no future', () => {
  const { releases } = lane({ releases: [release(minutes(20)), release(minutes(120))] }, 0);
  expect(releases.map(({ x }) => x)).toEqual([25]);
});

test('in a break of trading a release is placed at the end of the bar before it', () => {
  const broken = [BARS[0]!, { startMs: minutes(600) } as ChartBar];
  const input = {
    ...EMPTY_CHART_INPUT,
    news: { hasLane: true, releases: [release(minutes(300))], windows: [] },
  };
  expect(newsLane(frame, input, broken, minutes(605)).releases.map(({ x }) => x)).toEqual([10]);
});

test('without a lane there is nothing, and the plot keeps its height', () => {
  expect(lane({ hasLane: false, releases: [release(minutes(35))] })).toEqual({ bands: [], releases: [] });
  const plain = chartLayout(400, 400, EMPTY_CHART_INPUT.layers, EMPTY_CHART_INPUT.activeEvents);
  expect([plain.laneHeight, plain.height - frame.layout.height]).toEqual([0, 24]);
});
