/** What lies over a sound book: silence, halts, hours, and prices that stay crossed. */
import { type MarketPhase, NO_PRICE, TRADING_STATUSES, type TradingStatus } from '@undertow/market';
import { expect, test } from 'vitest';
import { FeedOverlay } from './feed-overlay.ts';

const T = Date.UTC(2026, 10, 20, 16) + 0.25;
const statusOf = (name: TradingStatus): number => TRADING_STATUSES.indexOf(name);

function overlayOf(phase: MarketPhase = 'open') {
  const book = { bestBidTicks: 100, bestAskTicks: 101 };
  const hours = { phase };
  const overlay = new FeedOverlay(book, { marketPhase: () => hours.phase });
  overlay.received(T);
  return { overlay, book, hours };
}

test('a feed is stale after ten seconds without anything, and live again with the next message', () => {
  const { overlay } = overlayOf();
  expect([overlay.state(T + 9999.99), overlay.state(T + 10_000)]).toEqual(['live', 'stale']);
  overlay.received(T + 10_000);
  expect(overlay.state(T + 10_000)).toBe('live');
});

test('a feed that never sent anything is stale', () => {
  expect(new FeedOverlay(null, null).state(T)).toBe('stale');
});

test('three seconds of silence are quiet, but not outside hours', () => {
  const { overlay, hours } = overlayOf();
  expect([overlay.isQuiet(T + 2999.99), overlay.isQuiet(T + 3000)]).toEqual([false, true]);
  for (const phase of ['break', 'closed'] as const) {
    hours.phase = phase;
    expect(overlay.isQuiet(T + 60_000)).toBe(false);
  }
});

test('outside hours the market is closed, however fresh its data', () => {
  for (const phase of ['break', 'closed'] as const) expect(overlayOf(phase).overlay.state(T)).toBe('closed');
});

test('a market that trades outside its hours is open until it has not traded for a minute', () => {
  const { overlay } = overlayOf('closed');
  overlay.traded(T);
  overlay.received(T + 59_999);
  expect([overlay.state(T), overlay.state(T + 59_999), overlay.state(T + 60_000)]).toEqual([
    'live',
    'live',
    'closed',
  ]);
  overlay.announced(statusOf('close'));
  expect(overlay.state(T)).toBe('closed');
});

test('the last trade before the close does not keep the market open', () => {
  const overlay = new FeedOverlay(null, { marketPhase: (timeMs) => (timeMs < T ? 'open' : 'closed') });
  overlay.received(T);
  overlay.traded(T - 0.1);
  expect(overlay.state(T + 1)).toBe('closed');
});

test('a halt and a close that the venue announces are its state, until it opens again', () => {
  const { overlay } = overlayOf();
  overlay.announced(statusOf('halt'));
  expect(overlay.state(T)).toBe('halted');
  overlay.announced(statusOf('close'));
  expect(overlay.state(T)).toBe('closed');
  overlay.announced(99);
  expect(overlay.state(T)).toBe('closed');
  overlay.announced(statusOf('open'));
  expect(overlay.state(T)).toBe('live');
});

/** Whether prices that stay so from the start are a wrong book after a time. */
function isWrong(
  bid: number,
  ask: number,
  afterMs: number,
  prepare: (overlay: FeedOverlay) => void,
): boolean {
  const { overlay, book } = overlayOf();
  prepare(overlay);
  book.bestBidTicks = bid;
  book.bestAskTicks = ask;
  overlay.bookChanged(T, true);
  return overlay.isCrossedTooLong(T + afterMs);
}
const open = (overlay: FeedOverlay): void => overlay.announced(statusOf('open'));

test.each([
  ['crossed', 102, 101, true],
  ['locked', 101, 101, true],
  ['a tick apart', 100, 101, false],
  ['without asks', 102, NO_PRICE, false],
  ['without bids', NO_PRICE, 101, false],
])('prices %s for more than a quarter of a second', (_what, bid, ask, wrong) => {
  expect(isWrong(bid, ask, 250, open)).toBe(false);
  expect(isWrong(bid, ask, 250.01, open)).toBe(wrong);
});

test('before a status is announced the first trade shows that trading is open', () => {
  expect(isWrong(102, 101, 300, () => undefined)).toBe(false);
  expect(isWrong(102, 101, 300, (overlay) => overlay.traded(T))).toBe(true);
});

test.each(['preopen', 'halt', 'close'] as const)('crossed orders are legal in %s', (status) => {
  const { overlay, book } = overlayOf();
  overlay.traded(T);
  overlay.announced(statusOf(status));
  book.bestBidTicks = 105;
  overlay.bookChanged(T, true);
  expect(overlay.isCrossedTooLong(T + 10_000)).toBe(false);
});

test('the time counts from when prices first crossed, and ends when they part or the book is replaced', () => {
  const { overlay, book } = overlayOf();
  open(overlay);
  book.bestBidTicks = 105;
  overlay.bookChanged(T, true);
  overlay.bookChanged(T + 200, true);
  expect(overlay.isCrossedTooLong(T + 251)).toBe(true);
  book.bestBidTicks = 100;
  // Within an event prices may be anything
  overlay.bookChanged(T + 251, false);
  expect(overlay.isCrossedTooLong(T + 252)).toBe(true);
  overlay.bookChanged(T + 252, true);
  expect(overlay.isCrossedTooLong(T + 10_000)).toBe(false);
  book.bestBidTicks = 105;
  overlay.bookChanged(T + 20_000, true);
  overlay.bookReplaced();
  expect(overlay.isCrossedTooLong(T + 30_000)).toBe(false);
});

test('before an opening the market is in auction until something trades or trading is announced', () => {
  const { overlay } = overlayOf();
  overlay.traded(T - 1);
  overlay.announced(statusOf('preopen'));
  expect(overlay.state(T)).toBe('auction');
  overlay.traded(T);
  expect(overlay.state(T)).toBe('live');
  overlay.announced(statusOf('preopen'));
  overlay.announced(statusOf('open'));
  expect(overlay.state(T)).toBe('live');
});
