/** Cells of a footprint or profile as rows of several ticks. */
import type { PriceVolume } from '#tape/price-volumes.ts';
import { addedVolumes } from './flow-bar.ts';

/** Lowest tick of the row of `rowTicks` that a price is in; rows are aligned to price 0. */
export const rowStartTicks = (priceTicks: number, rowTicks: number): number =>
  Math.floor(priceTicks / rowTicks) * rowTicks;

/** Throws RangeError unless ticks of a row are a whole number from 1. */
export function checkRowTicks(rowTicks: number): void {
  if (!Number.isSafeInteger(rowTicks) || rowTicks < 1)
    throw new RangeError(`expected a whole number of ticks a row from 1, got ${rowTicks}`);
}

/**
 * Rows of `rowTicks` from prices, both sorted, lowest first. `priceTicks` of a row is its lowest tick; rows without
 * volume are left out. Throws RangeError unless `rowTicks` is a whole number from 1.
 */
export function cellRows(prices: readonly PriceVolume[], rowTicks: number): readonly PriceVolume[] {
  checkRowTicks(rowTicks);
  if (rowTicks === 1) return prices;
  const rows: PriceVolume[] = [];
  for (const cell of prices) {
    const row = { ...cell, priceTicks: rowStartTicks(cell.priceTicks, rowTicks) };
    const last = rows.at(-1);
    if (last?.priceTicks === row.priceTicks) rows[rows.length - 1] = addedVolumes(last, row);
    else rows.push(row);
  }
  return rows;
}
