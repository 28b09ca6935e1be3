/** Volume profile of a trading day: point of control and value area (CBOT Market Profile rule). */
import type { Bar } from '#bars/bar.ts';
import { spreadBar } from '#bars/spread-bar.ts';
import { SIDE_NONE } from '#events/market-event.ts';
import { type PriceVolume, PriceVolumes } from './price-volumes.ts';

/** Share of the day's volume that the value area holds at least. */
const VALUE_AREA_SHARE = 0.7;

export interface ValueArea {
  /** Price with the most volume; of equals the one nearest the middle of the range, then the lower. */
  readonly pointOfControlTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
}

type Weighted = Pick<PriceVolume, 'priceTicks' | 'volume'>;

function pointOfControl(rows: readonly Weighted[]): number {
  const middle = (rows.length - 1) / 2;
  let best = 0;
  rows.forEach((row, index) => {
    const most = rows[best]!.volume;
    const nearer = Math.abs(index - middle) < Math.abs(best - middle);
    if (row.volume > most || (row.volume === most && nearer)) best = index;
  });
  return best;
}

/** Price with the most volume of rows sorted by price, by the rule of `ValueArea`; null without a row. */
export function pointOfControlOf(rows: readonly Weighted[]): number | null {
  return rows[pointOfControl(rows)]?.priceTicks ?? null;
}

/**
 * Value area of rows sorted by price, lowest first: from the point of control outwards, each step takes the two prices
 * above or the two below, whichever hold more, until `share` of the whole is inside. Null without volume. Weights are
 * contracts, or TPOs. Source: CBOT, A Six-Part Study Guide to Market Profile (1996); Dalton, Mind over Markets,
 * appendix 1. Prices that did not trade are no rows.
 */
export function valueAreaOf(rows: readonly Weighted[], share = VALUE_AREA_SHARE): ValueArea | null {
  if (rows.length === 0) return null;
  const total = rows.reduce((sum, row) => sum + row.volume, 0);
  const at = (index: number): number => rows[index]?.volume ?? 0;
  const poc = pointOfControl(rows);
  let low = poc;
  let high = poc;
  let inside = at(poc);
  while (inside < total * share) {
    const above = at(high + 1) + at(high + 2);
    const below = at(low - 1) + at(low - 2);
    if (high < rows.length - 1 && (above >= below || low === 0)) {
      inside += above;
      high = Math.min(high + 2, rows.length - 1);
    } else {
      inside += below;
      low = Math.max(low - 2, 0);
    }
  }
  return {
    pointOfControlTicks: rows[poc]!.priceTicks,
    highTicks: rows[high]!.priceTicks,
    lowTicks: rows[low]!.priceTicks,
  };
}

/** Prices in ticks, volumes in contracts. */
export class VolumeProfile {
  readonly #prices = new PriceVolumes();

  add(priceTicks: number, size: number, side: number): void {
    this.#prices.add(priceTicks, size, side);
  }

  /**
   * Adds a stored bar, of which the prices between low and high are not known any more: its volume is spread evenly
   * over its range, the remainder at the close, as profiles made from bars do.
   */
  addBar(bar: Bar): void {
    spreadBar(bar, (priceTicks, size) => this.#prices.add(priceTicks, size, SIDE_NONE));
  }

  /** Volume at every traded price, lowest first. */
  rows(): PriceVolume[] {
    return this.#prices.sorted();
  }

  reset(): void {
    this.#prices.clear();
  }
}
