/** Makes the flow event of a spoofing-like pattern. It describes what was displayed and withdrawn, never a purpose. */

import {
  type EvidenceValue,
  expiryNs,
  type FlowEvent,
  type FlowEventStatus,
  formatPrice,
  joinNs,
  NS_PER_MS,
  orderIdString,
  SIDE_BID,
} from '@undertow/market';
import { eventId } from '#evidence/event-id.ts';
import { judgementFields, probabilityRule, withdrawnField } from '#evidence/judgement-fields.ts';
import { severityOf } from '#evidence/significance.ts';
import { bookSide, grouped, rule, times } from '#evidence/wording.ts';
import type { MarketView } from '#view/market-view.ts';
import { SPOOFING_MODEL, SPOOFING_SINGLE_MODEL } from './spoofing-models.ts';
import type { SpoofSequence } from './spoofing-sequence.ts';

/** Stable id of a sequence: also the key under which it is judged. */
export function sequenceKey(sequence: SpoofSequence, view: MarketView): string {
  return eventId({
    detector: 'spoofing',
    instrumentId: view.instrument.id,
    side: bookSide(sequence.side),
    priceTicks: sequence.startPriceTicks,
    startNs: joinNs(sequence.startHi, sequence.startLo),
    key: '',
  });
}

function statusOf(sequence: SpoofSequence, expired: boolean): FlowEventStatus {
  if (sequence.cycles >= 2) return 'confirmed';
  return expired ? 'expired' : 'open';
}

function ordersOf(sequence: SpoofSequence): EvidenceValue {
  return Array.from({ length: sequence.orders }, (_, at) => ({
    orderId: orderIdString(sequence.orderHi[at]!, sequence.orderLo[at]!),
    priceTicks: sequence.orderTicks[at]!,
    size: sequence.orderSizes[at]!,
  }));
}

function cyclesOf(sequence: SpoofSequence): EvidenceValue {
  const { cycleSizes, cycleLags, cyclePlaced, cycleWithdrawn } = sequence;
  const kept = Math.min(sequence.cycles, cycleSizes.length);
  return Array.from({ length: kept }, (_, index) => {
    const at = (sequence.cycles - kept + index) % cycleSizes.length;
    const placedMs = cyclePlaced[at]!;
    const withdrawnMs = cycleWithdrawn[at]!;
    return {
      size: cycleSizes[at]!,
      placedNs: String(BigInt(Math.round(placedMs)) * NS_PER_MS),
      withdrawnNs: String(BigInt(Math.round(withdrawnMs)) * NS_PER_MS),
      restedMs: Math.round(withdrawnMs - placedMs),
      lagMs: lagOf(cycleLags[at]!),
    };
  });
}

/** Null: no opposite fill came before. */
const lagOf = (ms: number): number | null =>
  ms === Number.POSITIVE_INFINITY ? null : Math.round(ms * 100) / 100;

/** Input of the judge. */
function featuresOf(sequence: SpoofSequence): EvidenceValue {
  const isFirst = sequence.cycles === 1;
  const { features: names } = isFirst ? SPOOFING_SINGLE_MODEL : SPOOFING_MODEL;
  const values = isFirst ? sequence.single : sequence.features;
  return Object.fromEntries(names.map((name, index) => [name, values[index]!]));
}

function describe(sequence: SpoofSequence, view: MarketView): string {
  const price = (ticks: number): string => formatPrice(view.instrument, ticks);
  const { lowTicks, highTicks, cycles } = sequence;
  const side = sequence.side === SIDE_BID ? 'bid' : 'offered';
  const where =
    lowTicks === highTicks ? `at ${price(lowTicks)}` : `from ${price(lowTicks)} to ${price(highTicks)}`;
  const layers = sequence.isLayered ? ` in ${sequence.orders} orders` : '';
  const often = cycles > 1 ? `, ${times(cycles)} in a row` : '';
  const what = `${grouped(sequence.size)} ${side}${layers} ${where}`;
  return `Spoofing-like pattern: ${what}, ${ENDS[endOf(sequence)]}${often}`;
}

/** What happened around the newest withdrawal. */
type End = 'fill' | 'flip' | 'following';

const ENDS: Readonly<Record<End, string>> = {
  fill: 'withdrawn after opposite fills',
  flip: 'withdrawn right before trades against that side',
  following: 'withdrawn after it had followed the price',
};

function endOf({ lagMs, flip }: SpoofSequence): End {
  if (lagMs !== Number.POSITIVE_INFINITY) return 'fill';
  return flip > 0 ? 'flip' : 'following';
}

function rulesOf(sequence: SpoofSequence): EvidenceValue {
  const { cycles } = sequence;
  const filled = Math.round((100 * sequence.filled) / Math.max(1, sequence.size));
  return [
    rule('Withdrawals around an opposite fill', cycles, 'at least 1', cycles >= 1),
    rule('Filled before it was withdrawn, percent', filled, 'at most 35', filled <= 35),
    probabilityRule(sequence.judgement),
  ];
}

/** `percentile`: share of earlier patterns that were not larger; `expired`: its window has ended. */
export function spoofingEvent(
  sequence: SpoofSequence,
  view: MarketView,
  shown: { readonly percentile: number; readonly expired: boolean },
): FlowEvent {
  const lastNs = joinNs(sequence.withdrawnHi, sequence.withdrawnLo);
  const updatedNs = sequence.detectedNs > lastNs ? sequence.detectedNs : lastNs;
  const nearTicks = sequence.side === SIDE_BID ? sequence.highTicks : sequence.lowTicks;
  const lowTicks = sequence.rangeLowTicks;
  const highTicks = sequence.rangeHighTicks;
  return {
    id: sequence.key,
    type: 'spoofing',
    sub: sequence.isLayered ? 'layering' : 'single',
    instrumentId: view.instrument.id,
    side: bookSide(sequence.side),
    priceTicks: nearTicks,
    priceLowTicks: lowTicks,
    priceHighTicks: highTicks,
    size: sequence.size,
    tier: view.tier,
    exact: false,
    ...judgementFields(sequence.judgement),
    ...withdrawnField(sequence.judgement),
    status: statusOf(sequence, shown.expired),
    startNs: joinNs(sequence.startHi, sequence.startLo),
    detectedNs: sequence.detectedNs,
    updatedNs,
    expiresNs: expiryNs('spoofing', updatedNs),
    degraded: sequence.degraded,
    description: describe(sequence, view),
    severity: severityOf(sequence.judgement.confidence, shown.percentile),
    zoneHeightTicks: highTicks === lowTicks ? null : highTicks - lowTicks,
    evidence: {
      stage: sequence.cycles >= 2 ? 'repeated' : 'suspected',
      cycles: cyclesOf(sequence),
      withdrawals: sequence.withdrawals,
      orders: view.tier === 'L3' ? ordersOf(sequence) : [],
      fillFraction: sequence.filled / Math.max(1, sequence.size),
      oppositeFilled: sequence.oppositeContracts,
      end: endOf(sequence),
      lagMs: lagOf(sequence.lagMs),
      features: featuresOf(sequence),
      limits: 'Intent and accounts are not in market data: this describes orders, not people.',
      firstNs: String(joinNs(sequence.startHi, sequence.startLo)),
      lastNs: String(lastNs),
      tier: view.tier,
      rules: rulesOf(sequence),
    },
  };
}
