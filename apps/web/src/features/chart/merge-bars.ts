/**
 * Polled history and the socket's forming minute as one series of candles. Pure; prices in ticks, times in
 * milliseconds.
 */
import type { MarketDataBar } from '@undertow/contracts';
import {
  type Instrument,
  MINUTE_MS,
  NANOS_PER_POINT,
  parsePriceTicks,
  type TimeframeMinutes,
} from '@undertow/market';
import type { ChartBar } from '#chart/data/chart-input.ts';

const chartBars = new WeakMap<MarketDataBar, ChartBar>();

/**
 * A bar of the wire in ticks, of the instrument that it belongs to; the same bar is the same object again, so that the
 * chart draws only what changed anew. VWAP may lie between ticks.
 */
export function chartBarOf(instrument: Instrument, bar: MarketDataBar): ChartBar {
  const known = chartBars.get(bar);
  if (known !== undefined) return known;
  const made = inTicks(instrument, bar);
  chartBars.set(bar, made);
  return made;
}

function inTicks(instrument: Instrument, bar: MarketDataBar): ChartBar {
  return {
    startMs: Date.parse(bar.timestamp),
    contract: bar.contract,
    openTicks: parsePriceTicks(instrument, bar.open),
    highTicks: parsePriceTicks(instrument, bar.high),
    lowTicks: parsePriceTicks(instrument, bar.low),
    closeTicks: parsePriceTicks(instrument, bar.close),
    volume: bar.volume,
    buyVolume: bar.buyVolume,
    sellVolume: bar.sellVolume,
    vwapTicks: bar.vwap === null ? null : (Number(bar.vwap) * NANOS_PER_POINT) / instrument.tickNanos,
  };
}

/**
 * Start of the bar of a timeframe that holds an instant. Every length divides the hour, so bars are aligned to the
 * hour.
 */
export function bucketStart(timeMs: number, minutes: number): number {
  const lengthMs = minutes * MINUTE_MS;
  return Math.floor(timeMs / lengthMs) * lengthMs;
}

/** One-minute bars where later sources know better: the one with more volume is the newer state of its minute. */
export function mergeMinutes(polled: readonly ChartBar[], live: readonly ChartBar[]): readonly ChartBar[] {
  const byStart = new Map(polled.map((bar) => [bar.startMs, bar]));
  for (const bar of live) {
    const known = byStart.get(bar.startMs);
    if (known === undefined || bar.volume >= known.volume) byStart.set(bar.startMs, bar);
  }
  return [...byStart.values()].sort((a, b) => a.startMs - b.startMs);
}

function addMinute(bar: ChartBar, minute: ChartBar): ChartBar {
  return {
    startMs: bar.startMs,
    ...(bar.contract === undefined ? {} : { contract: bar.contract }),
    openTicks: bar.openTicks,
    highTicks: Math.max(bar.highTicks, minute.highTicks),
    lowTicks: Math.min(bar.lowTicks, minute.lowTicks),
    closeTicks: minute.closeTicks,
    volume: bar.volume + minute.volume,
    buyVolume: bar.buyVolume + minute.buyVolume,
    sellVolume: bar.sellVolume + minute.sellVolume,
    vwapTicks: minute.vwapTicks ?? bar.vwapTicks,
  };
}

/** Bars of a timeframe from one-minute bars, oldest first. Where an interval has two contracts, the later one counts. */
export function groupMinutes(minutes: readonly ChartBar[], timeframe: TimeframeMinutes): ChartBar[] {
  const bars: ChartBar[] = [];
  for (const minute of minutes) {
    const startMs = bucketStart(minute.startMs, timeframe);
    const last = bars.at(-1);
    const isSame = last?.startMs === startMs;
    if (isSame && last.contract === minute.contract) bars[bars.length - 1] = addMinute(last, minute);
    else bars.splice(isSame ? -1 : bars.length, 1, { ...minute, startMs });
  }
  return bars;
}

/**
 * History with its newest bars brought up to date from one-minute bars. A bar is replaced only by minutes that cover it
 * from its start and know at least as much volume: nothing that was drawn is ever taken back.
 */
export function mergeBars(
  history: readonly ChartBar[],
  minutes: readonly ChartBar[],
  timeframe: TimeframeMinutes,
): readonly ChartBar[] {
  const first = minutes[0];
  if (first === undefined) return history;
  const byStart = new Map(history.map((bar) => [bar.startMs, bar]));
  const lastKnown = history.at(-1)?.startMs ?? Number.NEGATIVE_INFINITY;
  for (const bar of groupMinutes(minutes, timeframe)) {
    const isCovered = first.startMs <= bar.startMs || bar.startMs > lastKnown;
    const known = byStart.get(bar.startMs);
    if (bar.startMs >= lastKnown && isCovered && (known === undefined || bar.volume >= known.volume)) {
      byStart.set(bar.startMs, bar);
    }
  }
  return [...byStart.values()].sort((a, b) => a.startMs - b.startMs);
}
