/** The volume profile of any window of bars: a session, what is visible, or a range that was drawn. */
import type { Bar, BarLevel } from '#bars/bar.ts';
import { spreadBar } from '#bars/spread-bar.ts';
import { SIDE_ASK, SIDE_BID, SIDE_NONE } from '#events/market-event.ts';
import { cellRows } from '#footprint/cell-rows.ts';
import type { FlowBar } from '#footprint/flow-bar.ts';
import { type PriceVolume, PriceVolumes } from '#tape/price-volumes.ts';
import { type ValueArea, valueAreaOf } from '#tape/volume-profile.ts';

export interface WindowProfile {
  /** Lowest first; the price of a row is its lowest tick. */
  readonly rows: readonly PriceVolume[];
  /** In rows; null without volume. */
  readonly valueArea: ValueArea | null;
  readonly volume: number;
  /** Buys less sells, as the rows add up. Trades without a known aggressor are in neither. */
  readonly delta: number;
  /** False where a bar came without its volume by price and was spread over its range. */
  readonly isExact: boolean;
}

export interface WindowProfileOptions {
  /** Bars that start within `fromMs <= startMs < toMs` count, milliseconds since 1970 UTC. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Ticks a row. */
  readonly rowTicks: number;
  /** Share of the volume that the value area has at least; 0.7 where it is left out. */
  readonly valueShare?: number;
}

/** Buys less sells at a price. */
export const deltaAt = ({ askVolume, bidVolume }: PriceVolume): number => askVolume - bidVolume;

function levelRow({ priceTicks, buyVolume, sellVolume, otherVolume }: BarLevel): PriceVolume {
  return {
    priceTicks,
    bidVolume: sellVolume,
    askVolume: buyVolume,
    volume: buyVolume + sellVolume + otherVolume,
  };
}

/** A bar with its volume by price, or with its range alone. */
export type BarVolume = Omit<Bar, 'trades'> | FlowBar;

/** Volume by price of a bar where it is known. */
function knownPrices(bar: BarVolume): readonly PriceVolume[] | null {
  if ('prices' in bar) return bar.prices;
  return bar.levels === undefined ? null : bar.levels.map(levelRow);
}

/**
 * Adds what a bar traded: by price where that is known, else spread over its range without aggressors. Returns whether it
 * was known. `visit` may receive the same price more than once.
 */
export function visitVolume(
  bar: BarVolume,
  visit: (priceTicks: number, size: number, side: number) => void,
): boolean {
  const prices = knownPrices(bar);
  if (prices === null) {
    spreadBar(bar, (priceTicks, size) => visit(priceTicks, size, SIDE_NONE));
    return false;
  }
  for (const { priceTicks, bidVolume, askVolume, volume } of prices) {
    if (askVolume > 0) visit(priceTicks, askVolume, SIDE_BID);
    if (bidVolume > 0) visit(priceTicks, bidVolume, SIDE_ASK);
    const other = volume - askVolume - bidVolume;
    if (other > 0) visit(priceTicks, other, SIDE_NONE);
  }
  return true;
}

/** Throws RangeError unless `rowTicks` is a whole number from 1. */
export function windowProfile(
  bars: readonly BarVolume[],
  { fromMs, toMs, rowTicks, valueShare }: WindowProfileOptions,
): WindowProfile {
  const prices = new PriceVolumes();
  let isExact = true;
  for (const bar of bars) {
    if (bar.startMs < fromMs || bar.startMs >= toMs) continue;
    if (!visitVolume(bar, (priceTicks, size, side) => prices.add(priceTicks, size, side))) isExact = false;
  }
  const rows = cellRows(prices.sorted(), rowTicks);
  return {
    rows,
    valueArea: valueAreaOf(rows, valueShare),
    volume: rows.reduce((sum, row) => sum + row.volume, 0),
    delta: rows.reduce((sum, row) => sum + deltaAt(row), 0),
    isExact,
  };
}
