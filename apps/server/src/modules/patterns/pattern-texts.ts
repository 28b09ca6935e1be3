/** Name and one-sentence description of each AI pattern type. */
import type { PatternType } from '@undertow/market';

export const PATTERN_TEXTS: Readonly<
  Record<PatternType, { readonly name: string; readonly description: string }>
> = {
  volume_spike: {
    name: 'Volume spike',
    description: 'Traded volume far above what this time of day usually sees.',
  },
  support_resistance: {
    name: 'Support & resistance',
    description: 'Prices at which resting orders have held repeatedly.',
  },
  smart_reversal: {
    name: 'Smart reversal',
    description: 'A turn in price after aggressive flow was absorbed at a level.',
  },
  institutional_activity: {
    name: 'Institutional activity',
    description: 'Large orders worked in parts: refills, equal slices and steady participation.',
  },
  dark_pool_activity: {
    name: 'Off-book & hidden liquidity',
    description: 'Size that the displayed book did not show: blocks and hidden refills.',
  },
  market_structure: {
    name: 'Market structure',
    description: 'Breaks of swing highs and lows, and the range that price holds between them.',
  },
  momentum_exhaustion: {
    name: 'Momentum exhaustion',
    description: 'Aggressive volume that moves price less and less.',
  },
  retail_trap_zone: {
    name: 'Retail trap zone',
    description: 'A break of an obvious level that failed at once with volume caught beyond it.',
  },
  price_prediction: {
    name: 'Price prediction',
    description:
      'A calibrated probability for the next move, with the record of how such probabilities came out.',
  },
  cross_market: {
    name: 'Cross-market',
    description: 'Order flow in one instrument that another has not followed yet.',
  },
  triple_convergence: {
    name: 'Triple convergence',
    description: 'Three independent signals at one price within a short time.',
  },
};
