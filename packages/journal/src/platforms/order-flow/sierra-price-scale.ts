/** The power of ten by which Sierra Chart multiplied the prices of a log: ES occurs as 600025 for 6000.25. */
import { journalInstrumentOf } from '#instruments/journal-instrument.ts';
import type { TableRow } from '#read/tables/table.ts';

export interface PriceScale {
  /** Digits by which the decimal point moves to the left. */
  readonly places: number;
  /** Prices up to here need no scaling; null when all of the symbol do. */
  readonly limit: number | null;
  /** How it was found, for the report. */
  readonly why: string;
}

/**
 * Plausible price ranges of products whose logs were seen scaled or whose price is far from a power of ten of another.
 */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  ES: [800, 40_000],
  MES: [800, 40_000],
  NQ: [2_000, 150_000],
  MNQ: [2_000, 150_000],
  RTY: [400, 15_000],
  M2K: [400, 15_000],
  YM: [7_000, 300_000],
  MYM: [7_000, 300_000],
  CL: [10, 400],
  MCL: [10, 400],
  NG: [1, 30],
  GC: [600, 20_000],
  MGC: [600, 20_000],
  SI: [8, 300],
  SIL: [8, 300],
  HG: [1, 30],
  ZB: [80, 250],
  ZN: [80, 200],
  ZF: [80, 200],
  ZT: [80, 200],
  '6E': [0.7, 2],
  M6E: [0.7, 2],
  '6B': [0.9, 3],
  '6A': [0.4, 1.5],
};

const QUOTE = /\b(?:bid|ask)\s*[:=]?\s*(-?\d+(?:\.\d+)?)/gi;

/**
 * Scale of every symbol in the rows, by quotes in the source of the order where there are any, else by plausible
 * prices.
 */
export function priceScalesOf(
  rows: readonly TableRow<'symbol' | 'source' | 'price'>[],
): Map<string, PriceScale> {
  const bySymbol = new Map<string, { prices: number[]; ratios: number[] }>();
  for (const row of rows) {
    const price = Number(row.decimal('price') ?? 0);
    if (!(price > 0)) continue;
    const known = bySymbol.get(row.text('symbol')) ?? { prices: [], ratios: [] };
    bySymbol.set(row.text('symbol'), known);
    known.prices.push(price);
    for (const quote of row.text('source').matchAll(QUOTE)) {
      if (Number(quote[1]) > 0) known.ratios.push(price / Number(quote[1]));
    }
  }
  return new Map(
    [...bySymbol].map(([symbol, { prices, ratios }]) => [symbol, scaleOf(symbol, prices, ratios)]),
  );
}

function scaleOf(symbol: string, prices: readonly number[], ratios: readonly number[]): PriceScale {
  if (ratios.length > 0) {
    const places = Math.round(Math.log10(medianOf(ratios)));
    return { places, limit: null, why: 'the quotes in the log are not' };
  }
  const range = RANGES[journalInstrumentOf(symbol)?.root ?? ''];
  if (range === undefined) return { places: 0, limit: null, why: '' };
  const median = medianOf(prices);
  for (const places of [0, 2, 1, 3, 4, 5, -1, -2]) {
    const price = median / 10 ** places;
    if (price >= range[0] && price <= range[1])
      return { places, limit: range[1], why: 'no such price is possible' };
  }
  return { places: 0, limit: null, why: '' };
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 1;
}
