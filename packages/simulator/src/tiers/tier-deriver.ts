/** Less detailed feeds of the same market: rows of orders (L3) in, rows of levels or of best prices and trades out. */
import type { EventBatch, FeedTier } from '@undertow/market';
import type { RowBuffer } from '#rows/row-buffer.ts';
import { BestPricesDeriver } from './best-prices-deriver.ts';
import { ConflatedDeriver } from './conflated-deriver.ts';
import type { TierDeriver } from './derived-feed.ts';
import { LevelsDeriver } from './levels-deriver.ts';

class SameFeed implements TierDeriver {
  derive({ rows, count }: EventBatch, sink: RowBuffer): void {
    sink.appendRows(rows, count);
  }

  finish(): void {
    // Nothing is held back.
  }
}

/**
 * L2S: ten levels once per match event, trades with the sequence of their round. L2C: levels sampled each 100, 250 or
 * 1000 ms (drawn from the seed) with jitter, trades stamped up to 20 ms off. L1T: trades and best prices.
 */
export function createTierDeriver(tier: FeedTier, { seed }: { readonly seed: number }): TierDeriver {
  switch (tier) {
    case 'L3':
      return new SameFeed();
    case 'L2S':
      return new LevelsDeriver();
    case 'L2C':
      return new ConflatedDeriver(seed);
    case 'L1T':
      return new BestPricesDeriver();
  }
}
