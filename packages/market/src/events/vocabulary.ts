/** Lists of names that more than one package uses; order-flow event types have a table of their own. */

/** AI pattern types of the product. `dark_pool_activity` is shown as "Off-book & hidden liquidity". */
export const PATTERN_TYPES = [
  'volume_spike',
  'support_resistance',
  'smart_reversal',
  'institutional_activity',
  'dark_pool_activity',
  'market_structure',
  'momentum_exhaustion',
  'retail_trap_zone',
  'price_prediction',
  'cross_market',
  'triple_convergence',
] as const;
export type PatternType = (typeof PATTERN_TYPES)[number];

/** Sides of the book; aggressors are buy and sell. */
export const BOOK_SIDES = ['bid', 'ask'] as const;
export type BookSide = (typeof BOOK_SIDES)[number];

/**
 * What the probability of a finding is worth: proven by the exchange's messages; measured in markets it was not trained on;
 * measured without proven skill, shown on request; or without skill or data, and never raised.
 */
export const FINDING_STATES = ['exact', 'calibrated', 'experimental', 'unavailable'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a feed can show: every order, levels joined to trades, conflated levels, trades and best prices. */
export const FEED_TIERS = ['L3', 'L2S', 'L2C', 'L1T'] as const;
export type FeedTier = (typeof FEED_TIERS)[number];

/**
 * Where market data comes from. Rows of different sources are never mixed: what another gateway than Databento's own sends may not be
 * the exchange's and is a source of its own.
 */
export const FEED_SOURCES = [
  'simulated',
  'replay',
  'rithmic',
  'databento',
  'databento-stand-in',
  'none',
] as const;
export type FeedSource = (typeof FEED_SOURCES)[number];

/**
 * State of one instrument's feed. Only `live` and `auction` raise events; in an auction orders are collected and nothing matches;
 * `stale` and `halted` keep the book but mark it as old or that no trading takes place; `closed` is outside the venue's hours.
 */
export const FEED_STATES = [
  ...(['syncing', 'live', 'gap', 'resync', 'stale', 'auction', 'halted', 'closed'] as const),
] as const;
export type FeedState = (typeof FEED_STATES)[number];

/** Trading status of an instrument as the venue announces it. */
export const TRADING_STATUSES = ['preopen', 'open', 'halt', 'close'] as const;
export type TradingStatus = (typeof TRADING_STATUSES)[number];

/** Bar lengths the product draws, in minutes. */
export const TIMEFRAME_MINUTES = [1, 5, 10, 15, 30, 60] as const;
export type TimeframeMinutes = (typeof TIMEFRAME_MINUTES)[number];

export const TRENDS = ['bullish', 'bearish', 'consolidating'] as const;
export type Trend = (typeof TRENDS)[number];

/** How trades meet a price: they go from one side of it to the other, or touch it from either side. */
export const LEVEL_TESTS = ['crosses', 'crosses_above', 'crosses_below', 'reaches'] as const;
export type LevelTest = (typeof LEVEL_TESTS)[number];

/** Levels of a session that a rule can be near to. */
export const NEAR_LEVELS = [
  'vwap',
  'prior_high',
  'prior_low',
  'prior_settlement',
  'overnight_high',
  'overnight_low',
  'opening_range_high',
  'opening_range_low',
  'point_of_control',
  'value_area_high',
  'value_area_low',
] as const;
export type NearLevel = (typeof NEAR_LEVELS)[number];

/** Hours of an instrument in which a rule may fire: always, its regular day session, or outside of it. */
export const SESSION_HOURS = ['any', 'regular', 'overnight'] as const;
export type SessionHours = (typeof SESSION_HOURS)[number];

/** Whether a rule may fire in the window around a scheduled release. */
export const NEWS_FILTERS = ['any', 'outside', 'inside'] as const;
export type NewsFilter = (typeof NEWS_FILTERS)[number];
