/** Words of the product for values of the wire. */
import type { Tier } from '@undertow/contracts';
import type { FeedSource, FeedTier, PatternType, Trend } from '@undertow/market';

export const TREND_WORDS: Readonly<Record<Trend, string>> = {
  bullish: 'Bullish',
  bearish: 'Bearish',
  consolidating: 'Consolidating',
};

export const TIER_WORDS: Readonly<Record<Tier, string>> = {
  free: 'Free',
  basic: 'Basic',
  pro: 'Pro',
  elite: 'Elite',
};

/** Where market data comes from. */
export const FEED_WORDS: Readonly<Record<FeedSource, string>> = {
  simulated: 'Simulated exchange',
  replay: 'Replay of a recording',
  rithmic: 'Rithmic',
  databento: 'Databento',
  'databento-stand-in': 'Databento, stand-in',
  none: 'No market data',
};

/** What a feed shows. */
export const FEED_TIER_WORDS: Readonly<Record<FeedTier, string>> = {
  L3: 'Every order (market by order)',
  L2S: 'Price levels joined to trades',
  L2C: 'Conflated price levels',
  L1T: 'Trades and best prices',
};

export { DISCLAIMER, RISK_LINE } from '@undertow/contracts';

/** One or two letters of a name or an address, for the round mark. */
export function initialsOf(name: string): string {
  const parts = name.split(/[\s@.]+/).filter((part) => part !== '');
  const letters = parts.slice(0, 2).map((part) => part.charAt(0).toUpperCase());
  return letters.join('') || '?';
}

export const PATTERN_WORDS: Readonly<Record<PatternType, string>> = {
  volume_spike: 'Volume spike',
  support_resistance: 'Support or resistance',
  smart_reversal: 'Smart reversal',
  institutional_activity: 'Institutional activity',
  dark_pool_activity: 'Off-book & hidden liquidity',
  market_structure: 'Market structure',
  momentum_exhaustion: 'Momentum exhaustion',
  retail_trap_zone: 'Retail trap zone',
  price_prediction: 'Price prediction',
  cross_market: 'Cross-market',
  triple_convergence: 'Triple convergence',
};
