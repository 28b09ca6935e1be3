/** Symbols of a request to contracts, and the answer of `symbology.resolve`. */
import type { Symbology } from '#databento/market/symbology.ts';
import type { WireContract } from '#databento/market/wire-contract.ts';
import type { Stype } from '#databento/protocol/schemas.ts';
import { unprocessable } from './http-error.ts';
import { checkDataset, readSymbols } from './parameters.ts';

export interface ResolvedSymbols {
  readonly found: readonly { readonly symbol: string; readonly contracts: readonly WireContract[] }[];
  readonly unknown: readonly string[];
}

export function resolveSymbols(
  symbology: Symbology,
  { symbols, stypeIn }: { readonly symbols: readonly string[]; readonly stypeIn: Stype },
  refused: readonly string[],
): ResolvedSymbols {
  const all = symbols.map((symbol) => ({
    symbol,
    contracts: refused.includes(symbol) ? [] : symbology.resolve(symbol, stypeIn),
  }));
  return {
    found: all.filter(({ contracts }) => contracts.length > 0),
    unknown: all.filter(({ contracts }) => contracts.length === 0).map(({ symbol }) => symbol),
  };
}

const DATE = /^\d{4}-\d\d-\d\d$/;

/** Contracts are those of today: the simulated market has no other. */
export function resolutionOf(
  symbology: Symbology,
  form: URLSearchParams,
  refused: readonly string[],
): object {
  checkDataset(form);
  const request = readSymbols(form);
  const stypeOut = form.get('stype_out') ?? 'instrument_id';
  if (stypeOut !== 'instrument_id' && stypeOut !== 'raw_symbol')
    throw unprocessable(
      'stype_not_supported',
      `Expected instrument_id or raw_symbol as stype_out, got '${stypeOut}'`,
    );
  const startDate = dateOf(form, 'start_date');
  const endDate = form.has('end_date') ? dateOf(form, 'end_date') : dayAfter(startDate);
  if (endDate <= startDate) throw unprocessable('dates_invalid', 'The end date must be after the start date');
  const { found, unknown } = resolveSymbols(symbology, request, refused);
  const intervals = (contracts: readonly WireContract[]) =>
    contracts.map(({ id, symbol }) => ({
      d0: startDate,
      d1: endDate,
      s: stypeOut === 'raw_symbol' ? symbol : String(id),
    }));
  return {
    result: Object.fromEntries([
      ...found.map(({ symbol, contracts }) => [symbol, intervals(contracts)]),
      ...unknown.map((symbol) => [symbol, []]),
    ]),
    symbols: request.symbols,
    stype_in: request.stypeIn,
    stype_out: stypeOut,
    start_date: startDate,
    end_date: endDate,
    partial: [],
    not_found: unknown,
    message: unknown.length === 0 ? 'OK' : 'Not found',
    status: unknown.length === 0 ? 0 : 2,
  };
}

function dateOf(form: URLSearchParams, name: string): string {
  const text = (form.get(name) ?? '').slice(0, 10);
  if (!DATE.test(text) || Number.isNaN(Date.parse(text)))
    throw unprocessable('dates_invalid', `Expected a date as ${name}, got '${form.get(name) ?? ''}'`);
  return text;
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
}
