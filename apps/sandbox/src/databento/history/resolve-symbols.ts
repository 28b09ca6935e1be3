/** Symbols of a request to contracts, and the answer of `symbology.resolve`. */
import { DAY_MS, NS_PER_MS } from '@undertow/market';
import type { WireContract } from '#databento/market/wire-contract.ts';
import type { Stype } from '#databento/protocol/schemas.ts';
import { unprocessable } from './http-error.ts';
import { checkDataset, readSymbols } from './parameters.ts';
import type { ServedDay, ServedDays } from './served-days.ts';

/** What a symbol was on one day. */
export interface DayContracts {
  readonly day: ServedDay;
  readonly contracts: readonly WireContract[];
}

export interface ResolvedSymbols {
  /** Those that had a contract on at least one day. */
  readonly found: readonly { readonly symbol: string; readonly days: readonly DayContracts[] }[];
  readonly unknown: readonly string[];
}

export function resolveSymbols(
  days: readonly ServedDay[],
  { symbols, stypeIn }: { readonly symbols: readonly string[]; readonly stypeIn: Stype },
  refused: readonly string[],
): ResolvedSymbols {
  const all = symbols.map((symbol) => ({
    symbol,
    days: days
      .map((day) => ({
        day,
        contracts: refused.includes(symbol) ? [] : day.symbology.resolve(symbol, stypeIn),
      }))
      .filter(({ contracts }) => contracts.length > 0),
  }));
  return {
    found: all.filter((one) => one.days.length > 0),
    unknown: all.filter((one) => one.days.length === 0).map(({ symbol }) => symbol),
  };
}

/** Consecutive days of one contract are one interval; dates are `YYYY-MM-DD`, the end exclusive. */
export function intervalsOf(
  days: readonly DayContracts[],
): readonly { readonly fromDay: string; readonly toDay: string; readonly contract: WireContract }[] {
  const intervals: { fromDay: string; toDay: string; contract: WireContract }[] = [];
  for (const { day, contracts } of days)
    for (const contract of contracts) {
      const [fromDay, toDay] = [dateText(day.dayMs), dateText(day.dayMs + DAY_MS)];
      const before = intervals.find((one) => one.contract.id === contract.id && one.toDay === fromDay);
      if (before === undefined) intervals.push({ fromDay, toDay, contract });
      else before.toDay = toDay;
    }
  return intervals;
}

function dateText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

const DATE = /^\d{4}-\d\d-\d\d$/;

/** Contracts are those of each day; days that have not come are as today. */
export function resolutionOf(served: ServedDays, form: URLSearchParams, refused: readonly string[]): object {
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
  const toNs = (date: string) => BigInt(Date.parse(date)) * NS_PER_MS;
  const days = served.within({ startNs: toNs(startDate), endNs: toNs(endDate) });
  const { found, unknown } = resolveSymbols(days, request, refused);
  const intervals = (of: readonly DayContracts[]) =>
    intervalsOf(of).map(({ fromDay, toDay, contract }) => ({
      d0: fromDay,
      // Today's market goes on
      d1: toDay === lastDay(days) ? endDate : toDay,
      s: stypeOut === 'raw_symbol' ? contract.symbol : String(contract.id),
    }));
  return {
    result: Object.fromEntries([
      ...found.map((one) => [one.symbol, intervals(one.days)]),
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

/** The day after the last one that was looked at. */
function lastDay(days: readonly ServedDay[]): string {
  return dateText((days.at(-1)?.dayMs ?? 0) + DAY_MS);
}

function dateOf(form: URLSearchParams, name: string): string {
  const text = (form.get(name) ?? '').slice(0, 10);
  if (!DATE.test(text) || Number.isNaN(Date.parse(text)))
    throw unprocessable('dates_invalid', `Expected a date as ${name}, got '${form.get(name) ?? ''}'`);
  return text;
}

function dayAfter(date: string): string {
  return dateText(Date.parse(date) + DAY_MS);
}
