/** What was known of an instrument when its replay begins: stored bars of its contract, and the signals of the day. */
import {
  type ContractBar,
  DAY_MS,
  FLOW_EVENT_TYPES,
  type FlowEvent,
  isChangedBy,
  PATTERN_TYPES,
  type Pattern,
} from '@undertow/market';
import type { StoredPast } from '#live/session/stored-past.ts';
import type { MarketStore } from '#ports/market-store.ts';

/** Session levels refer to the prior trading day, over a long weekend. */
const BARS_MS = 5 * DAY_MS;
const MAX_SIGNALS = 1200;

export type PastMarket = Pick<MarketStore, 'listBars' | 'listEvents' | 'listPatterns'>;

export interface PastQuery {
  readonly instrumentId: number;
  readonly source: string;
  /** The dated contract of the first row. */
  readonly contract: string;
  /** When its trading day opened, and the instant from which its rows are played again. */
  readonly dayOpenMs: number;
  readonly fromMs: number;
}

export interface ReplayedPast {
  /** What the session begins with. */
  readonly past: StoredPast;
  /** What a view shows of the time before the rows. */
  readonly events: readonly FlowEvent[];
  readonly patterns: readonly Pattern[];
}

/** Signals that changed after `fromMs` are left out: the rows raise them again. Fails as the storage fails. */
export async function readReplayedPast(store: PastMarket, query: PastQuery): Promise<ReplayedPast> {
  const { instrumentId, source, contract, dayOpenMs, fromMs } = query;
  const ids = [instrumentId];
  const [bars, events, patterns] = await Promise.all([
    store.listBars(instrumentId, source, fromMs - BARS_MS, fromMs),
    store.listEvents(ids, source, FLOW_EVENT_TYPES, dayOpenMs, fromMs, MAX_SIGNALS),
    store.listPatterns(ids, source, PATTERN_TYPES, dayOpenMs, fromMs, MAX_SIGNALS),
  ]);
  const known = events.filter((event) => isChangedBy(event, fromMs));
  return {
    past: {
      storedBars: bars.filter((bar: ContractBar) => bar.contract === contract),
      storedEvents: known.toReversed(),
      resumes: false,
    },
    events: known,
    patterns: patterns.filter((pattern) => isChangedBy(pattern, fromMs)),
  };
}
