/** Features of the models of stop runs: whether a level drove the run, and whether price returns. */
import { MINUTE_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { Judgement, ModelSpec } from '#calibration/judge.ts';
import { groupsOf } from '#orders/id-pace.ts';
import type { DetectorContext } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import type { RunForecast, StopEpisode } from './stop-episode.ts';
import type { ReferenceLevel } from './stop-levels.ts';

/** The stops rested beyond one level, and their election carried the price. */
export const STOP_RUN_LEVEL: ModelSpec = {
  name: 'stop_run',
  version: 3,
  features: [
    'stops',
    'surprise',
    'perEvent',
    'pace',
    'perStop',
    'roundLevel',
    'beyond',
    'thinning',
    'stopShare',
    'levelsSwept',
    'speed',
    'density',
    'range',
    'flowBefore',
    'placements',
    'perPlacement',
  ],
  truth: { from: 'labels', type: 'stop_run', sub: null },
};

/** The mid returns inside the level by two ticks within two minutes and stays for half a minute. */
export const STOP_RUN_REVERSAL: ModelSpec = {
  name: 'stop_run_reversal',
  version: 2,
  features: [
    'overshoot',
    'stopShare',
    'speed',
    'thinning',
    'ahead',
    'flowNow',
    'flowSince',
    'levelAge',
    'stops',
    'absorbedAhead',
    'range',
  ],
  truth: { from: 'outcome' },
};

const MIN_SECONDS = 0.1;
const MAX_SURPRISE = 12;
/** Added to the length of a run when its pace is measured. */
const PACE_SECONDS = 0.5;
/** The roundest number ranks 1. */
const ROUNDEST_TICKS = 100;
/** Passive interest this near the end of the run, and this new, is in its way. */
const NEAR_TICKS = 4;
const RECENT_MS = 30_000;
/** Orders of one trader that were placed within this time were placed together. */
const TOGETHER_SECONDS = 2;

export const bounded = (value: number, least: number, most: number): number =>
  Number.isNaN(value) ? 0 : Math.min(most, Math.max(least, value));

/** 1 for the roundest numbers, 0.5 for multiples of ten ticks, 0 for other levels and none. */
export function roundness(level: ReferenceLevel | null): number {
  if (level?.roundTicks == null) return 0;
  return Math.log10(level.roundTicks) / Math.log10(ROUNDEST_TICKS);
}

export const madeByTrade = (level: ReferenceLevel | null): number =>
  level !== null && level.roundTicks === null ? 1 : 0;

/** Depth of the five levels a run trades into, in medians of it, as a logarithm. */
export function depthAhead(side: number, view: MarketView): number {
  const against = side === SIDE_BID ? SIDE_ASK : SIDE_BID;
  return bounded(Math.log((1 + view.depth(against, 5)) / (1 + view.medianDepth(against, 5))), -3, 3);
}

/** Imbalance of the order flow in the run's direction, as a signed logarithm. */
export function flowWith(side: number, window: 1000 | 10_000, view: MarketView): number {
  const ofi = view.flow.ofi(window);
  const size = bounded(Math.log1p(Math.abs(ofi)), 0, 6);
  return ofi > 0 === (side === SIDE_BID) ? size : -size;
}

function speedOf(run: StopEpisode): number {
  const seconds = Math.max(MIN_SECONDS, (run.lastMs - run.startMs) / 1000);
  return bounded(run.rangeTicks / (run.openedOn.sigma1Ticks * Math.sqrt(seconds)), 0, 20);
}

const stopShare = (run: StopEpisode): number =>
  run.sameSideContracts === 0 ? 0 : Math.min(1, run.contracts / run.sameSideContracts);

const logThinning = (run: StopEpisode): number => bounded(Math.log(0.05 + run.openedOn.thinning), -3, 3);

const rangeOf = (run: StopEpisode, view: MarketView): number =>
  bounded(Math.log1p(run.rangeTicks / Math.max(1, view.atr10Ticks)), 0, 3);

/** Ticks between the stops of the run: those beyond one level lie close together. */
function stopRange({ elections }: StopEpisode): number {
  let lowTicks = Number.POSITIVE_INFINITY;
  let highTicks = Number.NEGATIVE_INFINITY;
  for (const election of elections) {
    lowTicks = Math.min(lowTicks, election.lowTicks);
    highTicks = Math.max(highTicks, election.highTicks);
  }
  return Math.max(0, highTicks - lowTicks);
}

function levelFeatures(run: StopEpisode, view: MarketView, idsPerSecond: number): number[] {
  const { level, openedOn } = run;
  const zone = Math.max(1, view.atr10Ticks / 4);
  return [
    Math.log1p(run.stops),
    bounded(-Math.log10(Math.max(10 ** -MAX_SURPRISE, openedOn.tailProbability)), 0, MAX_SURPRISE),
    Math.log(run.stops / Math.max(1, run.elections.length)),
    Math.log1p(run.stops / (PACE_SECONDS + (run.lastMs - run.startMs) / 1000)),
    Math.log(Math.max(1, run.contracts) / Math.max(1, run.stops) / Math.max(1, view.medianTradeSize)),
    roundness(level),
    level === null ? 0 : bounded(Math.abs(run.triggerTicks - level.priceTicks) / zone, 0, 3),
    logThinning(run),
    stopShare(run),
    Math.log1p(run.levelsSwept),
    Math.log1p(speedOf(run)),
    Math.log(run.stops / (1 + stopRange(run))),
    rangeOf(run, view),
    flowWith(run.side, 10_000, view),
    ...placements(run, idsPerSecond),
  ];
}

/**
 * Many traders place their stops beyond a level at many times; the stops of one position are placed together. How often
 * stops of the run were placed, and stops a time; 0 where the feed has no ids.
 */
function placements({ elections }: StopEpisode, idsPerSecond: number): [number, number] {
  const ids = elections.flatMap(({ orders }) => orders);
  const groups = Number.isNaN(idsPerSecond) ? 0 : groupsOf(ids, TOGETHER_SECONDS * idsPerSecond);
  return groups === 0 ? [0, 0] : [Math.log1p(groups), Math.log(ids.length / groups)];
}

/** 1 where an iceberg or an absorber was found lately where the run ends, against it. */
function absorbedAhead({ board }: DetectorContext, run: StopEpisode, timeMs: number): number {
  const end = run.side === SIDE_BID ? run.highTicks : run.lowTicks;
  const side = run.side === SIDE_BID ? 'ask' : 'bid';
  const isBlocked = (['iceberg', 'absorption'] as const).some((type) =>
    board
      .events(type, timeMs - RECENT_MS)
      .some((event) => event.side === side && Math.abs(event.priceTicks - end) <= NEAR_TICKS),
  );
  return isBlocked ? 1 : 0;
}

function reversalFeatures(context: DetectorContext, run: StopEpisode, timeMs: number): number[] {
  const { view } = context;
  const age =
    run.level?.sinceMs == null ? 0 : Math.log1p(Math.max(0, run.startMs - run.level.sinceMs) / MINUTE_MS);
  return [
    bounded(run.overshootTicks / Math.max(1, view.atr10Ticks), -1, 3),
    stopShare(run),
    Math.log1p(speedOf(run)),
    logThinning(run),
    depthAhead(run.side, view),
    flowWith(run.side, 1000, view),
    flowWith(run.side, 10_000, view),
    age,
    Math.log1p(run.stops),
    absorbedAhead(context, run, timeMs),
    rangeOf(run, view),
  ];
}

/**
 * Requests both probabilities of a run in its current state; `key` is the event's id. `idsPerSecond`: NaN while
 * unknown.
 */
export function forecastOf(
  context: DetectorContext,
  run: StopEpisode,
  key: string,
  timeMs: number,
  idsPerSecond: number,
): RunForecast {
  const { judge, view } = context;
  const candidate = {
    key,
    side: run.side,
    timeMs,
    priceLowTicks: run.lowTicks,
    priceHighTicks: run.highTicks,
  };
  return {
    levelDriven: judge.judge(STOP_RUN_LEVEL, {
      ...candidate,
      features: levelFeatures(run, view, idsPerSecond),
    }),
    reversal: judge.judge(STOP_RUN_REVERSAL, {
      ...candidate,
      features: reversalFeatures(context, run, timeMs),
    }),
  };
}

/** A probability as evidence; null while nothing is calibrated. */
export function probabilityEvidence({ confidence, low, high, calibrator }: Judgement): {
  readonly p: number;
  readonly low: number;
  readonly high: number;
  readonly calibrator: string;
} | null {
  return calibrator === 'score' ? null : { p: confidence, low, high, calibrator };
}
