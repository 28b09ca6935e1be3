/** Joins bars of one interval that come from consecutive runs or shorter bars. */
import type { BarFacts } from '#dependencies.ts';

/** The bar that covers both: `earlier` gives the open and the start, `later` the close and the VWAP at its end. */
export function joinBars(earlier: BarFacts, later: BarFacts): BarFacts {
  return {
    startMs: earlier.startMs,
    openTicks: earlier.openTicks,
    highTicks: Math.max(earlier.highTicks, later.highTicks),
    lowTicks: Math.min(earlier.lowTicks, later.lowTicks),
    closeTicks: later.closeTicks,
    volume: earlier.volume + later.volume,
    buyVolume: earlier.buyVolume + later.buyVolume,
    sellVolume: earlier.sellVolume + later.sellVolume,
    trades: earlier.trades + later.trades,
    vwapTicks: later.vwapTicks ?? earlier.vwapTicks,
  };
}
