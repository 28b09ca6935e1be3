/** Hand-made bars with volume by price for tests of footprints. */
import type { FlowBar } from '@undertow/market';

export type Cell = readonly [priceTicks: number, bid: number, ask: number];

/** A bar of its cells, lowest price first; open and close are the lowest and highest price unless given. */
export function flowBar(startMs: number, cells: readonly Cell[], change: Partial<FlowBar> = {}): FlowBar {
  const prices = cells.map(([priceTicks, bidVolume, askVolume]) => ({
    priceTicks,
    bidVolume,
    askVolume,
    volume: bidVolume + askVolume,
  }));
  const sellVolume = prices.reduce((sum, { bidVolume }) => sum + bidVolume, 0);
  const buyVolume = prices.reduce((sum, { askVolume }) => sum + askVolume, 0);
  const [lowTicks, highTicks] = [cells[0]?.[0] ?? 0, cells.at(-1)?.[0] ?? 0];
  return {
    startMs,
    endMs: startMs + 50_000,
    openTicks: lowTicks,
    highTicks,
    lowTicks,
    closeTicks: highTicks,
    volume: buyVolume + sellVolume,
    buyVolume,
    sellVolume,
    trades: prices.length,
    vwapTicks: null,
    minDelta: Math.min(0, buyVolume - sellVolume),
    maxDelta: Math.max(0, buyVolume - sellVolume),
    prices,
    ...change,
  };
}
