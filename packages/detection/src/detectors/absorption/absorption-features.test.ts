/** Features of absorption: each side is read from its own depth and its own direction. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { type PlainFacts, plainView } from '#testing/plain-view.ts';
import { AbsorptionEpisode } from './absorption-episode.ts';
import {
  ABSORPTION,
  ABSORPTION_HOLD,
  type AbsorptionMeasures,
  existenceFeatures,
  holdFeatures,
  measure,
  oneSidedness,
  usualDepth,
  ZoneRanks,
  type ZoneWindows,
} from './absorption-features.ts';
import type { ImpactRegression } from './absorption-impact.ts';

/** Two ticks for one usual depth, give or take one. */
const IMPACT = { beta: 2, scale: 1 } as ImpactRegression;
const VISIT = { contracts: 80, refilled: 20, reposted: 40, most: 60, rank: 0.75 };
const WINDOWS: ZoneWindows = { volumeZ: 3, minuteZ: -2, pinned: 2, visit: VISIT };

/** A zone at 1000 that took 100 contracts while 20 traded the other way, hit from the mid 1000 on. */
function episodeOf(side: number, part: Partial<AbsorptionEpisode> = {}): AbsorptionEpisode {
  return Object.assign(new AbsorptionEpisode(), {
    side,
    anchorTicks: 1000,
    startMid: 1000,
    startMs: 10_000,
    lastHitMs: 13_000,
    absorbed: 100,
    watched: 50,
    opposite: 20,
    hidden: 25,
    largest: 30,
    shownFirst: 40,
    shown: 40,
    ...part,
  });
}

function measured(side: number, facts: PlainFacts, joined = true): AbsorptionMeasures {
  const view = plainView({ timeMs: 20_000, bestBidTicks: 999, bestAskTicks: 1001, ...facts });
  return measure(episodeOf(side), IMPACT, view, WINDOWS, joined);
}

describe.each([
  // The mid moves one tick in the direction of the aggression, or against it.
  { side: SIDE_BID, name: 'bid', depths: [40, 7] as const, along: [998, 1000], against: [1000, 1002] },
  { side: SIDE_ASK, name: 'ask', depths: [7, 40] as const, along: [1000, 1002], against: [998, 1000] },
])('a zone of the $name', ({ side, depths, along, against }) => {
  const at = ([bestBidTicks = 0, bestAskTicks = 0]: readonly number[]) => ({
    bestBidTicks,
    bestAskTicks,
    medianDepths: depths,
  });

  test('is compared with the usual depth of its own side', () => {
    expect(usualDepth(side, plainView({ medianDepths: depths }))).toBe(40);
    expect(measured(side, { medianDepths: depths }).absorbedDepths).toBeCloseTo(Math.log1p(100 / 40), 12);
  });

  test('exceeds its impact by what price should have moved less what it moved', () => {
    // 2 ticks * (100 - 20) / 40 = 4 expected.
    expect(measured(side, { medianDepths: depths }).impactZ).toBeCloseTo(4, 12);
    expect(measured(side, at(along)).impactZ).toBeCloseTo(3, 12);
    expect(measured(side, at(against)).impactZ).toBeCloseTo(4, 12);
  });

  test('holds by what is behind it, where price is, and where flow goes', () => {
    const features = (depth: readonly [number, number], mids: readonly number[], ofi: number): number[] => {
      const facts = { ...at(mids), depths: depth, flow: { ofi: () => ofi } };
      const read = holdFeatures(episodeOf(side), measured(side, facts), plainView(facts), 4);
      return read.slice(-3);
    };
    const own: readonly [number, number] = side === SIDE_BID ? [29, 9] : [9, 29];
    const [away, behind, flow] = features(own, against, side === SIDE_BID ? 0.5 : -0.5);
    expect(away).toBeCloseTo(1 / 4, 12);
    expect(behind).toBeCloseTo(Math.log(3), 12);
    expect(flow).toBeCloseTo(Math.tanh(0.5), 12);
    const other: readonly [number, number] = side === SIDE_BID ? [9, 29] : [29, 9];
    const [back, thin, counter] = features(other, along, side === SIDE_BID ? -0.5 : 0.5);
    expect(back).toBeCloseTo(-1 / 4, 12);
    expect(thin).toBeCloseTo(-Math.log(3), 12);
    expect(counter).toBeCloseTo(-Math.tanh(0.5), 12);
  });
});

test('usual depth is a contract at least, also while none is known', () => {
  expect(usualDepth(SIDE_BID, plainView({ medianDepths: [Number.NaN, 5] }))).toBe(1);
  expect(usualDepth(SIDE_BID, plainView({ medianDepths: [0, 5] }))).toBe(1);
});

test('impact is measured by spans of ten seconds, the first one whole', () => {
  const depths = { medianDepths: [40, 40] as const };
  expect(measured(SIDE_BID, { ...depths, timeMs: 11_000 }).impactZ).toBeCloseTo(4, 12);
  expect(measured(SIDE_BID, { ...depths, timeMs: 20_000 }).impactZ).toBeCloseTo(4, 12);
  expect(measured(SIDE_BID, { ...depths, timeMs: 50_000 }).impactZ).toBeCloseTo(2, 12);
});

test('without a mid price the impact is neutral, and deviations are bounded by ten', () => {
  const lost = { bestBidTicks: Number.NaN, medianDepths: [40, 40] as const };
  expect(measured(SIDE_BID, lost).impactZ).toBe(0);
  expect(measured(SIDE_BID, { medianDepths: [1, 1] }).impactZ).toBe(10);
});

test('shares are of what hit the zone, ranks are surprises', () => {
  const measures = measured(SIDE_BID, { medianDepths: [40, 40] });
  expect(measures).toMatchObject({ volumeZ: 3, minuteZ: -2, pinned: 2, refillRatio: 1 });
  expect(measures.refilledShare).toBe(20 / 80);
  expect(measures.repostedShare).toBe(40 / 80);
  expect(measures.largestShare).toBe(30 / 100);
  expect(measures.hiddenShare).toBe(25 / 50);
  expect(measures.holdSeconds).toBeCloseTo(Math.log(4), 12);
  expect(measures.touchDepths).toBeCloseTo(Math.log1p(60 / 40), 12);
  expect(measures.stayRank).toBeCloseTo(Math.log(4), 12);
});

test('a zone ranks among those of the session that ended before it', () => {
  const ranks = new ZoneRanks();
  const measures = measured(SIDE_BID, { medianDepths: [40, 40] });
  ranks.rank(measures);
  expect(measures).toMatchObject({ absorbedRank: 0, impactRank: 0, refillRank: 0, turnoverRank: 0 });
  ranks.remember({ ...measures, refillRatio: measures.refillRatio + 1 });
  ranks.remember(measures);
  ranks.rank(measures);
  // Two of three places are not above it, or one of three.
  expect(measures.absorbedRank).toBeCloseTo(Math.log(3), 12);
  expect(measures.turnoverRank).toBeCloseTo(Math.log(3), 12);
  expect(measures.refillRank).toBeCloseTo(Math.log(1.5), 12);
});

test('where book and trades are not one, nothing is known to be hidden', () => {
  expect(measured(SIDE_BID, {}, false)).toMatchObject({ hiddenShare: 0 });
});

test('a zone is one-sided by the share of what traded in its time that hit it', () => {
  expect(oneSidedness(episodeOf(SIDE_BID))).toBeCloseTo(100 / 120, 12);
  expect(oneSidedness(new AbsorptionEpisode())).toBe(0);
});

test('each model is given as many features as it names', () => {
  const measures = measured(SIDE_ASK, {});
  expect(existenceFeatures(episodeOf(SIDE_ASK), measures).length).toBe(ABSORPTION.features.length);
  const hold = holdFeatures(episodeOf(SIDE_ASK), measures, plainView({}), 4);
  expect(hold.length).toBe(ABSORPTION_HOLD.features.length);
});
