/** Stretches of a chart's bars by index. */
import type { LevelScene } from '#chart/scene/level-lines.ts';

/** Bars `from <= index < to` of all bars of the chart. */
export interface BarRange {
  readonly from: number;
  readonly to: number;
}

/** The bars on screen. */
export function visibleBars({ bars, from, frame }: LevelScene): BarRange {
  const first = Math.max(0, frame.indexAt(0));
  const last = Math.min(bars.length - 1, frame.indexAt(frame.layout.plotWidth));
  return { from: from + first, to: from + Math.max(first, last) + 1 };
}
