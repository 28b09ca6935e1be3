/** The ports of the views: one instrument, and all of them, as a viewer of one delay sees them. */
import type {
  BarContracts,
  EventCounts,
  FeedStatus,
  MarketDataBar,
  OrderBookRow,
  OrderFlowEventDto,
  SessionFacts,
  TimeframeName,
} from '@undertow/contracts';
import type { ContractBar, FlowEvent, FlowEventType, Pattern, PatternType } from '@undertow/market';
import type { EventWindow } from './market-store.ts';
import type { StoredFlowSpan } from './recordings.ts';

/**
 * One instrument as a viewer of one delay sees it: the state of `delaySeconds` ago, not a filtered list of the current
 * one.
 */
export interface LiveView {
  readonly instrumentId: number;
  readonly delaySeconds: number;
  /** The instant this view shows, milliseconds since 1970 UTC on the feed's clock. */
  readonly asOfMs: number;
  /**
   * Oldest first, from memory and storage; `endMs` requests the past. Of the contract of the newest bar where
   * `contracts` is left out.
   */
  bars(
    timeframe: TimeframeName,
    limit: number,
    endMs: number | null,
    contracts?: BarContracts,
  ): Promise<readonly MarketDataBar[]>;
  orderBook(): readonly OrderBookRow[];
  /** One event with its evidence as this view shows it; undefined when it is not in memory. */
  event(id: string): FlowEvent | undefined;
  /** Newest first, of the given types; `active` leaves out what has expired at `asOfMs`. */
  events(types: readonly FlowEventType[], active: boolean): readonly OrderFlowEventDto[];
  counts(types: readonly FlowEventType[]): EventCounts;
  /** Newest first, of the given types, in their present state: expired ones included. */
  patterns(types: readonly PatternType[]): readonly Pattern[];
  facts(): SessionFacts;
  status(): FeedStatus;
}

export interface LiveViews {
  /** Starts the instrument when it had no viewer before. Undefined for an instrument that the feed does not offer. */
  view(instrumentId: number, delaySeconds: number): LiveView | undefined;
  /** The same without starting it. */
  peek(instrumentId: number, delaySeconds: number): LiveView | undefined;
  /**
   * The feed's source and the instant up to which a reader of this delay may see stored data, whether or not it is
   * being watched.
   */
  present(delaySeconds: number): { readonly source: FeedStatus['source']; readonly asOfMs: number };
  /** The window of an event that is over and waits to be stored. */
  waitingWindow(eventId: string): EventWindow | undefined;
  /** The window of an event that is too young to be stored, cut from memory as far as it goes. */
  recentWindow(event: FlowEvent): EventWindow | undefined;
  /**
   * Bars of one minute with `fromMs <= startMs < toMs`, oldest first, from the line's history; not cut by any delay.
   */
  minuteBars(instrumentId: number, fromMs: number, toMs: number): Promise<readonly ContractBar[]>;
  /**
   * Depth and executions with `fromMs <= time < toMs`, in spans, oldest first; not cut by any delay. Empty for an
   * instrument that the feed does not offer.
   */
  flowSpans(instrumentId: number, fromMs: number, toMs: number): Promise<readonly StoredFlowSpan[]>;
  readonly instrumentIds: readonly number[];
  /** The front contract as the feed resolved it; null for an instrument that the feed does not offer. */
  contractOf(instrumentId: number): { readonly code: string; readonly expiry: string | null } | null;
}
