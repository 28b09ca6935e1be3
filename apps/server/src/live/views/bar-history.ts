/** Bars of any timeframe for a view: from its memory, and from storage for what lies before. */
import { type BarContracts, encodeBar, type MarketDataBar, type TimeframeName } from '@undertow/contracts';
import {
  aggregateContractBars,
  type ContractBar,
  type Instrument,
  lastContract,
  MINUTE_MS,
  type TimeframeMinutes,
} from '@undertow/market';
import type { BarsBefore } from './stored-bars.ts';
import type { ViewState } from './view-state.ts';

/**
 * Weekends and breaks make a span longer than its bars: how often the span is widened before the bars found are
 * returned.
 */
const MAX_WIDENINGS = 3;

const MINUTES: Readonly<Record<TimeframeName, TimeframeMinutes>> = {
  '1m': 1,
  '5m': 5,
  '10m': 10,
  '15m': 15,
  '30m': 30,
  '60m': 60,
};

export interface BarRequest {
  readonly timeframe: TimeframeName;
  readonly limit: number;
  /** Only bars that start before it; null for the present. */
  readonly endMs: number | null;
  readonly contracts: BarContracts;
  /** The view's instant: nothing that happened after it is returned. */
  readonly asOfMs: number;
  /** The instant up to which stored bars may be shown. */
  readonly settledMs: number;
}

export interface BarSource {
  readonly instrument: Instrument;
  readonly stored: BarsBefore;
  readonly state: ViewState;
}

/** Oldest first, at most `limit`: of the contract that the newest of them belongs to, or of every contract, each bar of one. */
export async function listBars(from: BarSource, request: BarRequest): Promise<readonly MarketDataBar[]> {
  const minutes = MINUTES[request.timeframe];
  const lengthMs = minutes * MINUTE_MS;
  const endMs = Math.min(request.endMs ?? Number.POSITIVE_INFINITY, request.asOfMs + 1);
  // An end inside an interval leaves the bar of that interval complete, as far as the view may see it
  const stopMs = Math.ceil(endMs / lengthMs) * lengthMs;
  const remembered = rememberedBars(from.state, stopMs);
  const firstMs = from.state.firstBarMs ?? Number.POSITIVE_INFINITY;
  // Storage contains more than a delayed view may see: it is read below the minute that may still change for it
  const storedToMs = Math.min(firstMs, stopMs, Math.floor(request.settledMs / MINUTE_MS) * MINUTE_MS);
  let bars: readonly ContractBar[] = [];
  for (let widening = 0; widening <= MAX_WIDENINGS; widening += 1) {
    const fromMs = stopMs - request.limit * lengthMs * 4 ** widening;
    const stored = fromMs < storedToMs ? await from.stored.list(fromMs, storedToMs) : [];
    const all = [...stored, ...remembered.filter((bar) => bar.startMs >= fromMs)];
    const wanted = request.contracts === 'last' ? lastContract(all) : all;
    bars = aggregateContractBars(wanted, minutes);
    if (bars.length >= request.limit || fromMs >= storedToMs || wanted.length < all.length) break;
  }
  return bars
    .slice(-request.limit)
    .map((bar) =>
      encodeBar(from.instrument, bar, request.timeframe, bar.startMs + lengthMs <= request.asOfMs),
    );
}

function rememberedBars(state: ViewState, stopMs: number): readonly ContractBar[] {
  const closed = state.closedBars.filter((bar) => bar.startMs < stopMs);
  const forming = state.formingBar;
  if (forming === null || forming.startMs >= stopMs) return closed;
  const last = closed.at(-1);
  const isNewer = last === undefined || forming.startMs > last.startMs || forming.contract !== last.contract;
  return isNewer ? [...closed, forming] : closed;
}
