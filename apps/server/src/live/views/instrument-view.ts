/** One instrument as the viewers of one delay see it. Wire objects are made once per change and cached. */
import {
  type BarContracts,
  type DepthUpdate,
  type EventCounts,
  encodeBar,
  encodeBook,
  encodeCounts,
  encodeDepth,
  encodeFlowEvent,
  encodePrints,
  type FeedStatus,
  instantOfMs,
  type MarketDataBar,
  type OrderBookRow,
  type OrderFlowEventDto,
  type PrintsUpdate,
  type SessionFacts,
  type TimeframeName,
} from '@undertow/contracts';
import {
  type DepthChange,
  type ExchangeCalendar,
  type FlowEvent,
  type FlowEventType,
  type Instrument,
  type Pattern,
  type PatternType,
  type PrintRows,
  settledMsOf,
} from '@undertow/market';
import type { BookFacts, FeedGap, InstrumentUpdate } from '#ports/bus.ts';
import type { LiveView } from '#ports/live-views.ts';
import { type BarRequest, listBars } from './bar-history.ts';
import type { BarsBefore } from './stored-bars.ts';
import { ViewState } from './view-state.ts';

export interface InstrumentViewInput {
  /** Names the line, unique in the process. */
  readonly line: string;
  readonly instrument: Instrument;
  readonly delaySeconds: number;
  readonly calendar: ExchangeCalendar;
  readonly stored: BarsBefore;
  /** The status while nothing of the contract was folded yet. */
  firstStatus(): FeedStatus;
  /** The instant that this view may show, milliseconds since 1970 UTC on the feed's clock. */
  presentMs(): number;
}

/** Wire objects of events are shared by every view: a changed event is a new object. */
const encodedEvents = new WeakMap<FlowEvent, OrderFlowEventDto>();

export class InstrumentView implements LiveView {
  readonly instrumentId: number;
  readonly delaySeconds: number;
  /** Names the view in keys of shared frames. */
  readonly key: string;
  readonly instrument: Instrument;
  readonly #input: InstrumentViewInput;
  readonly #state: ViewState;
  #bookSource: BookFacts | null = null;
  #bookRows: readonly OrderBookRow[] = [];
  #shownMs = 0;
  #responsesVersion = '';
  readonly #responses = new Map<string, unknown>();

  constructor(input: InstrumentViewInput) {
    this.#input = input;
    this.instrument = input.instrument;
    this.instrumentId = input.instrument.id;
    this.delaySeconds = input.delaySeconds;
    this.key = `${input.line}:${this.instrumentId}:${this.delaySeconds}`;
    this.#state = new ViewState((timeMs) => input.calendar.tradingDayOf(timeMs));
  }

  /** Never goes back, even when a clock does. While history is being read it is the history's instant. */
  get asOfMs(): number {
    const { asOfMs, backfill } = this.#state;
    const present = backfill && asOfMs > 0 ? asOfMs : Math.max(asOfMs, this.#input.presentMs());
    this.#shownMs = Math.max(this.#shownMs, present);
    return this.#shownMs;
  }

  /** Start of the earliest minute in memory, or null without one. */
  get firstBarMs(): number | null {
    return this.#state.firstBarMs;
  }

  /** The contract of what is shown; empty before the first update. */
  get contract(): string {
    return this.#state.contract;
  }

  /** Another contract than the one that is shown is served now. */
  endContract(): void {
    this.#state.endContract();
  }

  fold(update: InstrumentUpdate): void {
    this.#state.fold(update);
  }

  /** An event that was stored before this process started, as it was at the view's instant. */
  putStoredEvent(event: FlowEvent): void {
    this.#state.version += 1;
    this.#state.events.put(event);
  }

  /** A pattern that was stored before this process started, as it was at the view's instant. */
  putStoredPattern(pattern: Pattern): void {
    this.#state.version += 1;
    this.#state.patterns.put(pattern);
  }

  bars(
    timeframe: TimeframeName,
    limit: number,
    endMs: number | null,
    contracts: BarContracts = 'last',
  ): Promise<readonly MarketDataBar[]> {
    const request = { timeframe, limit, endMs, contracts };
    if (endMs !== null) return this.#listBars(request);
    const key = `bars ${timeframe} ${limit} ${contracts}`;
    const bars = this.#once(key, () => this.#listBars(request));
    bars.catch(() => this.#responses.delete(key));
    return bars;
  }

  /** Polls of many viewers between two changes share one response. */
  #once<T>(key: string, make: () => T): T {
    const version = `${this.#state.version}:${Math.floor(this.asOfMs / 1000)}`;
    if (version !== this.#responsesVersion) this.#responses.clear();
    this.#responsesVersion = version;
    const known = this.#responses.get(key) as T | undefined;
    if (known !== undefined) return known;
    const response = make();
    this.#responses.set(key, response);
    return response;
  }

  #listBars(
    request: Pick<BarRequest, 'timeframe' | 'limit' | 'endMs' | 'contracts'>,
  ): Promise<readonly MarketDataBar[]> {
    const { instrument, stored, delaySeconds } = this.#input;
    const { asOfMs } = this;
    const settledMs = settledMsOf(asOfMs, delaySeconds);
    return listBars({ instrument, stored, state: this.#state }, { ...request, asOfMs, settledMs });
  }

  /** The forming bar of one minute; null when no trade came yet. */
  formingBar(): MarketDataBar | null {
    const bar = this.#state.formingBar;
    return bar === null ? null : encodeBar(this.instrument, bar, '1m', false);
  }

  orderBook(): readonly OrderBookRow[] {
    const { book, bookAtMs } = this.#state;
    if (book !== this.#bookSource) {
      this.#bookSource = book;
      this.#bookRows = encodeBook(this.instrument, book.bids, book.asks, bookAtMs);
    }
    return this.#bookRows;
  }

  /** A change of the visible depth, all of it where it is left out; null while it is not known. */
  depth(change: DepthChange | null = this.#state.depth.whole()): DepthUpdate | null {
    return change && encodeDepth(this.instrument, change, this.#state.status?.tier === 'L3');
  }

  /** New executions, the latest known ones where they are left out. */
  prints(added?: PrintRows): PrintsUpdate {
    const prints = added ?? this.#state.prints;
    return {
      isWhole: added === undefined,
      prints: prints === null ? [] : encodePrints(this.instrument, prints),
    };
  }

  event(id: string): FlowEvent | undefined {
    return this.#state.events.find(id);
  }

  events(types: readonly FlowEventType[], active: boolean): readonly OrderFlowEventDto[] {
    return this.#once(`events ${active} ${types.join()}`, () =>
      this.#state.events
        .list(types, active ? this.asOfMs : null)
        .map((event) => encodeEventOnce(this.instrument, event)),
    );
  }

  patterns(types: readonly PatternType[]): readonly Pattern[] {
    return this.#once(`patterns ${types.join()}`, () => this.#state.patterns.list(types, null));
  }

  counts(types: readonly FlowEventType[]): EventCounts {
    const day = this.#input.calendar.tradingDayOf(this.asOfMs);
    return encodeCounts(day, this.#state.events.counts(day), types);
  }

  gaps(): readonly FeedGap[] {
    return [...this.#state.gaps.values()];
  }

  facts(): SessionFacts {
    return this.#state.facts ?? this.#emptyFacts();
  }

  status(): FeedStatus {
    const status = this.#state.status ?? this.#input.firstStatus();
    // In real time history that is caught up is not yet the present; for a delayed viewer and in a replay it is the past state
    const isPast = this.delaySeconds > 0 || status.isReplay === true;
    const isCaughtUp = isPast || !this.#state.backfill || status.state === 'halted';
    return isCaughtUp ? status : { ...status, state: 'syncing' };
  }

  /** The instant and the delay, as every socket message about the instrument carries them. */
  stamp(): string {
    const asOf = instantOfMs(this.asOfMs);
    return `"instrumentId":${this.instrumentId},"asOf":"${asOf}","delaySeconds":${this.delaySeconds}`;
  }

  #emptyFacts(): SessionFacts {
    return {
      instrumentId: this.instrumentId,
      tradingDay: this.#input.calendar.tradingDayOf(this.asOfMs),
      lastPrice: null,
      change: null,
      changePercent: null,
      changeFrom: null,
      dailyTrend: 'consolidating',
      volume: 0,
      vwap: null,
      priorHigh: null,
      priorLow: null,
      priorSettlement: null,
      settlement: null,
      settlementDay: null,
      openInterest: null,
      overnightHigh: null,
      overnightLow: null,
      openingRangeHigh: null,
      openingRangeLow: null,
      pointOfControl: null,
      valueAreaHigh: null,
      valueAreaLow: null,
      profile: [],
    };
  }
}

/** The wire object of an event, made once for all views and sockets that show it. */
export function encodeEventOnce(instrument: Instrument, event: FlowEvent): OrderFlowEventDto {
  const known = encodedEvents.get(event);
  if (known !== undefined) return known;
  const encoded = encodeFlowEvent(instrument, event);
  encodedEvents.set(event, encoded);
  return encoded;
}
