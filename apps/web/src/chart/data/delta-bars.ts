/** Buy volume less sell volume of each bar and its running sum, which restarts with the trading day. */
import { chicagoClock, chicagoToUtcMs } from '@undertow/market';
import type { ChartBar } from './chart-input.ts';
import { TRADING_DAY_MINUTE } from './session-marks.ts';

export interface DeltaSeries {
  readonly deltas: readonly number[];
  readonly cumulative: readonly number[];
  /** Largest absolute delta, at least 1. */
  readonly mostDelta: number;
  readonly lowCumulative: number;
  readonly highCumulative: number;
}

/** Sum of the trading day before a bar, as far as its bars are there. */
export function cumulativeBefore(bars: readonly ChartBar[], at: number): number {
  const first = bars[at];
  if (at === 0 || first === undefined) return 0;
  const { day, minute } = chicagoClock(first.startMs);
  const fromMs = chicagoToUtcMs(minute >= TRADING_DAY_MINUTE ? day : day - 1, TRADING_DAY_MINUTE);
  let sum = 0;
  for (let index = at - 1; index >= 0 && bars[index]!.startMs >= fromMs; index -= 1)
    sum += bars[index]!.buyVolume - bars[index]!.sellVolume;
  return sum;
}

/** `dayStarts`: indices of the bars that begin a trading day. `before`: the sum in front of the first bar. */
export function deltaBars(bars: readonly ChartBar[], dayStarts: readonly number[], before = 0): DeltaSeries {
  const starts = new Set(dayStarts);
  const deltas = bars.map((bar) => bar.buyVolume - bar.sellVolume);
  let sum = before;
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
