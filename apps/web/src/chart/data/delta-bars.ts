/** Buy volume less sell volume of each bar and its running sum, which restarts with the trading day. */
import type { ChartBar } from './chart-input.ts';

export interface DeltaSeries {
  readonly deltas: readonly number[];
  readonly cumulative: readonly number[];
  /** Largest absolute delta, at least 1. */
  readonly mostDelta: number;
  readonly lowCumulative: number;
  readonly highCumulative: number;
}

/** `dayStarts`: indices of the bars that begin a trading day. */
export function deltaBars(bars: readonly ChartBar[], dayStarts: readonly number[]): DeltaSeries {
  const starts = new Set(dayStarts);
  const deltas = bars.map((bar) => bar.buyVolume - bar.sellVolume);
  let sum = 0;
  const cumulative = deltas.map((delta, index) => {
    sum = starts.has(index) ? delta : sum + delta;
    return sum;
  });
  return {
    deltas,
    cumulative,
    mostDelta: Math.max(1, ...deltas.map(Math.abs)),
    lowCumulative: Math.min(0, ...cumulative),
    highCumulative: Math.max(0, ...cumulative),
  };
}
