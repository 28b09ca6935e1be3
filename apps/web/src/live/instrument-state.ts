/** What is known about one instrument: how socket messages and polled answers change it. Pure; times come in. */
import type {
  FeedStatus,
  MarketDataBar,
  OrderBookRow,
  OrderFlowEventDto,
  ServerMessage,
} from '@undertow/contracts';

/** At most this many events are kept per instrument. */
export const MAX_EVENTS = 100;
/** Forming bars kept: polls bring the closed ones within 4 s. */
const MAX_LIVE_BARS = 5;
/** A status is sent this often at most: a younger one may not know yet of what a book brought. */
const STATUS_EVERY_MS = 1000;

/** What the server has instead of data, in a sentence. */
export interface Missing {
  /** The licence of the exchange withholds it, or the platform has no market data at all. */
  readonly why: 'licence' | 'no_feed';
  readonly text: string;
}

export interface InstrumentState {
  /** Why there are no bars and no book, and why no events; null where there are, or while nothing is known. */
  readonly missingPrices: Missing | null;
  readonly missingEvents: Missing | null;
  /** One-minute bars from the socket, oldest first; the last one is forming. */
  readonly liveBars: readonly MarketDataBar[];
  /** Null before the first book. */
  readonly book: readonly OrderBookRow[] | null;
  /** Newest first. */
  readonly events: readonly OrderFlowEventDto[];
  readonly eventsLoaded: boolean;
  readonly status: FeedStatus | null;
  /** Clock of the view, and when it was read off `performance.now()`. */
  readonly asOfMs: number | null;
  readonly receivedAtMs: number;
  readonly delaySeconds: number;
  /** The view's time of the newest market message. */
  readonly lastDataMs: number | null;
}

export const EMPTY_STATE: InstrumentState = {
  missingPrices: null,
  missingEvents: null,
  liveBars: [],
  book: null,
  events: [],
  eventsLoaded: false,
  status: null,
  asOfMs: null,
  receivedAtMs: 0,
  delaySeconds: 0,
  lastDataMs: null,
};

/** Clock of the answer that a change came with. */
export interface Stamp {
  readonly asOfMs: number;
  readonly delaySeconds: number;
  /** `performance.now()` when it arrived. */
  readonly receivedAtMs: number;
}

function stamped(state: InstrumentState, stamp: Stamp): InstrumentState {
  if (state.asOfMs !== null && stamp.asOfMs < state.asOfMs) return state;
  return {
    ...state,
    asOfMs: stamp.asOfMs,
    receivedAtMs: stamp.receivedAtMs,
    delaySeconds: stamp.delaySeconds,
  };
}

function isOld(state: InstrumentState, stamp: Stamp): boolean {
  return state.asOfMs !== null && stamp.asOfMs < state.asOfMs;
}

/** The forming bar replaces the one of its minute or follows it. */
export function withLiveBar(bars: readonly MarketDataBar[], bar: MarketDataBar): readonly MarketDataBar[] {
  const start = Date.parse(bar.timestamp);
  const kept = bars.filter((one) => Date.parse(one.timestamp) < start);
  return [...kept, bar].slice(-MAX_LIVE_BARS);
}

/** The event replaces the one of the same id in its place, or comes first. */
export function withEvent(
  events: readonly OrderFlowEventDto[],
  event: OrderFlowEventDto,
): readonly OrderFlowEventDto[] {
  const at = events.findIndex((one) => one.id === event.id);
  if (at === -1) return [event, ...events].slice(0, MAX_EVENTS);
  return events.with(at, event);
}

/** A polled book; an answer older than what the socket brought is left out. */
export function withBook(
  state: InstrumentState,
  book: readonly OrderBookRow[],
  stamp: Stamp,
): InstrumentState {
  return isOld(state, stamp) ? state : { ...stamped(state, stamp), book };
}

/** One list without doubles, newest detection first; on the same id the first list wins. */
export function joinEvents(
  first: readonly OrderFlowEventDto[],
  second: readonly OrderFlowEventDto[],
): readonly OrderFlowEventDto[] {
  const known = new Set(first.map((event) => event.id));
  return [...first, ...second.filter((event) => !known.has(event.id))].sort(
    (a, b) => Date.parse(b.detectedAt) - Date.parse(a.detectedAt),
  );
}

/** A polled list holds active events only: it brings them up to date and leaves the expired ones that are kept. */
export function withEvents(
  state: InstrumentState,
  events: readonly OrderFlowEventDto[],
  stamp: Stamp,
): InstrumentState {
  if (state.eventsLoaded && isOld(state, stamp)) return state;
  return {
    ...stamped(state, stamp),
    events: joinEvents(events, state.events).slice(0, MAX_EVENTS),
    eventsLoaded: true,
  };
}

/**
 * True where the status is of another source, contract or delay than what is known: its prices are others. The delay is
 * undefined where the status came without one.
 */
export function isOfOtherSource(
  state: InstrumentState,
  { source, contract }: FeedStatus,
  delaySeconds = state.delaySeconds,
): boolean {
  const { status } = state;
  if (status === null) return false;
  return status.source !== source || status.contract !== contract || state.delaySeconds !== delaySeconds;
}

/** Time of the last data after a status came. One that knows of no message since the one before is right about it. */
function receivedAtMs(state: InstrumentState, { lastMessageAt }: FeedStatus, stamp: Stamp): number | null {
  if (lastMessageAt === null) return state.lastDataMs;
  const lastMs = Date.parse(lastMessageAt);
  const isQuiet = state.status?.lastMessageAt === lastMessageAt && stamp.asOfMs - lastMs > STATUS_EVERY_MS;
  // What came meanwhile was the first state of a subscription, and is as old as the feed says
  return isQuiet ? lastMs : Math.max(lastMs, state.lastDataMs ?? lastMs);
}

/** The feed's own state; it knows the time of the last market message. Of another source nothing stays. */
export function withStatus(known: InstrumentState, status: FeedStatus, stamp: Stamp): InstrumentState {
  const state = isOfOtherSource(known, status) ? EMPTY_STATE : known;
  if (state.status !== null && isOld(state, stamp)) return state;
  return { ...stamped(state, stamp), status, lastDataMs: receivedAtMs(state, status, stamp) };
}

/** Changes the state by a message of the socket. Messages about something else leave it as it is. */
export function withMessage(
  state: InstrumentState,
  message: ServerMessage,
  receivedAtMs: number,
): InstrumentState {
  if (message.type === 'error') return withError(state, message.data);
  if (!('asOf' in message)) return state;
  const stamp = { asOfMs: Date.parse(message.asOf), delaySeconds: message.delaySeconds, receivedAtMs };
  switch (message.type) {
    case 'market_data':
      return {
        ...stamped(state, stamp),
        liveBars: withLiveBar(state.liveBars, message.data),
        missingPrices: null,
        lastDataMs: newer(state, stamp),
      };
    case 'order_book':
      return {
        ...stamped(state, stamp),
        book: message.data,
        missingPrices: null,
        lastDataMs: newer(state, stamp),
      };
    case 'order_flow_events':
      return {
        ...stamped(state, stamp),
        events: message.data.slice(0, MAX_EVENTS),
        eventsLoaded: true,
        missingEvents: null,
      };
    case 'order_flow_event':
      return { ...stamped(state, stamp), events: withEvent(state.events, message.data) };
    case 'feed_status':
      return withStatus(state, message.data, stamp);
    // Both are kept in `OrderFlow`
    case 'depth':
    case 'prints':
      return stamped(state, stamp);
  }
}

/** Errors of an instrument that stand for data. Of what is withheld nothing stays; other errors change nothing. */
function withError(
  state: InstrumentState,
  { code, message, withheld }: Extract<ServerMessage, { type: 'error' }>['data'],
): InstrumentState {
  if (code === 'NO_MARKET_DATA' || code === 'REPLAY_NOT_RECORDED') {
    const missing: Missing = { why: 'no_feed', text: message };
    return { ...EMPTY_STATE, missingPrices: missing, missingEvents: missing };
  }
  if (withheld === undefined) return state;
  const missing: Missing = { why: 'licence', text: message };
  return withheld === 'prices'
    ? { ...state, liveBars: [], book: null, lastDataMs: null, missingPrices: missing }
    : { ...state, events: [], missingEvents: missing };
}

/**
 * Time of the last data after a bar or a book came. The first state after a subscription may be old: its time is known
 * from the feed's status only, so a message counts as new data when it moves the view's clock.
 */
function newer(state: InstrumentState, stamp: Stamp): number | null {
  if (state.asOfMs === null || state.lastDataMs === null) return state.lastDataMs;
  return stamp.asOfMs > state.asOfMs ? Math.max(stamp.asOfMs, state.lastDataMs) : state.lastDataMs;
}
