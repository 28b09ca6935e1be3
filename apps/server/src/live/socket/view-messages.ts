/** The socket messages of views: texts made once per change and shared by every socket that gets them. */
import type { AlertDto, ErrorCode, MarketDataBar } from '@undertow/contracts';
import { ERRORS, encodeBar } from '@undertow/contracts';
import type { ContractBar, FlowEvent, FlowEventType } from '@undertow/market';
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
  /** Bars, book and status: the latest replaces what was skipped. */
  readonly state: readonly string[];
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
  };
}

export function changeOf(view: InstrumentView, update: InstrumentUpdate): PendingChange {
  const { contract, closedBars, events, book, status } = update;
  return {
    view,
    closedBars: closedBars.map((bar) => ({ ...bar, contract })),
    events,
    book: book !== null,
    status: status !== null || update.endsContract === true,
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
    state: [
      ...closed,
      ...formingMessages(view, stamp),
      ...(change.book ? [bookMessage(view, stamp)] : []),
      ...(change.status ? [statusMessage(view, stamp)] : []),
    ],
    events: change.events.map(({ event, change: kind }) => eventMessage(view, stamp, event, kind === 'new')),
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

/** Everything a viewer of these types may see of the view now; with `withEvents` also the list of events. */
export function stateMessages(
  view: InstrumentView,
  types: readonly FlowEventType[],
  withEvents: boolean,
): string[] {
  const stamp = view.stamp();
  const messages = [...formingMessages(view, stamp), bookMessage(view, stamp), statusMessage(view, stamp)];
  if (withEvents) {
    const list = view.events(types, false).slice(0, MAX_LISTED_EVENTS);
    messages.push(`{"type":"order_flow_events",${stamp},"data":${JSON.stringify(list)}}`);
  }
  return messages;
}

export function alertMessage(alert: AlertDto): string {
  return JSON.stringify({ type: 'alert', data: alert });
}

export function resyncMessage(instrumentId: number, droppedEvents: number): string {
  return JSON.stringify({ type: 'resync', instrumentId, droppedEvents });
}

export function errorMessage(instrumentId: number, code: ErrorCode): string {
  return JSON.stringify({ type: 'error', instrumentId, data: { code, message: ERRORS[code].message } });
}
