/** Bars, order book, session facts and feed state of one instrument, as the viewer sees them. */
import {
  getEventCounts,
  getFeedStatus,
  getMarketData,
  getOrderBook,
  getSessionFacts,
  listDetectableTypes,
  listFeedGaps,
} from '@undertow/contracts';
import { detectableTypes } from '@undertow/detection';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import { openView } from '#http/bind/view.ts';
import type { MarketStore } from '#ports/market-store.ts';
import { gapsOf } from './feed-gaps.ts';

export interface MarketDataParts {
  readonly marketStore: Pick<MarketStore, 'listGaps'>;
}

export function bindMarketDataRoutes(binder: RouteBinder, { marketStore }: MarketDataParts): void {
  binder.bindInstrument(getMarketData, 'prices', async (call) => {
    const { timeframe, limit, end, contracts } = call.query;
    const endMs = end === undefined ? null : Date.parse(end);
    return [...(await openView(call).bars(timeframe, limit, endMs, contracts))];
  });

  binder.bindInstrument(getOrderBook, 'prices', async (call) => [...openView(call).orderBook()]);

  binder.bindInstrument(getEventCounts, 'events', async (call) =>
    openView(call).counts(call.entitlement.rules.eventTypes),
  );

  binder.bindInstrument(getSessionFacts, 'prices', async (call) => openView(call).facts());

  binder.bindInstrument(getFeedStatus, 'nothing', async (call) => openView(call).status());

  binder.bindInstrument(listFeedGaps, 'nothing', async (call) => {
    const { from, to } = call.query;
    const { isAccountFeed, market } = call.viewSource;
    return gapsOf(isAccountFeed ? market : marketStore, openView(call), { from, to });
  });

  binder.bindInstrument(listDetectableTypes, 'nothing', async (call) => {
    const { tier } = openView(call).status();
    const { eventTypes, patternTypes } = call.entitlement.rules;
    const seen: readonly string[] = [...eventTypes, ...patternTypes];
    return { tier, types: detectableTypes(tier).filter(({ type }) => seen.includes(type)) };
  });
}
