/** Maps tiers to prices and prices to tiers. */
import type { PaidTier } from '@undertow/contracts';

/** Prices by tier, the one that is sold first; those after it are of people who subscribed at an earlier price. */
type TierPrices = Readonly<Record<PaidTier, readonly [string, ...string[]]>>;

export interface PriceList {
  /** The price that is sold now. */
  priceOf(tier: PaidTier): string;
  /** Undefined for a price that is not ours. */
  tierOf(priceId: string): PaidTier | undefined;
}

export function createPriceList(prices: TierPrices): PriceList {
  const tiers = new Map<string, PaidTier>();
  for (const [tier, ids] of Object.entries(prices)) for (const id of ids) tiers.set(id, tier as PaidTier);
  return { priceOf: (tier) => prices[tier][0], tierOf: (priceId) => tiers.get(priceId) };
}
