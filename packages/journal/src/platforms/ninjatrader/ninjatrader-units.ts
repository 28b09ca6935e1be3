/** Unit of the Profit column of NinjaTrader's trades grid: money, points, ticks, pips and percent share one header. */
import { journalInstrumentOf } from '#instruments/journal-instrument.ts';
import { currencyOfText } from '#platforms/reader/money-text.ts';
import type { TableRow } from '#read/tables/table.ts';
import { readSide } from '#read/values/sides.ts';

export type ProfitUnits = 'currency' | 'points' | 'ticks' | 'pips' | 'percent';

type Field = 'instrument' | 'side' | 'quantity' | 'entryPrice' | 'exitPrice' | 'profit';

/** Rows that are sampled: the unit is one setting of the whole grid. */
const LOOKED_AT = 400;

/**
 * Money unless the cells have another unit, or all of them equal the price difference in points or ticks and none
 * equals it in money.
 */
export function profitUnitsOf(rows: readonly TableRow<Field>[]): ProfitUnits {
  const sample = rows.slice(0, LOOKED_AT);
  const texts = sample.map((row) => row.text('profit').toLowerCase());
  if (texts.some((text) => currencyOfText(text.toUpperCase()) !== null)) return 'currency';
  if (texts.some((text) => text.includes('%'))) return 'percent';
  for (const unit of ['ticks', 'pips', 'points'] as const) {
    if (texts.some((text) => text.includes(unit.slice(0, -1)))) return unit;
  }
  return unitsByPrices(sample);
}

type Verdict = 'currency' | 'points' | 'ticks';

function unitsByPrices(rows: readonly TableRow<Field>[]): ProfitUnits {
  const votes: Record<Verdict, number> = { currency: 0, points: 0, ticks: 0 };
  for (const row of rows) {
    const verdict = verdictOf(row);
    if (verdict !== null) votes[verdict] += 1;
  }
  if (votes.currency > 0 || votes.points + votes.ticks === 0) return 'currency';
  return votes.points >= votes.ticks ? 'points' : 'ticks';
}

/** Null where the row proves nothing: no move, no price, a contract whose point is worth one or unknown. */
function verdictOf(row: TableRow<Field>): Verdict | null {
  const moved = movedPoints(row);
  const profit = numberOf(row.decimal('profit'));
  const instrument = journalInstrumentOf(row.text('instrument'));
  const pointValue = numberOf(instrument?.pointValue);
  if (!moved || profit === null || pointValue === null || pointValue === 1) return null;
  const quantity = numberOf(row.decimal('quantity')) ?? 1;
  // Two MNQ move two dollars a point each and four ticks a point: what may be money is money.
  if (equals(profit, moved * quantity * pointValue)) return 'currency';
  if (equals(profit, moved) || equals(profit, moved * quantity)) return 'points';
  const ticks = moved / (numberOf(instrument?.tick) ?? Number.NaN);
  return equals(profit, ticks) || equals(profit, ticks * quantity) ? 'ticks' : 'currency';
}

function movedPoints(row: TableRow<Field>): number | null {
  const side = readSide(row.text('side'));
  const entry = numberOf(row.decimal('entryPrice'));
  const exit = numberOf(row.decimal('exitPrice'));
  if (side === null || entry === null || exit === null) return null;
  return side === 'long' ? exit - entry : entry - exit;
}

function numberOf(decimal: string | null | undefined): number | null {
  return decimal === null || decimal === undefined ? null : Number(decimal);
}

function equals(left: number, right: number): boolean {
  return Math.abs(left - right) <= 1e-6 * Math.max(1, Math.abs(right));
}
