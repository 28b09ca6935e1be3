/** Parameters of requests: form fields of a POST or the query of a GET. */
import { DATASET } from '#databento/market/wire-contract.ts';
import { readInstantNs } from '#databento/protocol/instant.ts';
import { LineError } from '#databento/protocol/line-error.ts';
import { type Schema, type Stype, schemaOf, stypeOf } from '#databento/protocol/schemas.ts';
import { unprocessable } from './http-error.ts';

/** What the service has files of. */
const SERVED = [
  'mbo',
  'trades',
  'ohlcv-1s',
  'ohlcv-1m',
  'ohlcv-1h',
  'definition',
  'statistics',
  'status',
] as const;
const MAX_SYMBOLS = 2_000;

export interface RangeRequest {
  readonly schema: Schema;
  readonly symbols: readonly string[];
  readonly stypeIn: Stype;
  /** Nanoseconds since 1970 UTC; the end is exclusive. */
  readonly startNs: bigint;
  readonly endNs: bigint;
  /** Records at most; null is all. */
  readonly limit: number | null;
}

export interface ServedRange {
  readonly startNs: bigint;
  readonly endNs: bigint;
}

export function readRange(form: URLSearchParams, served: ServedRange): RangeRequest {
  checkDataset(form);
  const schema = schemaOf(form.get('schema') ?? 'trades');
  if (schema === null || !(SERVED as readonly Schema[]).includes(schema))
    throw unprocessable('schema_not_supported', `Expected one of ${SERVED.join(', ')} as the schema`);
  const startNs = instant(form, 'start') ?? served.startNs;
  const endNs = instant(form, 'end') ?? served.endNs;
  if (startNs >= endNs) throw unprocessable('data_start_on_or_after_end', 'The start must be before the end');
  if (endNs > served.endNs)
    throw unprocessable('data_end_after_available_end', `Data is available up to ${isoOf(served.endNs)}`);
  if (startNs < served.startNs)
    throw unprocessable(
      'data_start_before_available_start',
      `Data is available from ${isoOf(served.startNs)}`,
    );
  return { schema, startNs, endNs, limit: readLimit(form), ...readSymbols(form) };
}

export function checkDataset(form: URLSearchParams): void {
  const dataset = form.get('dataset');
  if (dataset !== DATASET)
    throw unprocessable('dataset_not_found', `Expected the dataset ${DATASET}, got '${dataset ?? ''}'`);
}

export function readSymbols(form: URLSearchParams): { symbols: readonly string[]; stypeIn: Stype } {
  const symbols = (form.get('symbols') ?? '').split(',').map((symbol) => symbol.trim());
  const stypeIn = stypeOf(form.get('stype_in') ?? 'raw_symbol');
  if (stypeIn === null)
    throw unprocessable('stype_not_supported', `Unknown stype_in '${form.get('stype_in')}'`);
  if (symbols.some((symbol) => symbol === ''))
    throw unprocessable('symbols_missing', 'Expected symbols separated by commas');
  if (symbols.length > MAX_SYMBOLS)
    throw unprocessable('too_many_symbols', `Expected at most ${MAX_SYMBOLS} symbols, got ${symbols.length}`);
  return { symbols, stypeIn };
}

/** Nanoseconds since 1970 UTC as ISO 8601. */
export function isoOf(ns: bigint): string {
  const seconds = new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 19);
  return `${seconds}.${(ns % 1_000_000_000n).toString().padStart(9, '0')}Z`;
}

function readLimit(form: URLSearchParams): number | null {
  const text = form.get('limit');
  if (text === null || text === '') return null;
  if (!/^\d{1,12}$/.test(text))
    throw unprocessable('limit_invalid', `Expected a number as limit, got '${text}'`);
  return Number(text) === 0 ? null : Number(text);
}

function instant(form: URLSearchParams, name: string): bigint | null {
  const text = form.get(name);
  if (text === null || text === '') return null;
  try {
    return readInstantNs(text);
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    throw unprocessable('time_invalid', `${name}: ${error.message}`);
  }
}
