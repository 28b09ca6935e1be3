/** Makes the flow event of a native iceberg from what was seen of it. */
import {
  type EvidenceValue,
  expiryNs,
  type FlowEvent,
  type FlowEventStatus,
  formatPrice,
} from '@undertow/market';
import { eventId } from '#evidence/event-id.ts';
import { severityOf } from '#evidence/significance.ts';
import { bookSide, grouped, rule, times } from '#evidence/wording.ts';
import type { MarketView } from '#view/market-view.ts';
import type { RemainingSize } from './iceberg-forecast.ts';
import type { IcebergOrder, RaisedOn } from './iceberg-order.ts';

function statusOf(iceberg: IcebergOrder): FlowEventStatus {
  if (iceberg.outcome === 'completed') return 'confirmed';
  return iceberg.expired || iceberg.outcome !== 'working' ? 'expired' : 'open';
}

/** One of the two rules had to hold when it was raised. */
function rulesOf({ contracts, neededContracts, tranches, neededTranches }: RaisedOn): EvidenceValue {
  return [
    rule('Refills', tranches, `at least ${neededTranches}, or`, tranches >= neededTranches),
    rule(
      'Contracts executed and reinstated',
      contracts,
      `at least ${grouped(neededContracts)}`,
      contracts >= neededContracts,
    ),
  ];
}

/** Fields of an event beside the iceberg itself. */
export interface ShownWith {
  readonly raised: RaisedOn;
  /** Share of earlier icebergs that were not larger. */
  readonly percentile: number;
  readonly forecast: RemainingSize | null;
}

/** An iceberg that was not raised is a minor fact: reported as such, with the lowest severity. */
export function icebergEvent(
  iceberg: IcebergOrder,
  view: MarketView,
  { raised, percentile, forecast }: ShownWith,
): FlowEvent {
  const isMinor = iceberg.raised === null;
  const side = bookSide(iceberg.side);
  const prices = iceberg.pricePath.map(({ priceTicks }) => priceTicks);
  const confidence = 1 - view.gapRate;
  const price = formatPrice(view.instrument, iceberg.priceTicks);
  const subject = side === 'bid' ? 'Bid' : 'Ask';
  return {
    id: eventId({
      detector: 'iceberg/native',
      instrumentId: view.instrument.id,
      side,
      priceTicks: iceberg.startPriceTicks,
      startNs: iceberg.startNs,
      key: iceberg.orderId ?? '',
    }),
    type: 'iceberg',
    sub: 'native',
    instrumentId: view.instrument.id,
    side,
    priceTicks: iceberg.priceTicks,
    priceLowTicks: Math.min(...prices),
    priceHighTicks: Math.max(...prices),
    size: iceberg.executed,
    tier: view.tier,
    exact: true,
    confidence,
    confidenceLow: confidence,
    confidenceHigh: confidence,
    score: null,
    calibrator: 'exact',
    status: statusOf(iceberg),
    startNs: iceberg.startNs,
    detectedNs: iceberg.detectedNs,
    updatedNs: iceberg.lastNs,
    expiresNs: expiryNs('iceberg', iceberg.lastNs),
    degraded: iceberg.degraded,
    description: `${subject} refilled ${times(iceberg.tranches)} at ${price}, ${grouped(iceberg.executed)} traded`,
    severity: isMinor ? 'low' : severityOf(confidence, percentile),
    zoneHeightTicks: null,
    evidence: {
      orderIds: iceberg.orderId === null ? [] : [iceberg.orderId],
      displaySize: iceberg.displaySize,
      displayExact: iceberg.displayExact,
      minor: isMinor,
      tranches: iceberg.tranches,
      executed: iceberg.executed,
      hiddenSeen: iceberg.hiddenSeen,
      firstNs: String(iceberg.startNs),
      lastNs: String(iceberg.lastNs),
      outcome: iceberg.outcome,
      pricePath: iceberg.pricePath.slice(),
      refills: iceberg.refills.slice(),
      forecast: forecast === null ? null : { ...forecast },
      tier: view.tier,
      rules: rulesOf(raised),
    },
  };
}
