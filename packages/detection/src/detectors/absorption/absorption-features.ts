/** What the two models of absorption look at: whether somebody absorbs, and whether the zone then holds. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { ModelSpec } from '#calibration/judge.ts';
import type { MarketView } from '#view/market-view.ts';
import { type AbsorptionEpisode, midOf } from './absorption-episode.ts';
import { IMPACT_SECONDS, type ImpactRegression } from './absorption-impact.ts';
import type { ZoneVisit } from './zone-visits.ts';

/** Somebody takes what hits the zone, so that price does not move as it usually would. */
export const ABSORPTION: ModelSpec = {
  name: 'absorption',
  version: 2,
  features: [
    'volumeZ',
    'minuteZ',
    'impactZ',
    'absorbedDepths',
    'refillRatio',
    'holdSeconds',
    'hiddenShare',
    'aggressors',
    'oneSided',
    'absorbedRank',
    'progress',
    'hiddenDepths',
    'turnover',
    'pinned',
    'approach',
    'refilledShare',
    'refilledDepths',
    'repostedShare',
    'largestShare',
    'largestDepths',
    'stayRank',
  ],
  truth: { from: 'labels', type: 'absorption', sub: null },
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
  hiddenDepths: number;
  oneSided: number;
  absorbedRank: number;
  pinned: number;
  refilledShare: number;
  refilledDepths: number;
  repostedShare: number;
  largestShare: number;
  largestDepths: number;
  stayRank: number;
}

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
  /** Share of earlier zones that took in less. */
  readonly rank: number;
  /** Range of the mid in the last minute, in deviations of a minute. */
  readonly pinned: number;
  /** The visit of price at it. */
  readonly visit: ZoneVisit;
}

/** Reads an episode; `joined`: book and trades are one. */
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
    hiddenDepths: joined ? Math.log1p(episode.hidden / depth) : 0,
    oneSided: oneSidedness(episode),
    absorbedRank: -Math.log(1 - windows.rank),
    pinned: bounded(windows.pinned, 0, 5),
    refilledShare: Math.min(1, visit.refilled / Math.max(1, visit.contracts)),
    refilledDepths: Math.log1p(visit.refilled / depth),
    repostedShare: Math.min(1, visit.reposted / Math.max(1, visit.contracts)),
    largestShare: Math.min(1, episode.largest / Math.max(1, absorbed, visit.contracts)),
    largestDepths: Math.log1p(episode.largest / depth),
    stayRank: -Math.log(1 - visit.rank),
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
    measures.absorbedDepths,
    measures.refillRatio,
    measures.holdSeconds,
    measures.hiddenShare,
    Math.log1p(episode.aggressors),
    measures.oneSided,
    measures.absorbedRank,
    Math.min(3, episode.progress),
    measures.hiddenDepths,
    Math.log1p(Math.min(100, episode.turnover)),
    measures.pinned,
    episode.approach,
    measures.refilledShare,
    measures.refilledDepths,
    measures.repostedShare,
    measures.largestShare,
    measures.largestDepths,
    measures.stayRank,
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
