/** Where releases and their windows are in a frame, also right of the newest bar. */
import { MINUTE_MS } from '@undertow/market';
import type { ChartBar, ChartInput } from '#chart/data/chart-input.ts';
import type { ChartRelease } from '#chart/data/chart-news.ts';
import { barHolding, type Frame } from '#chart/geometry/frame.ts';

export interface NewsBand {
  readonly x: number;
  readonly width: number;
  /** It has not begun: hatched. */
  readonly isComing: boolean;
}

export interface PlacedRelease {
  readonly release: ChartRelease;
  readonly x: number;
  /** Its time has not come: a dashed line. */
  readonly isComing: boolean;
}

export interface NewsLane {
  readonly bands: readonly NewsBand[];
  readonly releases: readonly PlacedRelease[];
}

const NOTHING: NewsLane = { bands: [], releases: [] };

/**
 * The place of an instant: within the bar that holds it, and past the newest bar at the pace of the bars. Null before the
 * first bar, and in the future of bars that no time ends.
 */
function placeOf(
  frame: Frame,
  bars: readonly ChartBar[],
  timeframeMs: number,
  timeMs: number,
): number | null {
  const first = bars[0];
  if (first === undefined || timeMs < first.startMs) return null;
  const at = barHolding(bars, timeMs);
  const { startMs } = bars[at]!;
  const isLast = at === bars.length - 1;
  if (timeframeMs === 0) return isLast && timeMs > startMs ? null : frame.xOf(at);
  const share = (timeMs - startMs) / timeframeMs;
  // Between two bars of a break in trading there is no space for what happened in it
  return frame.xOf(at) + ((isLast ? share : Math.min(1, share)) - 0.5) * frame.barSpacing;
}

export function newsLane(
  frame: Frame,
  input: ChartInput,
  bars: readonly ChartBar[],
  nowMs: number,
): NewsLane {
  const { hasLane, releases, windows } = input.news;
  const first = bars[0];
  if (!hasLane || first === undefined) return NOTHING;
  const { plotWidth } = frame.layout;
  const xOf = (timeMs: number): number | null =>
    placeOf(frame, bars, input.timeframeMinutes * MINUTE_MS, timeMs);
  const bands = windows.flatMap(({ fromMs, toMs }): NewsBand[] => {
    const from = Math.max(0, xOf(Math.max(fromMs, first.startMs)) ?? plotWidth);
    const to = Math.min(plotWidth, xOf(toMs) ?? from);
    return to <= from ? [] : [{ x: from, width: to - from, isComing: fromMs > nowMs }];
  });
  const placed = releases.flatMap((release): PlacedRelease[] => {
    const x = xOf(release.timeMs);
    return x === null || x < 0 || x > plotWidth ? [] : [{ release, x, isComing: release.timeMs > nowMs }];
  });
  return { bands, releases: placed };
}
