/** The answer sheet's line about something harmless that happened at a swing. */
import { SIDE_BID } from '@undertow/market';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import type { Seeker } from '#agents/frame/swing-seekers.ts';

export interface Harmless {
  readonly sub: string;
  readonly name: string;
  readonly fromNs: number;
  readonly params: { readonly [name: string]: number | string | boolean };
}

/** From `fromNs` until now; it shows from the first trade beyond the level on. */
export function labelAtSwing(
  market: MarketAccess,
  seeker: Seeker,
  { sub, name, fromNs, params }: Harmless,
): void {
  const { levelTicks, extremeTicks, side, serial } = seeker;
  market.onLabel({
    id: `${name}-${market.instrumentId}-${serial}`,
    type: 'neg',
    sub,
    side: side === SIDE_BID ? 'bid' : 'ask',
    instrumentId: market.instrumentId,
    t0Ns: market.exchangeNs(fromNs),
    t1Ns: market.exchangeNs(market.nowNs),
    tEvidentNs: market.exchangeNs(seeker.brokenNs),
    priceLowTicks: Math.min(levelTicks, extremeTicks),
    priceHighTicks: Math.max(levelTicks, extremeTicks),
    qty: seeker.taken,
    agentIds: [`${name}/${serial}`],
    orderIds: seeker.takerIds,
    params: { levelTicks, ...params },
    observability: 'strong',
    success: null,
  });
}
