/** A socket that was closed on purpose stays closed until the user requests it. */
import {
  CLOSE_SESSION_ENDED,
  DEVICE_LIMIT_REASON,
  type FeedStatus,
  SESSION_ENDED_REASON,
} from '@undertow/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveClient } from './live-client.ts';
import { LiveStore } from './live-store.ts';

/** The browser's end of a socket, without a network. */
class SilentSocket {
  static readonly OPEN = 1;
  static opened: SilentSocket[] = [];
  readonly readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor() {
    SilentSocket.opened.push(this);
  }

  send(): void {}
  close(): void {}
}

let store: LiveStore;
let client: LiveClient;
let signedOut: number;
let resyncs: number;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', SilentSocket);
  SilentSocket.opened = [];
  signedOut = 0;
  resyncs = 0;
  store = new LiveStore();
  client = new LiveClient({
    url: 'ws://localhost/ws',
    store,
    onMessage: () => undefined,
    onFirstOpen: () => undefined,
    onResync: () => {
      resyncs += 1;
    },
    onSignedOut: () => {
      signedOut += 1;
    },
  });
  client.subscribe({ userId: 'u', instrumentIds: [1] });
  SilentSocket.opened[0]?.onopen?.();
});
afterEach(() => {
  client.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const close = (code: number, reason: string) => SilentSocket.opened.at(-1)?.onclose?.({ code, reason });

test('T04 live data that moved stays there: no attempt by clock, focus or another list, until requested', () => {
  close(CLOSE_SESSION_ENDED, DEVICE_LIMIT_REASON);
  expect(store.connection.get().kind).toBe('moved');
  vi.advanceTimersByTime(600_000);
  client.tryNow();
  client.subscribe({ userId: 'u', instrumentIds: [1, 2] });
  expect([SilentSocket.opened.length, signedOut]).toEqual([1, 0]);
  client.watchHere();
  SilentSocket.opened.at(-1)?.onopen?.();
  expect([SilentSocket.opened.length, store.connection.get().kind]).toEqual([2, 'open']);
});

test('the end of a session is reported, and nothing is retried by the clock', () => {
  close(CLOSE_SESSION_ENDED, SESSION_ENDED_REASON);
  vi.advanceTimersByTime(600_000);
  expect([SilentSocket.opened.length, signedOut]).toEqual([1, 1]);
});

test('a socket that broke is tried again after a second', () => {
  close(1006, '');
  vi.advanceTimersByTime(1000);
  expect([SilentSocket.opened.length, signedOut]).toEqual([2, 0]);
});

test('when the source changes, nothing of the one before stays on the page, and what is polled is read again', () => {
  const bodyOf = (source: FeedStatus['source'], asOf: string, price: string): string => {
    const stamp = { instrumentId: 1, asOf, delaySeconds: source === 'rithmic' ? 0 : 900 };
    const level = { side: 'bid', price, size: 3, orders: 1, timestamp: asOf };
    const status: FeedStatus = {
      ...{ instrumentId: 1, state: 'live', source, contract: 'ESZ6', tier: 'L3', replaySpeed: null },
      ...{ lastMessageAt: asOf, exchangeToServerMs: null, tradesPerSecond: 1, gapsToday: 0, resyncsToday: 0 },
      ...{ lastGap: null, opensAt: null },
    };
    return JSON.stringify([
      { type: 'order_book', ...stamp, data: [level] },
      { type: 'feed_status', ...stamp, data: status },
    ]);
  };
  const receive = (data: string) => SilentSocket.opened[0]?.onmessage?.({ data });
  const shown = () => store.instrument(1).get();
  receive(bodyOf('rithmic', '2026-11-20T17:00:00.000Z', '4567.25'));
  receive(bodyOf('rithmic', '2026-11-20T17:00:01.000Z', '4567.50'));
  expect([shown().book?.[0]?.price, resyncs]).toEqual(['4567.50', 0]);
  // Fifteen minutes earlier: of one source it would be an old message
  receive(bodyOf('simulated', '2026-11-20T16:45:00.000Z', '4321.00'));
  expect([shown().book?.[0]?.price, shown().delaySeconds, resyncs]).toEqual(['4321.00', 900, 1]);
  expect(shown().asOfMs).toBe(Date.parse('2026-11-20T16:45:00.000Z'));
});
