/** A bar with its volume by price, and longer bars joined from shorter ones without a loss. */
import type { Bar } from '#bars/bar.ts';
import type { PriceVolume } from '#tape/price-volumes.ts';

/** The volumes of `prices` add up to the bar's. */
export interface FlowBar extends Bar {
  /** Time of the last trade, milliseconds since 1970 UTC. */
  readonly endMs: number;
  /** Least and most buys less sells while the bar formed, which begins at 0. */
  readonly minDelta: number;
  readonly maxDelta: number;
  /** Lowest price first. */
  readonly prices: readonly PriceVolume[];
}

/** Buys less sells, in contracts. */
export const deltaOf = (bar: Pick<Bar, 'buyVolume' | 'sellVolume'>): number => bar.buyVolume - bar.sellVolume;

/** Two rows as one, at the price of the first. */
export function addedVolumes(row: PriceVolume, next: PriceVolume): PriceVolume {
  return {
    priceTicks: row.priceTicks,
    bidVolume: row.bidVolume + next.bidVolume,
    askVolume: row.askVolume + next.askVolume,
    volume: row.volume + next.volume,
  };
}

/** Volume by price of both lists, lowest price first. */
export function joinPriceVolumes(one: readonly PriceVolume[], other: readonly PriceVolume[]): PriceVolume[] {
  const rows = new Map(one.map((row) => [row.priceTicks, row]));
  for (const row of other) {
    const known = rows.get(row.priceTicks);
    rows.set(row.priceTicks, known === undefined ? row : addedVolumes(known, row));
  }
  return [...rows.values()].sort((a, b) => a.priceTicks - b.priceTicks);
}

/** Two consecutive bars as one. */
export function joinFlowBars(bar: FlowBar, next: FlowBar): FlowBar {
  const delta = deltaOf(bar);
  return {
    startMs: bar.startMs,
    endMs: next.endMs,
    openTicks: bar.openTicks,
    highTicks: Math.max(bar.highTicks, next.highTicks),
    lowTicks: Math.min(bar.lowTicks, next.lowTicks),
    closeTicks: next.closeTicks,
    volume: bar.volume + next.volume,
    buyVolume: bar.buyVolume + next.buyVolume,
    sellVolume: bar.sellVolume + next.sellVolume,
    trades: bar.trades + next.trades,
    vwapTicks: next.vwapTicks,
    minDelta: Math.min(bar.minDelta, delta + next.minDelta),
    maxDelta: Math.max(bar.maxDelta, delta + next.maxDelta),
    prices: joinPriceVolumes(bar.prices, next.prices),
  };
}

/**
 * Longer bars from shorter ones, both oldest first: consecutive bars for which `startOf` returns one start are joined
 * to a bar of that start.
 * @beta No pane draws it yet.
 */
export function aggregateFlowBars(bars: readonly FlowBar[], startOf: (timeMs: number) => number): FlowBar[] {
  const longer: FlowBar[] = [];
  for (const bar of bars) {
    const startMs = startOf(bar.startMs);
    const last = longer.at(-1);
    if (last?.startMs === startMs) longer[longer.length - 1] = joinFlowBars(last, bar);
    else longer.push({ ...bar, startMs });
  }
  return longer;
}
