/** Where one contract follows another: a line before the first bar of the new one. */
import type { ChartBar, ChartInput } from '#chart/data/chart-input.ts';
import type { Frame } from '#chart/geometry/frame.ts';

/** A vertical line where one contract follows another, with its words. */
export interface RollLine {
  /** Of the first bar of the new contract. */
  readonly index: number;
  readonly x: number;
  readonly text: string;
}

/** Between the bars of two contracts. Of bars that are not drawn there is none. */
export function rollLines(frame: Frame, input: ChartInput, bars: readonly ChartBar[]): RollLine[] {
  return input.rolls.flatMap(({ atMs, from, to }) => {
    const at = bars.findIndex(({ startMs }) => startMs === atMs);
    return at < 1 ? [] : [{ index: at, x: frame.xOf(at) - frame.barSpacing / 2, text: `${from} → ${to}` }];
  });
}
