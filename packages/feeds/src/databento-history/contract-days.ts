/** Which contract a product is on each day: the one with most volume, by the continuous symbol of the vendor. */
import { DAY_MS } from '@undertow/market';
import type { DatabentoHistory, SymbolInterval } from './databento-history.ts';

/** A contract within one day of UTC. */
export interface ContractDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Dated contract, for example `ESZ6`. */
  readonly code: string;
  /** Milliseconds since 1970 UTC, the end exclusive. */
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The front contract of a product on each day of UTC from `fromMs` to `toMs` (exclusive), oldest first; days on which
 * the vendor knows none are left out. Throws `HistoryError`.
 */
export async function contractDays(
  history: DatabentoHistory,
  product: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<readonly ContractDay[]> {
  const symbol = `${product}.v.0`;
  const days = { fromDay: dayOf(fromMs), toDay: dayOf(toMs + DAY_MS - 1) };
  // A continuous symbol resolves to ids only; the names of the ids are a request of their own
  const ids = await history.resolve({
    ...{ symbols: [symbol], stypeIn: 'continuous', stypeOut: 'instrument_id' },
    ...days,
  });
  const byDay = ids.get(symbol) ?? [];
  if (byDay.length === 0) return [];
  const wanted = [...new Set(byDay.map((interval) => interval.symbol))];
  const codes = await history.resolve({
    ...{ symbols: wanted, stypeIn: 'instrument_id', stypeOut: 'raw_symbol' },
    ...days,
  });
  const found: ContractDay[] = [];
  for (let startMs = Date.parse(days.fromDay); startMs < toMs; startMs += DAY_MS) {
    const day = dayOf(startMs);
    const id = symbolAt(byDay, day);
    const code = id === null ? null : symbolAt(codes.get(id) ?? [], day);
    if (code === null) continue;
    found.push({
      ...{ day, code },
      fromMs: Math.max(fromMs, startMs),
      toMs: Math.min(toMs, startMs + DAY_MS),
    });
  }
  return found;
}

function symbolAt(intervals: readonly SymbolInterval[], day: string): string | null {
  return intervals.find(({ fromDay, toDay }) => fromDay <= day && day < toDay)?.symbol ?? null;
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
