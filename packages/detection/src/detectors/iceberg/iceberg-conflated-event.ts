/** Makes the flow event of a price that traded more than it ever showed. */

import { expiryNs, type FlowEvent, formatPrice, joinNs } from '@undertow/market';
import { eventId } from '#evidence/event-id.ts';
import { judgementFields, probabilityRule } from '#evidence/judgement-fields.ts';
import { severityOf } from '#evidence/significance.ts';
import { bookSide, grouped, rule } from '#evidence/wording.ts';
import type { MarketView } from '#view/market-view.ts';
import type { LevelEpisode } from './iceberg-conflated-episode.ts';

/** Stable id of an episode: also the key under which it is judged. */
export function episodeKey(episode: LevelEpisode, view: MarketView): string {
  return eventId({
    detector: 'iceberg/conflated',
    instrumentId: view.instrument.id,
    side: bookSide(episode.side),
    priceTicks: episode.priceTicks,
    startNs: joinNs(episode.startHi, episode.startLo),
    key: '',
  });
}

/** `percentile`: share of earlier ones that were not larger; `expired`: its window has ended. */
export function conflatedIcebergEvent(
  episode: LevelEpisode,
  view: MarketView,
  shown: { readonly percentile: number; readonly expired: boolean },
): FlowEvent {
  const side = bookSide(episode.side);
  const lastNs = joinNs(episode.lastHi, episode.lastLo);
  const { priceTicks, hidden, traded } = episode;
  const subject = side === 'bid' ? 'Bid' : 'Ask';
  const price = formatPrice(view.instrument, priceTicks);
  return {
    id: episode.key,
    type: 'iceberg',
    sub: 'conflated',
    instrumentId: view.instrument.id,
    side,
    priceTicks,
    priceLowTicks: priceTicks,
    priceHighTicks: priceTicks,
    size: hidden,
    tier: view.tier,
    exact: false,
    ...judgementFields(episode.judgement),
    status: shown.expired ? 'expired' : 'open',
    startNs: joinNs(episode.startHi, episode.startLo),
    detectedNs: episode.detectedNs,
    updatedNs: lastNs,
    expiresNs: expiryNs('iceberg', lastNs),
    degraded: episode.degraded,
    description: `${subject} traded ${grouped(traded)} at ${price}, at least ${grouped(hidden)} never shown on sampled levels`,
    severity: severityOf(episode.judgement.confidence, shown.percentile),
    zoneHeightTicks: null,
    evidence: {
      hiddenAtLeast: hidden,
      executed: traded,
      shownAtStart: episode.shownAtStart,
      gained: episode.gained,
      replenishments: episode.replenishments,
      trades: episode.trades,
      firstNs: String(joinNs(episode.startHi, episode.startLo)),
      lastNs: String(lastNs),
      tier: view.tier,
      rules: [
        rule(
          'Times the level showed more than was left',
          episode.replenishments,
          'at least 2',
          episode.replenishments >= 2,
        ),
        probabilityRule(episode.judgement),
      ],
    },
  };
}
