/** How messages and polled answers change what is known about an instrument. */
import type {
  FeedStatus,
  MarketDataBar,
  OrderBookRow,
  OrderFlowEventDto,
  ServerMessage,
} from '@undertow/contracts';
import { expect, test } from 'vitest';
import { conditionOf, dataAgeMs, viewNowMs } from './freshness.ts';
import { EMPTY_STATE, type InstrumentState, MAX_EVENTS, withBook, withMessage } from './instrument-state.ts';
import { lineStatus } from './line-status.ts';

const AT = '2026-11-20T16:51:55.000Z';
const AT_MS = Date.parse(AT);

function eventOf(id: string): OrderFlowEventDto {
  return {
    id,
    instrumentId: 1,
    instrumentSymbol: 'ES',
    eventType: 'iceberg',
    price: '4567.25',
    size: 120,
    confidence: 1,
    metadata: {
      description: 'Bid refilled 9 times.',
      severity: 'high',
      sub: 'native',
      side: 'bid',
      priceLow: '4567.25',
      priceHigh: '4567.25',
      exact: true,
      calibrator: 'exact',
      isWithdrawn: false,
      isNew: false,
      state: 'exact',
      existence: null,
      confidenceLow: 0.7,
      confidenceHigh: 0.9,
      status: 'open',
      degraded: false,
      perDay: 1,
      startedAt: AT,
      updatedAt: AT,
    },
    detectedAt: AT,
    expiresAt: '2026-11-20T16:53:55.000Z',
  };
}

function barOf(timestamp: string, close: string): MarketDataBar {
  return {
    instrumentId: 1,
    contract: 'ESZ6',
    timestamp,
    open: '4567.00',
    high: '4568.00',
    low: '4566.00',
    close,
    volume: 10,
    buyVolume: 6,
    sellVolume: 4,
    trades: 3,
    vwap: null,
    timeframe: '1m',
    complete: false,
  };
}

function bookOf(size: number): OrderBookRow[] {
  return [{ side: 'bid', price: '4567.00', size, orders: null, timestamp: AT }];
}

function stamped(type: ServerMessage['type'], data: unknown, asOf = AT): ServerMessage {
  return { type, instrumentId: 1, asOf, delaySeconds: 0, data } as ServerMessage;
}

function statusOf(lastMessageAt: string | null, change: Partial<FeedStatus> = {}): ServerMessage {
  return stamped('feed_status', {
    instrumentId: 1,
    state: 'live',
    source: 'simulated',
    contract: 'ESZ6',
    tier: 'L3',
    replaySpeed: null,
    lastMessageAt,
    exchangeToServerMs: null,
    tradesPerSecond: 1,
    gapsToday: 0,
    resyncsToday: 0,
    lastGap: null,
    opensAt: null,
    ...change,
  });
}

function apply(messages: readonly ServerMessage[], start: InstrumentState = EMPTY_STATE): InstrumentState {
  return messages.reduce((state, message) => withMessage(state, message, 1000), start);
}

test('order_flow_events replaces the list and order_flow_event comes first', () => {
  const state = apply([
    stamped('order_flow_events', [eventOf('a'), eventOf('b')]),
    stamped('order_flow_event', eventOf('c')),
  ]);
  expect(state.events.map((one) => one.id)).toEqual(['c', 'a', 'b']);
  const replaced = apply([stamped('order_flow_events', [eventOf('d')])], state);
  expect(replaced.events.map((one) => one.id)).toEqual(['d']);
});

test('a changed event replaces the one of its id in its place', () => {
  const changed = { ...eventOf('b'), size: 999 };
  const state = apply([
    stamped('order_flow_events', [eventOf('a'), eventOf('b')]),
    stamped('order_flow_event', changed),
  ]);
  expect(state.events.map((one) => [one.id, one.size])).toEqual([
    ['a', 120],
    ['b', 999],
  ]);
});

test('at most a hundred events are kept, the newest ones', () => {
  const many = Array.from({ length: 130 }, (_, i) => stamped('order_flow_event', eventOf(`e${i}`)));
  const state = apply(many);
  expect(state.events).toHaveLength(MAX_EVENTS);
  expect(state.events[0]?.id).toBe('e129');
});

test('the forming bar replaces the bar of its minute and follows earlier ones', () => {
  const state = apply([
    stamped('market_data', barOf('2026-11-20T16:50:00.000Z', '4567.25')),
    stamped('market_data', barOf('2026-11-20T16:51:00.000Z', '4567.50')),
    stamped('market_data', barOf('2026-11-20T16:51:00.000Z', '4567.75')),
  ]);
  expect(state.liveBars.map((bar) => bar.close)).toEqual(['4567.25', '4567.75']);
});

test('a polled book older than what the socket brought is left out', () => {
  const state = apply([stamped('order_book', bookOf(10))]);
  const older = { asOfMs: AT_MS - 1, delaySeconds: 0, receivedAtMs: 2000 };
  expect(withBook(state, bookOf(99), older).book?.[0]?.size).toBe(10);
  expect(withBook(state, bookOf(99), { ...older, asOfMs: AT_MS + 1 }).book?.[0]?.size).toBe(99);
});

test('messages without a view leave the state as it is', () => {
  const state = apply([{ type: 'resync', instrumentId: 1, droppedEvents: 0 }]);
  expect(state).toBe(EMPTY_STATE);
});

test('data is stale after more than 5 s on its own clock, whatever the clock of the reader says', () => {
  const state = apply([statusOf(AT)]);
  expect(viewNowMs(state, 1000)).toBe(AT_MS);
  expect(dataAgeMs(state, 6000)).toBe(5000);
  expect(conditionOf({ kind: 'open' }, state, 6000)).toBe('live');
  expect(conditionOf({ kind: 'open' }, state, 6001)).toBe('stale');
});

test('new data on the socket makes the view fresh again', () => {
  const state = apply([statusOf(AT), stamped('order_book', bookOf(5), '2026-11-20T16:52:01.000Z')]);
  expect(dataAgeMs(state, 1000)).toBe(0);
});

test('the first book after a reload is no new data where the feed received nothing since the poll', () => {
  const later = '2026-11-20T16:52:15.000Z';
  const subscribed = [stamped('order_book', bookOf(5), later), { ...statusOf(AT), asOf: later }];
  const state = apply([statusOf(AT), ...(subscribed as ServerMessage[])]);
  expect(dataAgeMs(state, 1000)).toBe(20_000);
});

test('the loss of the socket is said before anything about the feed', () => {
  const state = apply([statusOf(AT)]);
  const waiting = { kind: 'waiting', attempt: 2, closedAtMs: 0, retryAtMs: 2000 } as const;
  expect(conditionOf(waiting, state, 1000)).toBe('reconnecting');
  expect(conditionOf({ kind: 'disconnected', closedAtMs: 0 }, state, 1000)).toBe('disconnected');
  expect(conditionOf({ kind: 'open' }, EMPTY_STATE, 1000)).toBe('loading');
});

test('a gap is shown while it is open, in grey, and for 10 s after its end, in colour', () => {
  const open = apply([statusOf(AT, { state: 'gap', lastGap: { from: AT, to: null } })]);
  expect(conditionOf({ kind: 'open' }, open, 1000)).toBe('gap');
  expect(lineStatus({ kind: 'open' }, open, 1000).isOld).toBe(true);
  const closed = apply([statusOf(AT, { lastGap: { from: AT, to: AT } })]);
  expect(conditionOf({ kind: 'open' }, closed, 1000)).toBe('gap');
  expect(lineStatus({ kind: 'open' }, closed, 1000).isOld).toBe(false);
  const later = apply([stamped('order_book', bookOf(5), '2026-11-20T16:52:05.000Z')], closed);
  expect(conditionOf({ kind: 'open' }, later, 1000)).toBe('live');
});
