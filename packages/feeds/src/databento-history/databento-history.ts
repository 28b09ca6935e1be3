/** The historical service: what there is, what it costs, and which contract a symbol is on which day. */
import { HistoryError, isObject } from './history-error.ts';
import { type HistoryAccess, HistoryRequests } from './history-request.ts';

export type HistoryStype = 'raw_symbol' | 'instrument_id' | 'continuous' | 'parent';

/** Records of symbols within a span of time. */
export interface HistoryRange {
  /** `mbo`, `trades`, `ohlcv-1m`, … */
  readonly schema: string;
  readonly symbols: readonly string[];
  readonly stypeIn: HistoryStype;
  /** Milliseconds since 1970 UTC, the end exclusive. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** What a symbol is from one day to another (`YYYY-MM-DD`, the end exclusive). */
export interface SymbolInterval {
  readonly fromDay: string;
  readonly toDay: string;
  readonly symbol: string;
}

export interface SymbolRequest {
  readonly symbols: readonly string[];
  readonly stypeIn: HistoryStype;
  readonly stypeOut: 'instrument_id' | 'raw_symbol';
  readonly fromDay: string;
  readonly toDay: string;
}

/** Money is counted in whole millionths of a dollar. */
export const MICRODOLLARS = 1_000_000;

export class DatabentoHistory {
  readonly requests: HistoryRequests;

  /** Throws `HistoryError` for a text that is no key, or an address that cannot be used. */
  constructor(access: HistoryAccess) {
    this.requests = new HistoryRequests(access);
  }

  /** From when to when (milliseconds since 1970 UTC) there is history. Throws `HistoryError`, as all requests do. */
  async datasetRange(): Promise<{ readonly fromMs: number; readonly toMs: number }> {
    const answer = await this.requests.json('GET', 'metadata.get_dataset_range', {});
    const at = (name: string): number =>
      isObject(answer) ? Date.parse(String(answer[name] ?? '').replace(/(\.\d{3})\d+/, '$1')) : Number.NaN;
    const [fromMs, toMs] = [at('start'), at('end')];
    if (Number.isNaN(fromMs) || Number.isNaN(toMs))
      throw new HistoryError('protocol', 'expected a start and an end of the dataset from the service');
    return { fromMs, toMs };
  }

  /** What a download would cost, in millionths of a dollar, rounded up. Free to request. */
  async costMicrodollars(range: HistoryRange): Promise<number> {
    return Math.ceil((await this.#figure('metadata.get_cost', range)) * MICRODOLLARS);
  }

  /** Bytes that are charged: those of the records, uncompressed. */
  async billableBytes(range: HistoryRange): Promise<number> {
    return await this.#figure('metadata.get_billable_size', range);
  }

  async recordCount(range: HistoryRange): Promise<number> {
    return await this.#figure('metadata.get_record_count', range);
  }

  /** What each symbol is on which days; a symbol that the service does not know has none. Free. */
  async resolve(request: SymbolRequest): Promise<ReadonlyMap<string, readonly SymbolInterval[]>> {
    const { symbols, stypeIn, stypeOut, fromDay, toDay } = request;
    const answer = await this.requests.json('POST', 'symbology.resolve', {
      symbols: symbols.join(','),
      ...{ stype_in: stypeIn, stype_out: stypeOut, start_date: fromDay, end_date: toDay },
    });
    const result = isObject(answer) ? answer['result'] : null;
    if (!isObject(result)) throw new HistoryError('protocol', 'expected the intervals of each symbol');
    return new Map(symbols.map((symbol) => [symbol, intervalsOf(result[symbol] ?? [])]));
  }

  async #figure(name: string, range: HistoryRange): Promise<number> {
    const figure = await this.requests.json('POST', name, rangeFields(range));
    if (typeof figure !== 'number' || !Number.isFinite(figure) || figure < 0)
      throw new HistoryError('protocol', `expected a number from ${name}, got ${JSON.stringify(figure)}`);
    return figure;
  }
}

export function rangeFields({ schema, symbols, stypeIn, fromMs, toMs }: HistoryRange) {
  return {
    ...{ schema, symbols: symbols.join(','), stype_in: stypeIn },
    ...{ start: new Date(fromMs).toISOString(), end: new Date(toMs).toISOString() },
  };
}

function intervalsOf(value: unknown): readonly SymbolInterval[] {
  const list = Array.isArray(value) ? value : [];
  return list.map((one: unknown) => {
    const { d0, d1, s } = isObject(one) ? one : {};
    if (typeof d0 !== 'string' || typeof d1 !== 'string' || typeof s !== 'string')
      throw new HistoryError('protocol', 'expected the days and the symbol of each interval');
    return { fromDay: d0, toDay: d1, symbol: s };
  });
}
