/** Makes the flow event of an absorption from its episode and the result of the judge. */

import {
  expiryNs,
  type FlowEvent,
  type FlowEventStatus,
  formatPrice,
  joinNs,
  type OutcomeBarriers,
} from '@undertow/market';
import type { Judgement } from '#calibration/judge.ts';
import { eventId } from '#evidence/event-id.ts';
import { cappedJudgement, headlineFields, withdrawnField } from '#evidence/judgement-fields.ts';
import { severityOf } from '#evidence/significance.ts';
import { bookSide, grouped, rule } from '#evidence/wording.ts';
import type { MarketView } from '#view/market-view.ts';
import { type AbsorptionEpisode, ZONE_TICKS } from './absorption-episode.ts';
import type { AbsorptionMeasures } from './absorption-features.ts';

/**
 * The usual requirements of an absorption (detection reference, section 7); the probability weighs all of it together.
 */
const USUAL = { volumeZ: 3, impactZ: 2.5, refillRatio: 0.5, holdSeconds: 2 } as const;

export interface AbsorptionFinding {
  readonly episode: AbsorptionEpisode;
  readonly measures: AbsorptionMeasures;
  readonly existence: Judgement;
  readonly hold: Judgement;
  /** The most that this tier can prove. */
  readonly cap: number;
  readonly detectedNs: bigint;
  /** Move away from the zone that confirms it, ticks. */
  readonly neededTicks: number;
  readonly barriers: OutcomeBarriers;
}

function statusOf({ outcome }: AbsorptionEpisode): FlowEventStatus {
  return outcome === 'interrupted' ? 'expired' : outcome;
}

function describe({ episode, hold }: AbsorptionFinding, view: MarketView): string {
  const bid = bookSide(episode.side) === 'bid';
  const price = formatPrice(view.instrument, episode.anchorTicks);
  const seconds = Math.max(1, Math.round((episode.lastHitMs - episode.startMs) / 1000));
  const fact = `${grouped(episode.absorbed)} ${bid ? 'sold into the bid' : 'bought from the ask'} at ${price} in ${seconds} s, price moved ${episode.progress} ${episode.progress === 1 ? 'tick' : 'ticks'}`;
  if (hold.calibrator === 'score') return fact;
  return `${fact}; ${Math.round(hold.confidence * 100)}% of such held`;
}

function rulesOf(measures: AbsorptionMeasures): FlowEvent['evidence'][string] {
  // The feature is a logarithm: two seconds come back as 1.9999999999999996
  const hold = Math.round(1000 * Math.expm1(measures.holdSeconds)) / 1000;
  const one = (name: string, value: number, usual: number): FlowEvent['evidence'][string] =>
    rule(name, value.toFixed(1), `usually at least ${usual}`, value >= usual);
  return [
    one('Volume against this time of day, deviations', measures.volumeZ, USUAL.volumeZ),
    one('Missing move for that volume, deviations', measures.impactZ, USUAL.impactZ),
    one('Contracts put in again for each one taken', measures.refillRatio, USUAL.refillRatio),
    one('Seconds held', hold, USUAL.holdSeconds),
  ];
}

/** Stable id of a zone. */
export function absorptionId(zone: AbsorptionEpisode, { instrument }: MarketView): string {
  return eventId({
    detector: 'absorption',
    instrumentId: instrument.id,
    side: bookSide(zone.side),
    priceTicks: zone.anchorTicks,
    startNs: joinNs(zone.startHi, zone.startLo),
    key: '',
  });
}

/** `percentile`: share of earlier absorptions that were not larger. */
export function absorptionEvent(finding: AbsorptionFinding, view: MarketView, percentile: number): FlowEvent {
  const { episode, measures, existence, hold, cap, neededTicks, barriers } = finding;
  const judgement = cappedJudgement(existence, cap);
  const hitNs = joinNs(episode.lastHitHi, episode.lastHitLo);
  // It was found at a full 100 ms, a moment after the hit.
  const updatedNs = hitNs > finding.detectedNs ? hitNs : finding.detectedNs;
  return {
    id: episode.id,
    type: 'absorption',
    sub: null,
    instrumentId: view.instrument.id,
    side: bookSide(episode.side),
    priceTicks: episode.anchorTicks,
    priceLowTicks: episode.lowTicks,
    priceHighTicks: episode.highTicks,
    size: episode.absorbed,
    tier: view.tier,
    exact: false,
    ...headlineFields(judgement, cappedJudgement(hold, cap)),
    ...withdrawnField(judgement),
    status: statusOf(episode),
    startNs: joinNs(episode.startHi, episode.startLo),
    detectedNs: finding.detectedNs,
    updatedNs,
    expiresNs: expiryNs('absorption', updatedNs),
    degraded: episode.degraded,
    description: describe(finding, view),
    severity: severityOf(judgement.confidence, percentile),
    barriers,
    zoneHeightTicks: Math.max(ZONE_TICKS, episode.highTicks - episode.lowTicks),
    evidence: {
      absorbed: episode.absorbed,
      opposite: episode.opposite,
      aggressors: episode.aggressors,
      shownFirst: episode.shownFirst,
      shownNow: episode.shown,
      hidden: episode.hidden,
      refillRatio: measures.refillRatio,
      volumeZ: measures.volumeZ,
      impactZ: measures.impactZ,
      oneSided: measures.oneSided,
      progressTicks: episode.progress,
      durationMs: Math.round(episode.lastHitMs - episode.startMs),
      hold: { p: hold.confidence, low: hold.low, high: hold.high, calibrator: hold.calibrator },
      heldMeans: `the mid moves ${neededTicks} ticks away within a minute before price trades two ticks through`,
      outcome: episode.outcome,
      tier: view.tier,
      rules: rulesOf(measures),
    },
  };
}
