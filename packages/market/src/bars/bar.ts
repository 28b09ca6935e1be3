/** A bar of trades, and longer bars made from one-minute bars. */

import type { TimeframeMinutes } from '#events/vocabulary.ts';
import { MINUTE_MS } from '#time/durations.ts';

/** Prices in ticks, volumes in contracts. Minutes without a trade have no bar. */
/** What was traded at one price within a bar, in contracts. */
export interface BarLevel {
  readonly priceTicks: number;
  readonly buyVolume: number;
  readonly sellVolume: number;
  /** Without an aggressor: auctions. */
  readonly otherVolume: number;
}

export interface Bar {
  /** Start of the interval, milliseconds since 1970 UTC. */
  readonly startMs: number;
  readonly openTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly closeTicks: number;
  readonly volume: number;
  /** Volume of buy and of sell aggressors; prints without an aggressor count in `volume` only. */
  readonly buyVolume: number;
  readonly sellVolume: number;
  readonly trades: number;
  /** VWAP of the trading day at the bar's end, in ticks with a fraction; null where it is not known. */
  readonly vwapTicks: number | null;
  /** Volume by price, lowest first, where a history has it; bars of trades received here leave it out. */
  readonly levels?: readonly BarLevel[];
}

/** Start of the interval of a timeframe that an instant lies in, aligned to the hour in UTC. */
export function barStartMs(timeMs: number, minutes: TimeframeMinutes): number {
  const interval = minutes * MINUTE_MS;
  return Math.floor(timeMs / interval) * interval;
}

function joined(bar: Bar, next: Bar): Bar {
  return {
    startMs: bar.startMs,
    openTicks: bar.openTicks,
    highTicks: Math.max(bar.highTicks, next.highTicks),
    lowTicks: Math.min(bar.lowTicks, next.lowTicks),
    closeTicks: next.closeTicks,
    volume: bar.volume + next.volume,
    buyVolume: bar.buyVolume + next.buyVolume,
    sellVolume: bar.sellVolume + next.sellVolume,
    trades: bar.trades + next.trades,
    vwapTicks: next.vwapTicks,
  };
}

/**
 * Longer bars from one-minute bars, both oldest first. Every timeframe divides the hour and every trading day opens on
 * the hour, so no bar reaches over two trading days, nor over two contracts, which roll at the open.
 */
export function aggregateBars(minuteBars: readonly Bar[], minutes: TimeframeMinutes): Bar[] {
  const bars: Bar[] = [];
  for (const minuteBar of minuteBars) {
    const startMs = barStartMs(minuteBar.startMs, minutes);
    const last = bars[bars.length - 1];
    if (last?.startMs === startMs) bars[bars.length - 1] = joined(last, minuteBar);
    else bars.push({ ...minuteBar, startMs });
  }
  return bars;
}
