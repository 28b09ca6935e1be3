/** Features of a run that have a side: what is ahead of it, and what flows with it. */
import { type BookSide, NS_PER_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import type { CandidateFacts, ModelSpec } from '#calibration/judge.ts';
import { fixedJudge } from '#testing/hand-tape.ts';
import { plainView, sidedEvent } from '#testing/plain-view.ts';
import type { DetectorContext } from '#view/detector.ts';
import { StopEpisode } from './stop-episode.ts';
import {
  depthAhead,
  flowWith,
  forecastOf,
  madeByTrade,
  roundness,
  STOP_RUN_LEVEL,
  STOP_RUN_REVERSAL,
} from './stop-models.ts';

const T = 1_000_000;
const OPENED_ON = {
  stops: 4,
  neededStops: 3,
  contracts: 20,
  neededContracts: 10,
  tailProbability: 1e-4,
  neededProbability: 1e-3,
  baselineWarm: true,
  thinning: 0.5,
  sigma1Ticks: 1,
};

/** A run that elected 4 stops from 1002 to 1006 beyond a level at 1001, or its mirror below 999. */
function runOf(side: number): StopEpisode {
  const at = (ticks: number): number => (side === SIDE_BID ? 1000 + ticks : 1000 - ticks);
  const [lowTicks, highTicks] = side === SIDE_BID ? [1002, 1006] : [994, 998];
  const election = {
    timeNs: BigInt(T) * NS_PER_MS,
    timeMs: T,
    stops: 4,
    contracts: 20,
    sameSideContracts: 40,
    lowTicks,
    highTicks,
    firstTicks: at(2),
    beforeTicks: at(0),
    levelsSwept: 3,
    orders: [],
    degraded: false,
  };
  const level = { kind: 'swing', priceTicks: at(1), sinceMs: T - 180_000, roundTicks: null };
  const run = new StopEpisode(election, side, level, OPENED_ON, election.timeNs);
  run.add(election);
  run.sameSideContracts = 40;
  return run;
}

/** Features by their names, of both models. */
function featuresOf(side: number, events: ReturnType<typeof sidedEvent>[] = []): Map<string, number> {
  const found = new Map<string, number>();
  const collect = (model: ModelSpec, { features }: CandidateFacts): void => {
    expect(features.length).toBe(model.features.length);
    for (const [at, name] of model.features.entries())
      found.set(`${model.name}.${name}`, features[at] ?? Number.NaN);
  };
  const fixed = fixedJudge(0.5);
  const context = {
    view: plainView({
      flow: { ofi: (window) => (side === SIDE_BID ? 1 : -1) * (window === 1000 ? 1 : 3) },
      depths: side === SIDE_BID ? [99, 19] : [19, 99],
      medianDepths: [9, 9],
    }),
    judge: {
      ...fixed,
      judge: (model: ModelSpec, candidate: CandidateFacts) => {
        collect(model, candidate);
        return fixed.judge(model, candidate);
      },
    },
    board: { events: (type: string) => events.filter((one) => one.type === type), patterns: () => [] },
  } as unknown as DetectorContext;
  forecastOf(context, runOf(side), 'key', T, Number.NaN);
  return found;
}

describe.each([
  { name: 'buy stops', side: SIDE_BID, end: 1006, ahead: 'ask', behind: 'bid' },
  { name: 'sell stops', side: SIDE_ASK, end: 994, ahead: 'bid', behind: 'ask' },
] as const)('a run of $name', ({ side, end, ahead, behind }) => {
  test('trades into the depth of the other side', () => {
    // 19 contracts where 9 are usual.
    expect(featuresOf(side).get(`${STOP_RUN_REVERSAL.name}.ahead`)).toBeCloseTo(Math.log(2), 12);
  });

  test('has flow of its own direction with it', () => {
    const features = featuresOf(side);
    expect(features.get(`${STOP_RUN_REVERSAL.name}.flowNow`)).toBeCloseTo(Math.log(2), 12);
    expect(features.get(`${STOP_RUN_REVERSAL.name}.flowSince`)).toBeCloseTo(Math.log(4), 12);
    expect(features.get(`${STOP_RUN_LEVEL.name}.flowBefore`)).toBeCloseTo(Math.log(4), 12);
  });

  test('overshoots its level by its furthest price', () => {
    // Five ticks of an ATR of twenty.
    expect(featuresOf(side).get(`${STOP_RUN_REVERSAL.name}.overshoot`)).toBeCloseTo(5 / 20, 12);
  });

  test('meets an iceberg or an absorber of the other side at its end, four ticks away at most', () => {
    const blocked = (type: 'iceberg' | 'absorption', of: BookSide, priceTicks: number): number | undefined =>
      featuresOf(side, [sidedEvent(type, of, priceTicks)]).get(`${STOP_RUN_REVERSAL.name}.absorbedAhead`);
    expect(blocked('iceberg', ahead, end + 4)).toBe(1);
    expect(blocked('absorption', ahead, end - 4)).toBe(1);
    expect(blocked('iceberg', ahead, end + 5)).toBe(0);
    expect(blocked('iceberg', behind, end)).toBe(0);
  });

  test('has half of its contracts from stops, a level of three minutes, and a fifth of a tick a stop', () => {
    const features = featuresOf(side);
    expect(features.get(`${STOP_RUN_LEVEL.name}.stopShare`)).toBe(0.5);
    expect(features.get(`${STOP_RUN_LEVEL.name}.beyond`)).toBeCloseTo(1 / 5, 12);
    expect(features.get(`${STOP_RUN_LEVEL.name}.density`)).toBeCloseTo(Math.log(4 / 5), 12);
    expect(features.get(`${STOP_RUN_LEVEL.name}.surprise`)).toBeCloseTo(4, 12);
    expect(features.get(`${STOP_RUN_REVERSAL.name}.levelAge`)).toBeCloseTo(Math.log(4), 12);
  });
});

test('depth ahead is that of the side traded against, and bounded', () => {
  const view = plainView({ depths: [0, 9999], medianDepths: [9, 9] });
  expect(depthAhead(SIDE_BID, view)).toBe(3);
  expect(depthAhead(SIDE_ASK, view)).toBeCloseTo(-Math.log(10), 12);
});

test('flow against the run is negative, and none is neither', () => {
  const view = (ofi: number) => plainView({ flow: { ofi: () => ofi } });
  expect(flowWith(SIDE_BID, 1000, view(-1))).toBeCloseTo(-Math.LN2, 12);
  expect(flowWith(SIDE_ASK, 1000, view(1))).toBeCloseTo(-Math.LN2, 12);
  expect(Math.abs(flowWith(SIDE_BID, 1000, view(0)))).toBe(0);
  expect(Math.abs(flowWith(SIDE_ASK, 1000, view(Number.NaN)))).toBe(0);
});

test('a level made by trade has no roundness, a round number is not made by trade', () => {
  const level = (roundTicks: number | null) => ({ kind: '', priceTicks: 0, sinceMs: null, roundTicks });
  expect([null, level(null), level(100), level(10)].map(roundness)).toEqual([0, 0, 1, 0.5]);
  expect([null, level(null), level(100)].map(madeByTrade)).toEqual([0, 1, 0]);
});
