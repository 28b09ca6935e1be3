/** The recorded market that a dry run reads. */
import type { ViewSource } from '#ports/account-feeds.ts';
import type { MarketStore } from '#ports/market-store.ts';

export type PastMarket = Pick<MarketStore, 'listBars' | 'listEvents'>;

/** What is recorded of the market: of an own feed minutes of its history plant too, where none are stored. */
export function pastOf(house: PastMarket, { isAccountFeed, market, views }: ViewSource): PastMarket {
  if (!isAccountFeed || market === null) return house;
  return {
    listEvents: (...query) => market.listEvents(...query),
    async listBars(id, source, fromMs, toMs) {
      const stored = await market.listBars(id, source, fromMs, toMs);
      return stored.length > 0 ? stored : views.minuteBars(id, fromMs, toMs);
    },
  };
}
