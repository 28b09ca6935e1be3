/** Makes the flow event of a chain of slices. */

import {
  type EvidenceValue,
  expiryNs,
  type FlowEvent,
  formatPrice,
  joinNs,
  orderIdString,
} from '@undertow/market';
import { eventId } from '#evidence/event-id.ts';
import { judgementFields, probabilityRule, withdrawnField } from '#evidence/judgement-fields.ts';
import { severityOf } from '#evidence/significance.ts';
import { bookSide, grouped, rule, times } from '#evidence/wording.ts';
import type { MarketView } from '#view/market-view.ts';
import { SYNTHETIC_MODEL, type SyntheticChain } from './iceberg-synthetic-chain.ts';

/** Stable id of a chain: also the key under which it is judged. */
export function chainKey(chain: SyntheticChain, view: MarketView): string {
  return eventId({
    detector: 'iceberg/synthetic',
    instrumentId: view.instrument.id,
    side: bookSide(chain.side),
    priceTicks: chain.startPriceTicks,
    startNs: joinNs(chain.startHi, chain.startLo),
    key: chain.orderHi === 0 && chain.orderLo === 0 ? '' : orderIdString(chain.orderHi, chain.orderLo),
  });
}

function linksOf(chain: SyntheticChain): EvidenceValue {
  const kept = Math.min(chain.links, chain.delays.length);
  return Array.from({ length: kept }, (_, index) => {
    const at = (chain.links - kept + index) % chain.delays.length;
    return {
      delayMs: Math.round(chain.delays[at]! * 1000) / 1000,
      size: chain.sizes[at]!,
      priceTicks: chain.prices[at]!,
    };
  });
}

function rulesOf(chain: SyntheticChain): EvidenceValue {
  return [
    rule('Orders that followed a fill', chain.links, 'at least 3', chain.links >= 3),
    rule('Log likelihood ratio against the crowd', chain.score.toFixed(1), 'at least 2', chain.score >= 2),
    probabilityRule(chain.judgement),
  ];
}

/** `percentile`: share of earlier ones that were not larger; `expired`: its window has ended. */
export function syntheticIcebergEvent(
  chain: SyntheticChain,
  view: MarketView,
  shown: { readonly percentile: number; readonly expired: boolean },
): FlowEvent {
  const { percentile, expired } = shown;
  const side = bookSide(chain.side);
  const lastNs = joinNs(chain.lastHi, chain.lastLo);
  const price = formatPrice(view.instrument, chain.priceTicks);
  const subject = side === 'bid' ? 'Bid' : 'Ask';
  return {
    id: chain.key,
    type: 'iceberg',
    sub: 'synthetic',
    instrumentId: view.instrument.id,
    side,
    priceTicks: chain.priceTicks,
    priceLowTicks: chain.lowTicks,
    priceHighTicks: chain.highTicks,
    size: chain.executed,
    tier: view.tier,
    exact: false,
    ...judgementFields(chain.judgement),
    ...withdrawnField(chain.judgement),
    status: expired ? 'expired' : 'open',
    startNs: joinNs(chain.startHi, chain.startLo),
    detectedNs: chain.detectedNs,
    updatedNs: lastNs,
    expiresNs: expiryNs('iceberg', lastNs),
    degraded: chain.degraded,
    description: `${subject} replaced ${times(chain.links)} after fills at ${price}, ${grouped(chain.executed)} traded`,
    severity: severityOf(chain.judgement.confidence, percentile),
    zoneHeightTicks: null,
    evidence: {
      orderIds:
        chain.orderHi === 0 && chain.orderLo === 0 ? [] : [orderIdString(chain.orderHi, chain.orderLo)],
      slices: chain.links + 1,
      meanSlice: chain.meanSize,
      executed: chain.executed,
      medianDelayMs: Math.round(Math.exp(chain.logDelaySum / chain.links) * 100) / 100,
      likelihoodRatio: Math.round(chain.score * 100) / 100,
      requotesWithoutFill: chain.requotes,
      links: linksOf(chain),
      features: Object.fromEntries(
        SYNTHETIC_MODEL.features.map((name, index) => [name, chain.features[index]!]),
      ),
      firstNs: String(joinNs(chain.startHi, chain.startLo)),
      lastNs: String(lastNs),
      tier: view.tier,
      rules: rulesOf(chain),
    },
  };
}
