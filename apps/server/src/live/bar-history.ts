/** Bars of any timeframe for a view: from its memory, and from storage for what lies before. */
import { encodeBar, type MarketDataBar, type TimeframeName } from '@undertow/contracts';
import { contractAt, type Instrument } from '@undertow/market';
import type { BarFacts, MarketStore } from '#dependencies.ts';
import { joinBars } from './join-bars.ts';
import type { ViewState } from './view-state.ts';

const MINUTE_MS = 60_000;
/** Weekends and breaks make a span longer than its bars: how often the span is widened before we take what there is. */
const MAX_WIDENINGS = 6;

/** Minutes of a timeframe. */
export function timeframeMinutes(timeframe: TimeframeName): number {
  return Number.parseInt(timeframe, 10);
}

/**
 * Joins bars of one minute, oldest first, into bars of `minutes`. Intervals count from the full hour of UTC, and a
 * trading day begins on a full hour, so that no bar spans two trading days.
 */
export function aggregateMinutes(bars: readonly BarFacts[], minutes: number): BarFacts[] {
  const lengthMs = minutes * MINUTE_MS;
  const joined: BarFacts[] = [];
  for (const bar of bars) {
    const startMs = Math.floor(bar.startMs / lengthMs) * lengthMs;
    const last = joined.at(-1);
    if (last !== undefined && last.startMs === startMs) joined[joined.length - 1] = joinBars(last, bar);
    else joined.push({ ...bar, startMs });
  }
  return joined;
}

export interface BarRequest {
  readonly timeframe: TimeframeName;
  readonly limit: number;
  /** Only bars that start before it; null for the present. */
  readonly endMs: number | null;
  /** The view's instant: nothing that happened after it is answered. */
  readonly asOfMs: number;
}

export interface BarSource {
  readonly instrument: Instrument;
  readonly source: string;
  readonly store: Pick<MarketStore, 'listBars'>;
  readonly state: ViewState;
}

/** Oldest first, at most `limit`, all of the contract that the newest of them belongs to. */
export async function listBars(from: BarSource, request: BarRequest): Promise<readonly MarketDataBar[]> {
  const minutes = timeframeMinutes(request.timeframe);
  const lengthMs = minutes * MINUTE_MS;
  const endMs = Math.min(request.endMs ?? Number.POSITIVE_INFINITY, request.asOfMs + 1);
  // The interval in which the view's instant lies is still forming; an `end` inside an interval leaves it whole
  const stopMs = Math.ceil(endMs / lengthMs) * lengthMs;
  const remembered = memoryBars(from.state, stopMs);
  let fromMs = stopMs - request.limit * lengthMs;
  let bars: BarFacts[] = [];
  for (let widening = 0; widening <= MAX_WIDENINGS; widening += 1) {
    const firstMs = from.state.firstBarMs ?? Number.POSITIVE_INFINITY;
    // Storage may hold more than a delayed view may see: it is read below the view's own minute only
    const storedToMs = Math.min(firstMs, stopMs, Math.floor(request.asOfMs / MINUTE_MS) * MINUTE_MS);
    const stored =
      fromMs < storedToMs
        ? await from.store.listBars(from.instrument.id, from.source, fromMs, storedToMs)
        : [];
    const all = [...mergeRuns(stored), ...remembered.filter((bar) => bar.startMs >= fromMs)];
    bars = aggregateMinutes(ofOneContract(from.instrument, all), minutes);
    if (bars.length >= request.limit || (widening > 0 && stored.length === 0)) break;
    fromMs -= request.limit * lengthMs * 2 ** widening;
  }
  return bars
    .slice(-request.limit)
    .map((bar) =>
      encodeBar(from.instrument, bar, request.timeframe, bar.startMs + lengthMs <= request.asOfMs),
    );
}

function memoryBars(state: ViewState, stopMs: number): readonly BarFacts[] {
  const closed = state.closedBars.filter((bar) => bar.startMs < stopMs);
  const forming = state.formingBar;
  if (forming === null || forming.startMs >= stopMs) return closed;
  const last = closed.at(-1);
  if (last === undefined || forming.startMs > last.startMs) return [...closed, forming];
  return closed;
}

/** Two runs share the minute in which one ended and the next began. */
function mergeRuns(bars: readonly BarFacts[]): BarFacts[] {
  return aggregateMinutes(bars, 1);
}

function ofOneContract(instrument: Instrument, bars: readonly BarFacts[]): readonly BarFacts[] {
  const last = bars.at(-1);
  if (last === undefined) return bars;
  const code = contractAt(instrument, last.startMs).code;
  let first = bars.length - 1;
  // The roll is looked for by halving: contracts follow each other in time
  let low = 0;
  while (low < first) {
    const middle = (low + first) >> 1;
    if (contractAt(instrument, (bars[middle] as BarFacts).startMs).code === code) first = middle;
    else low = middle + 1;
  }
  return bars.slice(first);
}
