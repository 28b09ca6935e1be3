/** Makes the flow event of a support or resistance zone from the map and what was judged of it. */

import {
  expiryNs,
  type FlowEvent,
  type FlowEventStatus,
  formatPrice,
  NS_PER_MS,
  SIDE_BID,
} from '@undertow/market';
import { isRaised, type Judgement } from '#calibration/judge.ts';
import { eventId } from '#evidence/event-id.ts';
import { headlineFields, judgementFields } from '#evidence/judgement-fields.ts';
import { severityOf } from '#evidence/significance.ts';
import { bookSide, grouped, rule } from '#evidence/wording.ts';
import type { LevelMap } from '#level-map/level-map.ts';
import { confluenceOf } from '#level-map/level-sources.ts';
import { betaAbove } from '#statistics/beta.ts';
import type { MarketView } from '#view/market-view.ts';

/** Share of false discoveries that is borne among the zones raised. */
export const FALSE_DISCOVERIES = 0.1;

export type LevelOutcome = 'near' | 'touched' | 'bounced' | 'broken' | 'left' | 'gone' | 'interrupted';

/** What is remembered of a zone that was raised. */
export interface RaisedLevel {
  readonly id: string;
  readonly detectedMs: number;
  readonly bornMs: number;
  readonly lowTicks: number;
  readonly highTicks: number;
  readonly confluence: readonly string[];
  /** Whether it is a level, and whether price turns there. */
  existence: Judgement;
  bounce: Judgement;
  updatedMs: number;
  outcome: LevelOutcome;
  degraded: boolean;
}

const STATUS: Readonly<Record<LevelOutcome, FlowEventStatus>> = {
  near: 'open',
  touched: 'open',
  bounced: 'confirmed',
  broken: 'failed',
  left: 'expired',
  gone: 'expired',
  interrupted: 'expired',
};

function nsOf(timeMs: number): bigint {
  return BigInt(Math.round(timeMs)) * NS_PER_MS;
}

/** The zone as it is when it is raised; its event is made from it at each change. */
export function raiseLevel(
  map: LevelMap,
  slot: number,
  side: number,
  { existence, bounce }: Pick<RaisedLevel, 'existence' | 'bounce'>,
  view: MarketView,
): RaisedLevel {
  const lowTicks = map.touches.lowTicks[slot]!;
  const highTicks = map.touches.highTicks[slot]!;
  const bornMs = map.bornMs[slot]!;
  const id = eventId({
    detector: side === SIDE_BID ? 'support' : 'resistance',
    instrumentId: view.instrument.id,
    side: bookSide(side),
    priceTicks: lowTicks,
    startNs: nsOf(bornMs),
    key: String(view.timeMs),
  });
  return {
    id,
    detectedMs: view.timeMs,
    bornMs,
    lowTicks,
    highTicks,
    confluence: confluenceOf(view, map.prices, lowTicks, highTicks, map.bandwidthTicks),
    existence,
    bounce,
    updatedMs: view.timeMs,
    outcome: 'near',
    degraded: false,
  };
}

/** `percentile`: share of earlier zones that had not more volume. */
export function levelEvent(
  map: LevelMap,
  slot: number,
  side: number,
  raised: RaisedLevel,
  view: MarketView,
  percentile: number,
): FlowEvent {
  const { existence, bounce, lowTicks, highTicks } = raised;
  const isSupport = side === SIDE_BID;
  const edgeTicks = isSupport ? highTicks : lowTicks;
  const volume = volumeIn(map, lowTicks, highTicks);
  const type = isSupport ? 'support' : 'resistance';
  const updatedNs = nsOf(raised.updatedMs);
  return {
    id: raised.id,
    type,
    sub: null,
    instrumentId: view.instrument.id,
    side: bookSide(side),
    priceTicks: edgeTicks,
    priceLowTicks: lowTicks,
    priceHighTicks: highTicks,
    size: Math.round(volume),
    tier: view.tier,
    exact: false,
    // A zone that is shown for its touches alone claims no more than them
    ...(isRaised(existence) ? headlineFields(existence, bounce) : judgementFields(bounce)),
    status: STATUS[raised.outcome],
    startNs: nsOf(raised.bornMs),
    detectedNs: nsOf(raised.detectedMs),
    updatedNs,
    expiresNs: expiryNs(type, updatedNs),
    degraded: raised.degraded,
    description: describe(map, slot, isSupport, raised, view),
    severity: severityOf(existence.confidence, percentile),
    zoneHeightTicks: highTicks - lowTicks,
    evidence: evidenceOf(map, slot, raised, view, volume),
  };
}

function evidenceOf(
  map: LevelMap,
  slot: number,
  raised: RaisedLevel,
  view: MarketView,
  volume: number,
): FlowEvent['evidence'] {
  const { a, b } = map.pseudoLevels.posterior(slot);
  const nullMean = map.pseudoLevels.bounceRate;
  const rate = map.falseDiscoveryRate(slot);
  const touches = map.touches.touches[slot]!;
  const bounces = map.touches.bounces[slot]!;
  const { bounce } = raised;
  return {
    bounce: { p: bounce.confidence, low: bounce.low, high: bounce.high, calibrator: bounce.calibrator },
    zone: { lowTicks: raised.lowTicks, highTicks: raised.highTicks },
    touches: map.records.touchesOf(slot).map(({ timeMs, bounced }) => ({
      timeNs: String(nsOf(timeMs)),
      outcome: bounced ? 'bounce' : 'break',
    })),
    touchesInRole: touches,
    bouncesInRole: bounces,
    volumeInZone: Math.round(volume),
    posteriorMean: a / (a + b),
    chanceAboveNull: betaAbove(nullMean, a, b),
    nullMean,
    nullTouches: map.pseudoLevels.settledTouches,
    pValue: map.pValue(slot),
    qValue: rate,
    absorbedRank: map.records.absorbedRank[slot]!,
    confluence: raised.confluence,
    outcome: raised.outcome,
    formedNs: String(nsOf(raised.bornMs)),
    tier: view.tier,
    rules: [
      rule(
        'False discovery rate against arbitrary prices',
        rate.toFixed(3),
        `at most ${FALSE_DISCOVERIES}`,
        rate <= FALSE_DISCOVERIES,
      ),
      rule(
        'Bounces of touches',
        `${bounces} of ${touches}`,
        `more than ${Math.round(100 * nullMean)}%`,
        true,
      ),
    ],
  };
}

function describe(
  map: LevelMap,
  slot: number,
  isSupport: boolean,
  raised: RaisedLevel,
  view: MarketView,
): string {
  const low = formatPrice(view.instrument, raised.lowTicks);
  const high = formatPrice(view.instrument, raised.highTicks);
  const touches = map.touches.touches[slot]!;
  const bounces = map.touches.bounces[slot]!;
  const turned = `${grouped(bounces)} of ${grouped(touches)} ${touches === 1 ? 'touch' : 'touches'} turned`;
  const usual = `arbitrary prices turned ${Math.round(100 * map.pseudoLevels.bounceRate)}%`;
  return `${isSupport ? 'Support' : 'Resistance'} ${low} to ${high}: ${turned}, ${usual}`;
}

export function volumeIn(map: LevelMap, lowTicks: number, highTicks: number): number {
  let volume = 0;
  for (let price = lowTicks; price <= highTicks; price += 1) volume += map.prices.volumeAt(price);
  return volume;
}
