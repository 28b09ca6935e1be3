/** The live line of the application's tests: one fixed view, and a line without data. */
import { instantOfMs, type MarketDataBar } from '@undertow/contracts';
import { byEventType } from '@undertow/market';
import type { AppParts } from '#assembly/app-parts.ts';
import type { ViewResolver } from '#ports/account-feeds.ts';
import type { Entitlement } from '#ports/entitlements.ts';
import type { LiveView, LiveViews } from '#ports/live-views.ts';

/** The only instruments that the test's feed carries. */
const FED_INSTRUMENTS = [1, 2, 3, 4, 5];

const NO_EVENTS = { event: () => undefined, events: () => [], patterns: () => [], gaps: () => [] };

/** A view whose newest bar starts a minute before its instant. */
function viewOf(instrumentId: number, delaySeconds: number, nowMs: number): LiveView {
  const asOfMs = nowMs - delaySeconds * 1000;
  const bar: MarketDataBar = {
    ...{ instrumentId, contract: 'ESZ6' },
    timestamp: instantOfMs(asOfMs - 60_000),
    open: '4567.25',
    high: '4567.50',
    low: '4567.00',
    close: '4567.25',
    volume: 10,
    buyVolume: 6,
    sellVolume: 4,
    trades: 3,
    vwap: null,
    timeframe: '1m',
    complete: false,
  };
  return {
    instrumentId,
    delaySeconds,
    asOfMs,
    bars: async () => [bar],
    orderBook: () => [{ side: 'bid', price: '4567.25', size: 4, orders: 2, timestamp: instantOfMs(asOfMs) }],
    ...NO_EVENTS,
    counts: () => ({
      tradingDay: '2026-11-20',
      counts: byEventType(() => 0),
      total: 0,
    }),
    facts: () => ({
      instrumentId,
      tradingDay: '2026-11-20',
      lastPrice: '4567.25',
      change: null,
      ...{ changePercent: null, changeFrom: null },
      dailyTrend: 'consolidating',
      volume: 10,
      vwap: null,
      ...{ priorHigh: null, priorLow: null },
      priorSettlement: null,
      ...{ settlement: null, settlementDay: null, openInterest: null },
      overnightHigh: null,
      overnightLow: null,
      openingRangeHigh: null,
      openingRangeLow: null,
      pointOfControl: null,
      valueAreaHigh: null,
      valueAreaLow: null,
      profile: [],
    }),
    status: () => ({
      instrumentId,
      state: 'live',
      source: 'simulated',
      contract: 'ESZ6',
      tier: 'L3',
      replaySpeed: null,
      lastMessageAt: instantOfMs(asOfMs),
      exchangeToServerMs: null,
      tradesPerSecond: 1,
      gapsToday: 0,
      resyncsToday: 0,
      lastGap: null,
      opensAt: null,
    }),
  };
}

function viewsAt(now: () => number): LiveViews {
  const view = (id: number, delay: number): LiveView | undefined =>
    FED_INSTRUMENTS.includes(id) ? viewOf(id, delay, now()) : undefined;
  return {
    view,
    peek: view,
    present: (delay) => ({ source: 'simulated', asOfMs: now() - delay * 1000 }),
    waitingWindow: () => undefined,
    recentWindow: () => undefined,
    minuteBars: async () => [],
    flowSpans: async () => [],
    instrumentIds: FED_INSTRUMENTS,
    contractOf: () => null,
  };
}

/** The platform feed, and no account feeds. */
export function lineAt(now: () => number): Pick<AppParts, 'views' | 'viewResolver' | 'accountFeedLines'> {
  const views = viewsAt(now);
  const viewSourceOf = ({ access }: Entitlement) => ({ views, access, isAccountFeed: false, market: null });
  const viewResolver: ViewResolver = {
    marketOf: () => null,
    resolve: (_viewer, entitlement) => viewSourceOf(entitlement),
    resolveAll: (_viewer, entitlement) => [viewSourceOf(entitlement)],
  };
  return { views, viewResolver, accountFeedLines: { pausing: (_userId, act) => act() } };
}

/** A line without data. */
export const QUIET_LINE = {
  source: 'simulated',
  feedNowMs: 0,
  session: null,
  instruments: [],
  sockets: 0,
  recorder: { waiting: 0 },
  alerts: { waiting: 0 },
  isReady: true,
} as const;
