/** What the two models of absorption look at: whether somebody absorbs, and whether the zone then holds. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { ModelSpec } from '#calibration/judge.ts';
import { SizeRank } from '#evidence/significance.ts';
import type { MarketView } from '#view/market-view.ts';
import { type AbsorptionEpisode, midOf } from './absorption-episode.ts';
import { IMPACT_SECONDS, type ImpactRegression } from './absorption-impact.ts';
import type { ZoneVisit } from './zone-visits.ts';

/** Somebody takes what hits the zone, so that price does not move as it usually would. */
export const ABSORPTION: ModelSpec = {
  name: 'absorption',
  version: 3,
  features: [
    'volumeZ',
    'minuteZ',
    'impactZ',
    'touchDepths',
    'refillRatio',
    'holdSeconds',
    'hiddenShare',
    'aggressors',
    'oneSided',
    'absorbedRank',
    'progress',
    'turnover',
    'pinned',
    'approach',
    'refilledShare',
    'repostedShare',
    'largestShare',
    'stayRank',
    'impactRank',
    'refillRank',
    'turnoverRank',
  ],
  truth: { from: 'labels', type: 'absorption', sub: null, strongOnly: true },
};

/** Price moves away before it trades through the zone by two ticks. */
export const ABSORPTION_HOLD: ModelSpec = {
  name: 'absorption_hold',
  version: 1,
  features: [
    'volumeZ',
    'minuteZ',
    'impactZ',
    'absorbedDepths',
    'refillRatio',
    'holdSeconds',
    'hiddenShare',
    'oneSided',
    'approach',
    'away',
    'behind',
    'flow',
  ],
  truth: { from: 'outcome' },
};

const MAX_Z = 10;
const MAX_RATIO = 2;
const MAX_TURNOVER = 100;

const bounded = (value: number, least: number, most: number): number =>
  Number.isNaN(value) ? 0 : Math.min(most, Math.max(least, value));

/** What was measured of an episode at one instant. */
export interface AbsorptionMeasures {
  volumeZ: number;
  minuteZ: number;
  impactZ: number;
  absorbedDepths: number;
  refillRatio: number;
  holdSeconds: number;
  hiddenShare: number;
  touchDepths: number;
  oneSided: number;
  absorbedRank: number;
  pinned: number;
  turnover: number;
  refilledShare: number;
  repostedShare: number;
  largestShare: number;
  stayRank: number;
  impactRank: number;
  refillRank: number;
  turnoverRank: number;
}

/** What earlier zones of the session came to: what this market does by itself. */
export class ZoneRanks {
  /** Contracts in depths, and the measures of the same names. */
  readonly #absorbed = new SizeRank();
  readonly #impact = new SizeRank();
  readonly #refill = new SizeRank();
  readonly #turnover = new SizeRank();

  /** Writes the share of earlier zones below it, as the logarithm of those above: 0 for the least. */
  rank(measures: AbsorptionMeasures): void {
    measures.absorbedRank = tail(this.#absorbed, measures.absorbedDepths);
    measures.impactRank = tail(this.#impact, measures.impactZ);
    measures.refillRank = tail(this.#refill, measures.refillRatio);
    measures.turnoverRank = tail(this.#turnover, measures.turnover);
  }

  /** A zone has ended. */
  remember({ absorbedDepths, impactZ, refillRatio, turnover }: AbsorptionMeasures): void {
    this.#absorbed.remember(absorbedDepths);
    this.#impact.remember(impactZ);
    this.#refill.remember(refillRatio);
    this.#turnover.remember(turnover);
  }
}

const tail = (rank: SizeRank, value: number): number => Math.abs(Math.log(1 - rank.percentile(value)));

/** Usual depth of five levels on a side, contracts. */
export function usualDepth(side: number, view: MarketView): number {
  return Math.max(1, view.medianDepth(side, 5) || 1);
}

/** Moves price should have made by now for what hit the zone, less what it made, in deviations of what is usual. */
function impactZ(
  episode: AbsorptionEpisode,
  impact: ImpactRegression,
  depth: number,
  view: MarketView,
): number {
  const expected = (impact.beta * (episode.absorbed - episode.opposite)) / depth;
  const made = episode.startMid - midOf(view);
  const progress = Math.max(0, episode.side === SIDE_BID ? made : -made);
  const windows = Math.max(1, (view.timeMs - episode.startMs) / 1000 / IMPACT_SECONDS);
  return (expected - progress) / (impact.scale * Math.sqrt(windows));
}

/** Features of a zone from the windows of both sides at an instant. */
export interface ZoneWindows {
  /** Its five heaviest seconds and its last minute against this time of day, deviations. */
  readonly volumeZ: number;
  readonly minuteZ: number;
  /** Range of the mid in the last minute, in deviations of a minute. */
  readonly pinned: number;
  /** The visit of price at it. */
  readonly visit: ZoneVisit;
}

/** Reads an episode; `joined`: book and trades are one. Its ranks are written later. */
export function measure(
  episode: AbsorptionEpisode,
  impact: ImpactRegression,
  view: MarketView,
  windows: ZoneWindows,
  joined: boolean,
): AbsorptionMeasures {
  const depth = usualDepth(episode.side, view);
  const { absorbed } = episode;
  const { visit } = windows;
  return {
    volumeZ: bounded(windows.volumeZ, -MAX_Z, MAX_Z),
    minuteZ: bounded(windows.minuteZ, -MAX_Z, MAX_Z),
    impactZ: bounded(impactZ(episode, impact, depth, view), -MAX_Z, MAX_Z),
    absorbedDepths: Math.log1p(absorbed / depth),
    refillRatio: bounded(episode.refillRatio, -1, MAX_RATIO),
    holdSeconds: Math.log1p(Math.max(0, episode.lastHitMs - episode.startMs) / 1000),
    hiddenShare: joined && episode.watched > 0 ? Math.min(1, episode.hidden / episode.watched) : 0,
    touchDepths: Math.log1p(visit.most / Math.max(1, view.medianDepth(episode.side, 1) || 1)),
    oneSided: oneSidedness(episode),
    absorbedRank: 0,
    pinned: bounded(windows.pinned, 0, 5),
    refilledShare: Math.min(1, visit.refilled / Math.max(1, visit.contracts)),
    repostedShare: Math.min(1, visit.reposted / Math.max(1, visit.contracts)),
    largestShare: Math.min(1, episode.largest / Math.max(1, absorbed, visit.contracts)),
    turnover: Math.log1p(Math.min(MAX_TURNOVER, episode.turnover)),
    stayRank: -Math.log(1 - visit.rank),
    impactRank: 0,
    refillRank: 0,
    turnoverRank: 0,
  };
}

/** Share of what traded in its time that hit it. */
export function oneSidedness({ absorbed, opposite }: AbsorptionEpisode): number {
  return absorbed / Math.max(1, absorbed + opposite);
}

export function existenceFeatures(episode: AbsorptionEpisode, measures: AbsorptionMeasures): number[] {
  return [
    measures.volumeZ,
    measures.minuteZ,
    measures.impactZ,
    measures.touchDepths,
    measures.refillRatio,
    measures.holdSeconds,
    measures.hiddenShare,
    Math.log1p(episode.aggressors),
    measures.oneSided,
    measures.absorbedRank,
    Math.min(3, episode.progress),
    measures.turnover,
    measures.pinned,
    episode.approach,
    measures.refilledShare,
    measures.repostedShare,
    measures.largestShare,
    measures.stayRank,
    measures.impactRank,
    measures.refillRank,
    measures.turnoverRank,
  ];
}

export function holdFeatures(
  episode: AbsorptionEpisode,
  measures: AbsorptionMeasures,
  view: MarketView,
  neededTicks: number,
): number[] {
  const { side } = episode;
  const sign = side === SIDE_BID ? 1 : -1;
  const behind = (1 + view.depth(side, 5)) / (1 + view.depth(side === SIDE_BID ? SIDE_ASK : SIDE_BID, 5));
  return [
    measures.volumeZ,
    measures.minuteZ,
    measures.impactZ,
    measures.absorbedDepths,
    measures.refillRatio,
    measures.holdSeconds,
    measures.hiddenShare,
    measures.oneSided,
    episode.approach,
    bounded(episode.awayTicks(view) / neededTicks, -1, 1),
    bounded(Math.log(behind), -3, 3),
    bounded(Math.tanh(sign * view.flow.ofi(10_000)), -1, 1),
  ];
}
