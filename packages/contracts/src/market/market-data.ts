/**
 * Bars, order book, session facts, order-flow events and their evidence. Every answer also carries `x-as-of` and
 * `x-delay-seconds`.
 */
import {
  FEED_SOURCES,
  FEED_TIERS,
  FINDING_STATES,
  FLOW_EVENT_STATUSES,
  FLOW_EVENT_TYPES,
  SEVERITIES,
  TRENDS,
} from '@undertow/market';
import { z } from 'zod';
import {
  decimalString,
  instant,
  instrumentId,
  marketLine,
  queryBoolean,
  rowId,
  timeframeName,
} from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';
import { getFeedStatus, listDetectableTypes, listFeedGaps } from './feed-status.ts';

export const marketDataBar = z.object({
  instrumentId: z.number().int(),
  /** The dated contract of its prices, for example `ESZ6`. */
  contract: z.string(),
  /** Start of the bar. */
  timestamp: instant,
  open: decimalString,
  high: decimalString,
  low: decimalString,
  close: decimalString,
  volume: z.number().int().nonnegative(),
  buyVolume: z.number().int().nonnegative(),
  sellVolume: z.number().int().nonnegative(),
  trades: z.number().int().nonnegative(),
  /** Volume-weighted average price of the trading day at the end of the bar. */
  vwap: decimalString.nullable(),
  timeframe: timeframeName,
  /** False while the bar is still forming. */
  complete: z.boolean(),
});
export type MarketDataBar = z.infer<typeof marketDataBar>;

/** `last`: bars of the contract that the newest one belongs to; `all`: earlier contracts before it, prices as traded. */
export const barContracts = z.enum(['last', 'all']);
export type BarContracts = z.infer<typeof barContracts>;

/** Most bars of one request. */
export const MAX_BARS_OF_REQUEST = 500;

/** Oldest first; `end` serves the past: only bars that start before it. No bar holds prices of two contracts. */
export const getMarketData = route({
  id: 'getMarketData',
  method: 'GET',
  path: '/api/market-data',
  access: 'instrument',
  viewable: true,
  summary: 'Bars of an instrument, oldest first',
  query: z.strictObject({
    instrumentId,
    timeframe: timeframeName.default('1m'),
    limit: z.coerce.number<number>().int().min(1).max(MAX_BARS_OF_REQUEST).default(100),
    end: instant.optional(),
    contracts: barContracts.default('last'),
  }),
  response: z.array(marketDataBar),
});

export const orderBookRow = z.object({
  side: z.enum(['bid', 'ask']),
  price: decimalString,
  size: z.number().int().positive(),
  /** Number of orders at the price, where the feed has it. */
  orders: z.number().int().nonnegative().nullable(),
  timestamp: instant,
});
export type OrderBookRow = z.infer<typeof orderBookRow>;

export const getOrderBook = route({
  id: 'getOrderBook',
  method: 'GET',
  path: '/api/order-book',
  access: 'instrument',
  viewable: true,
  summary: 'The ten best bids (best first), then the ten best asks (best first)',
  query: z.strictObject({ instrumentId }),
  response: z.array(orderBookRow),
});

export const eventMetadata = z.object({
  /** One factual sentence. */
  description: z.string(),
  severity: z.enum(SEVERITIES),
  /** Height of the zone in price, where there is a zone. */
  zoneHeight: decimalString.optional(),
  sub: z.string().nullable(),
  side: z.enum(['bid', 'ask']),
  priceLow: decimalString,
  priceHigh: decimalString,
  /** Proven by the exchange's messages: shown as "exact" in place of a percentage. */
  exact: z.boolean(),
  calibrator: z.string(),
  /** The evidence that it is there has fallen away since it was raised: it is no longer claimed. */
  isWithdrawn: z.boolean(),
  /** Too few outcomes are known in this market to state `confidence` in full: it is capped below 0.8. */
  isNew: z.boolean(),
  /** What `confidence` is worth. */
  state: z.enum(FINDING_STATES),
  /** That it is there, 0 to 1, where `confidence` is that it then holds; else null. */
  existence: z.number().min(0).max(1).nullable(),
  /** Ends of the interval of `confidence`, 0 to 1. */
  confidenceLow: z.number(),
  confidenceHigh: z.number(),
  status: z.enum(FLOW_EVENT_STATUSES),
  degraded: z.boolean(),
  /**
   * Events per trading day of the instrument that are as large or larger, as known when the event last grew; 1 is the
   * largest of a day, 0 is unknown.
   */
  perDay: z.number().nonnegative(),
  startedAt: instant,
  updatedAt: instant,
});

export const orderFlowEvent = z.object({
  id: rowId,
  instrumentId: z.number().int(),
  instrumentSymbol: z.string(),
  eventType: z.enum(FLOW_EVENT_TYPES),
  price: decimalString,
  size: z.number().int().nonnegative(),
  /** The headline, 0 to 1: that it holds where its type declares an outcome, else that it is there. */
  confidence: z.number().min(0).max(1),
  metadata: eventMetadata,
  detectedAt: instant,
  expiresAt: instant,
});
export type OrderFlowEventDto = z.infer<typeof orderFlowEvent>;

/**
 * Newest first. With `instrumentId` the events of one instrument (`active=true`: not yet expired); without it those of
 * the user's instruments inside `timeframe`.
 */
export const listOrderFlowEvents = route({
  id: 'listOrderFlowEvents',
  method: 'GET',
  path: '/api/order-flow-events',
  access: 'user',
  viewable: true,
  summary: 'Order-flow events, newest first',
  query: z.strictObject({
    instrumentId: instrumentId.optional(),
    active: queryBoolean.optional(),
    timeframe: z.enum(['1d', '7d', '30d', '90d']).optional(),
    eventType: z.enum(FLOW_EVENT_TYPES).optional(),
    limit: z.coerce.number<number>().int().min(1).max(500).default(100),
  }),
  response: z.array(orderFlowEvent),
});

/** Counts of the trading day per event type, as the viewer may see them. */
export const eventCounts = z.object({
  tradingDay: z.string(),
  counts: z.record(z.enum(FLOW_EVENT_TYPES), z.number().int().nonnegative()),
  total: z.number().int().nonnegative(),
});
export type EventCounts = z.infer<typeof eventCounts>;

export const getEventCounts = route({
  id: 'getEventCounts',
  method: 'GET',
  path: '/api/order-flow-events/counts',
  access: 'instrument',
  viewable: true,
  summary: "Events of the instrument's trading day by type",
  query: z.strictObject({ instrumentId }),
  response: eventCounts,
});

/**
 * A change in the recorded window from 30 s before to 60 s after an event, of which a bounded sample is kept in a busy
 * market.
 */
export const evidenceDelta = z.object({
  at: instant,
  /** Milliseconds from the event's start; negative before it. */
  offsetMs: z.number(),
  action: z.enum(['add', 'modify', 'cancel', 'trade', 'fill', 'level', 'clear']),
  side: z.enum(['bid', 'ask', 'none']),
  price: decimalString.nullable(),
  size: z.number().int().nonnegative(),
  orderId: z.string().nullable(),
});
export type EvidenceDelta = z.infer<typeof evidenceDelta>;

export const eventEvidence = z.object({
  event: orderFlowEvent,
  /**
   * Facts of the detector; names end in the unit (`priceTicks`, `startNs`). Prices are also given as decimal strings.
   */
  evidence: z.record(z.string(), z.unknown()),
  /** Required rules: the measured and the required value. */
  rules: z.array(z.object({ name: z.string(), value: z.string(), needed: z.string(), met: z.boolean() })),
  window: z.object({
    from: instant,
    to: instant,
    /** True when rows at its beginning were no longer available; not set by the sampling of busy windows. */
    truncated: z.boolean(),
    /** Why the licence of the venue withholds the recorded window; null where it does not. */
    withheld: z.string().nullable(),
    deltas: z.array(evidenceDelta),
  }),
  dataQuality: z.object({
    tier: z.enum(FEED_TIERS),
    source: z.enum(FEED_SOURCES),
    degraded: z.boolean(),
    /** Null where it is not known any more: an event of an own feed from an earlier session. */
    gapsToday: z.number().int().nonnegative().nullable(),
  }),
  /** Whose market data the event was found in. */
  market: marketLine,
});
export type EventEvidence = z.infer<typeof eventEvidence>;

/** 404 for an unknown event and for one the viewer may not (or not yet) see. */
export const getEventEvidence = route({
  id: 'getEventEvidence',
  method: 'GET',
  path: '/api/order-flow-events/:id/evidence',
  access: 'user',
  viewable: true,
  summary: 'Evidence of an event',
  params: z.object({ id: rowId }),
  response: eventEvidence,
});

export const sessionFacts = z.object({
  instrumentId: z.number().int(),
  tradingDay: z.string(),
  lastPrice: decimalString.nullable(),
  /** Last price less that of `changeFrom`. */
  change: decimalString.nullable(),
  changePercent: z.number().nullable(),
  /** The announced settlement of the prior trading day, its last price where none was announced, or the first price of a first day. */
  changeFrom: z.enum(['settlement', 'last_price', 'first_price']).nullable().default(null),
  dailyTrend: z.enum(TRENDS),
  volume: z.number().int().nonnegative(),
  vwap: decimalString.nullable(),
  priorHigh: decimalString.nullable(),
  priorLow: decimalString.nullable(),
  /** Settlement of the prior trading day as it was announced, else its last price. */
  priorSettlement: decimalString.nullable(),
  /** The newest settlement that the exchange announced for this contract; null where its feed carries none. */
  settlement: decimalString.nullable().default(null),
  /** The trading day of `settlement`: the present one once it is announced. */
  settlementDay: z.string().nullable().default(null),
  /** Contracts, as announced by the exchange; null where its feed carries none. */
  openInterest: z.number().int().nonnegative().nullable().default(null),
  overnightHigh: decimalString.nullable(),
  overnightLow: decimalString.nullable(),
  openingRangeHigh: decimalString.nullable(),
  openingRangeLow: decimalString.nullable(),
  /** Volume profile of the trading day: most traded price, value area of 70 %, and the volume at each price. */
  pointOfControl: decimalString.nullable(),
  valueAreaHigh: decimalString.nullable(),
  valueAreaLow: decimalString.nullable(),
  profile: z.array(z.object({ price: decimalString, volume: z.number().int().positive() })),
});
export type SessionFacts = z.infer<typeof sessionFacts>;

export const getSessionFacts = route({
  id: 'getSessionFacts',
  method: 'GET',
  path: '/api/session-facts',
  access: 'instrument',
  viewable: true,
  summary: 'Session levels, VWAP and volume profile of the trading day',
  query: z.strictObject({ instrumentId }),
  response: sessionFacts,
});

export const MARKET_DATA_ROUTES = [
  getMarketData,
  getOrderBook,
  listOrderFlowEvents,
  getEventCounts,
  getEventEvidence,
  getSessionFacts,
  getFeedStatus,
  listFeedGaps,
  listDetectableTypes,
] as const;
