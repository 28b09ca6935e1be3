/** The socket messages of views: texts made once per change and shared by every socket that gets them. */
import type {
  AlertDto,
  ErrorCode,
  MarketDataBar,
  MarketReplayState,
  OrderFlowKind,
} from '@undertow/contracts';
import { ERRORS, encodeBar } from '@undertow/contracts';
import {
  type ContractBar,
  type DepthChange,
  type FlowEvent,
  type FlowEventType,
  joinDepth,
  joinPrints,
  type PrintRows,
} from '@undertow/market';
import { encodeEventOnce, type InstrumentView } from '#live/views/instrument-view.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';

/** Events that a socket is sent when it subscribes: the client keeps as many. */
const MAX_LISTED_EVENTS = 100;

/** One event as it is sent on sockets. */
export interface EventMessage {
  readonly instrumentId: number;
  readonly type: FlowEventType;
  /** `order_flow_event`. */
  readonly text: string;
  /** `orderFlowEvent` for the chart test page, when the event is new. */
  readonly chartText: string | null;
}

/** What one flush sends about one view. */
export interface ViewTick {
  readonly view: InstrumentView;
  /** Bars and book: the latest replaces what was skipped, as of the status. */
  readonly prices: readonly string[];
  readonly status: readonly string[];
  /** The text of an open pane's kind, made when the first socket needs it; null without a change. */
  orderFlow(kind: OrderFlowKind): string | null;
  /** Never skipped. */
  readonly events: readonly EventMessage[];
}

/** What changed about a view since the previous flush. */
export interface PendingChange {
  readonly view: InstrumentView;
  readonly closedBars: readonly ContractBar[];
  readonly events: InstrumentUpdate['events'];
  readonly book: boolean;
  readonly status: boolean;
  readonly depth: DepthChange | null;
  readonly prints: PrintRows | null;
}

/** The change that contains both. */
export function joinChanges(earlier: PendingChange | undefined, later: PendingChange): PendingChange {
  if (earlier === undefined) return later;
  return {
    view: later.view,
    closedBars: [...earlier.closedBars, ...later.closedBars],
    events: [...earlier.events, ...later.events],
    book: earlier.book || later.book,
    status: earlier.status || later.status,
    depth: joinDepth(earlier.depth, later.depth),
    prints: joinPrints(earlier.prints, later.prints),
  };
}

export function changeOf(view: InstrumentView, update: InstrumentUpdate): PendingChange {
  const { contract, closedBars, events, book, status, depth, prints } = update;
  return {
    view,
    closedBars: closedBars.map((bar) => ({ ...bar, contract })),
    events,
    book: book !== null,
    status: status !== null || update.endsContract === true,
    depth,
    prints,
  };
}

const barMessage = (stamp: string, bar: MarketDataBar): string =>
  `{"type":"market_data",${stamp},"data":${JSON.stringify(bar)}}`;

const bookMessage = (view: InstrumentView, stamp: string): string =>
  `{"type":"order_book",${stamp},"data":${JSON.stringify(view.orderBook())}}`;

const statusMessage = (view: InstrumentView, stamp: string): string =>
  `{"type":"feed_status",${stamp},"data":${JSON.stringify(view.status())}}`;

function formingMessages(view: InstrumentView, stamp: string): string[] {
  const bar = view.formingBar();
  return bar === null ? [] : [barMessage(stamp, bar)];
}

/** The texts of a flush about one view. */
export function tickMessages(change: PendingChange): ViewTick {
  const { view } = change;
  const stamp = view.stamp();
  const closed = change.closedBars
    .slice(-2)
    .map((bar) => barMessage(stamp, encodeBar(view.instrument, bar, '1m', true)));
  return {
    view,
    prices: [...closed, ...formingMessages(view, stamp), ...(change.book ? [bookMessage(view, stamp)] : [])],
    status: change.status ? [statusMessage(view, stamp)] : [],
    orderFlow: lazily((kind) => changeMessage(change, stamp, kind)),
    events: change.events.map(({ event, change: kind }) => eventMessage(view, stamp, event, kind === 'new')),
  };
}

const kindMessage = (type: OrderFlowKind, stamp: string, data: unknown): string =>
  `{"type":"${type}",${stamp},"data":${JSON.stringify(data)}}`;

function changeMessage(
  { view, depth, prints }: PendingChange,
  stamp: string,
  kind: OrderFlowKind,
): string | null {
  if (kind === 'depth') return depth === null ? null : kindMessage(kind, stamp, view.depth(depth));
  return prints === null ? null : kindMessage(kind, stamp, view.prints(prints));
}

/** Everything known of a kind; null while nothing is. */
function wholeMessage(view: InstrumentView, stamp: string, kind: OrderFlowKind): string | null {
  const data = kind === 'depth' ? view.depth() : view.prints();
  return data === null ? null : kindMessage(kind, stamp, data);
}

/** Each text is made once, for every socket that needs it. */
function lazily(make: (kind: OrderFlowKind) => string | null): (kind: OrderFlowKind) => string | null {
  const made = new Map<OrderFlowKind, string | null>();
  return (kind) => {
    const known = made.get(kind);
    if (known !== undefined) return known;
    const text = make(kind);
    made.set(kind, text);
    return text;
  };
}

function eventMessage(view: InstrumentView, stamp: string, event: FlowEvent, isNew: boolean): EventMessage {
  const wire = encodeEventOnce(view.instrument, event);
  const { instrumentSymbol: _symbol, ...chart } = wire;
  return {
    instrumentId: view.instrumentId,
    type: event.type,
    text: `{"type":"order_flow_event",${stamp},"data":${JSON.stringify(wire)}}`,
    chartText: isNew ? JSON.stringify({ type: 'orderFlowEvent', data: chart }) : null,
  };
}

/** What a viewer may have of a view: nothing of what the licence of the venue withholds. */
interface Shown {
  /** None where events are withheld. */
  readonly types: readonly FlowEventType[];
  /** Bars and book. */
  readonly prices: boolean;
  readonly kinds: readonly OrderFlowKind[];
  /** The list of events too. */
  readonly withEvents: boolean;
}

/** Everything that a viewer of these types and kinds may see of the view now. */
export function stateMessages(view: InstrumentView, shown: Shown): string[] {
  const { types, prices, kinds, withEvents } = shown;
  const stamp = view.stamp();
  const messages = prices ? [...formingMessages(view, stamp), bookMessage(view, stamp)] : [];
  messages.push(statusMessage(view, stamp));
  for (const kind of kinds) {
    const text = wholeMessage(view, stamp, kind);
    if (text !== null) messages.push(text);
  }
  if (withEvents && types.length > 0) {
    const list = view.events(types, false).slice(0, MAX_LISTED_EVENTS);
    messages.push(`{"type":"order_flow_events",${stamp},"data":${JSON.stringify(list)}}`);
  }
  return messages;
}

export function alertMessage(alert: AlertDto): string {
  return JSON.stringify({ type: 'alert', data: alert });
}

export function replayMessage(state: MarketReplayState): string {
  return JSON.stringify({ type: 'replay', data: state });
}

/** Of a replay that this server does not have. */
export function replayOverMessage(id: string): string {
  const nothing = { contract: '', at: new Date(0).toISOString(), messages: 0, previousMessageAt: null };
  const over = { mode: 'over', speed: 1, warmingUntil: null, reason: ERRORS.REPLAY_OVER.message } as const;
  return replayMessage({ id, instrumentId: 0, ...nothing, ...over });
}

export function resyncMessage(instrumentId: number, droppedEvents: number): string {
  return JSON.stringify({ type: 'resync', instrumentId, droppedEvents });
}

export function errorMessage(instrumentId: number, code: ErrorCode): string {
  return JSON.stringify({ type: 'error', instrumentId, data: { code, message: ERRORS[code].message } });
}

/** In place of what the licence of the venue withholds. */
export function withheldMessage(
  instrumentId: number,
  withheld: 'prices' | 'events',
  message: string,
): string {
  const data = { code: 'LICENCE_WITHHELD' satisfies ErrorCode, message, withheld };
  return JSON.stringify({ type: 'error', instrumentId, data });
}
