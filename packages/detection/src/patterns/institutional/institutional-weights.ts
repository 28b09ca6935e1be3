/** How the evidence for a programme is weighed: its models and the numbers that they are given. */
import type { ModelSpec } from '#calibration/judge.ts';
import type { MarketView } from '#view/market-view.ts';
import { type Band, sizeOf } from './institutional-clips.ts';
import type { HiddenFamily } from './institutional-families.ts';

const TRUTH = { from: 'labels', type: 'institutional', sub: null, strongOnly: true } as const;

/**
 * Hidden orders that show alike and follow one another. One number, put together from mechanics below: in training
 * markets, where hidden orders are many times as frequent as in real markets, separate weights would be learnt from
 * their coincidences.
 */
export const INSTITUTIONAL: ModelSpec = {
  name: 'institutional',
  version: 2,
  features: ['evidence'],
  truth: TRUTH,
};

/**
 * Clips of one size class: far weaker evidence, with a curve of its own so that it does not flatten that of the other.
 */
export const INSTITUTIONAL_CLIPS: ModelSpec = {
  name: 'institutional_clips',
  version: 1,
  features: ['evidence', 'steadiness', 'purity', 'size', 'flow'],
  truth: TRUTH,
};

const MAX_SURPRISE = 6;
const MIN_SURPRISE = -3;
/** What a nat of surprise, and a deviation of a stream against it, weigh beside a third order. */
const NAT = 0.3;
const DEVIATION = 0.5;
/** Half of the refills beside one another: not one trader that works one order at a time. */
const OVERLAP = 2;
const MAX_BEYOND = 3;
const MAX_EVIDENCE = 10;
/** A programme takes part with less than this logarithm of a share; who defends a level takes most of the volume. */
const USUAL_SHARE = -1.5;
/** Deviations of one-sided aggressors against it that any buyer or seller may meet. */
const USUAL_STREAM = 1.5;

export const bounded = (value: number, least: number, most: number): number =>
  Number.isNaN(value) ? 0 : Math.min(most, Math.max(least, value));

/**
 * A sum of evidence that the orders are one programme's; `flow`: deviations of its direction's aggressors beyond their
 * memory.
 */
export function hiddenEvidence(family: HiddenFamily, traded: number, flow: number): number {
  const volume = Math.max(family.contracts, traded - family.tradedAtStart);
  const excessShare = Math.max(0, Math.log(0.01 + family.contracts / volume) - USUAL_SHARE);
  const against = Math.min(0, bounded(flow, -8, 8) + USUAL_STREAM);
  // Two of a kind are soon met with by chance; a third that waits for the second to be done is rare.
  const beyond = Math.min(MAX_BEYOND, Math.max(0, family.members - 2));
  const links = beyond + NAT * bounded(family.surprise, MIN_SURPRISE, MAX_SURPRISE);
  const apart = 1 - Math.min(1, (OVERLAP * family.overlaps) / family.refills);
  return links * apart + DEVIATION * against - excessShare;
}

export function clipFeatures(band: Band, flow: number, { medianTradeSize }: MarketView): number[] {
  return [
    bounded(band.evidence, 0, MAX_EVIDENCE),
    band.steady,
    band.purity,
    band.end > band.first ? Math.log(sizeOf(band) / Math.max(1, medianTradeSize)) : 0,
    bounded(flow, -8, 8),
  ];
}
