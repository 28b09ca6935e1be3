/** Features of a trap, worked out by hand for buyers above a level, and the same for sellers below it. */
import { ROUND_AUCTION, ROUND_STOP, SIDE_ASK, SIDE_BID, SIDE_NONE } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { handEvent } from '#testing/hand-event.ts';
import { plainView } from '#testing/plain-view.ts';
import { TrapEpisode } from './trap-zone-episode.ts';
import { existenceFeatures, TRAP_FOLLOW_MODEL, TRAP_ZONE_MODEL, trapFeatures } from './trap-zone-features.ts';

const LEVEL = 1000;
const START_MS = 1_000_000;

describe.each([
  { name: 'buyers above a level', side: SIDE_BID, passive: SIDE_ASK, sign: 1 },
  { name: 'sellers below a level', side: SIDE_ASK, passive: SIDE_BID, sign: -1 },
])('$name', ({ side, passive, sign }) => {
  /** A price so many ticks beyond the level. */
  const beyond = (ticks: number): number => LEVEL + sign * ticks;
  const begun = (): TrapEpisode => new TrapEpisode(side, LEVEL, START_MS - 180_000, false, START_MS);

  test('are measured against the passive side and in the direction of the break', () => {
    const trap = Object.assign(begun(), {
      extremeTicks: beyond(6),
      extremeMs: START_MS + 10_000,
      formedMs: START_MS + 20_000,
      trapped: 50,
      opposed: 10,
      priceVolume: 50 * beyond(3),
      ...{ clips: 10, small: 3, stops: 6, returnStops: 2, returnVolume: 24 },
      ...{ delta: 40, neededDelta: 20, usualRate: 0.95 },
    });
    const view = plainView({
      timeMs: START_MS + 26_000,
      lastTicks: beyond(-2),
      atr10Ticks: 12,
      sigma1Ticks: 0.5,
      medianTradeSize: 2,
      medianDepths: side === SIDE_BID ? [999, 25] : [25, 999],
    });
    const features = trapFeatures(trap, view, new Float64Array(TRAP_FOLLOW_MODEL.features.length));
    const expected = [
      Math.log(40 / 20),
      Math.log(50 / 25),
      Math.log(6 / 12),
      3 / 10,
      40 / 60,
      // Eight ticks back from the extreme in 16 seconds, of which 0.5 * 4 are usual.
      Math.log(1 + 8 / 2),
      // 60 contracts in 20 seconds that usually bring 19.
      Math.log(60 / 20),
      Math.log(1 + 6 / 2),
      Math.log(1 + 2 / 2),
      5 / 12,
      Math.log(25 / 50),
      10 / 20,
      // The level is three minutes old.
      Math.log(4),
      3 / 6,
      Math.log(50 / (6 * 2.5)),
    ];
    expect(features.length).toBe(expected.length);
    for (const [at, value] of expected.entries()) expect(features[at]).toBeCloseTo(value, 10);
  });

  test('count with their contracts beyond the level, and who trades against them as the return', () => {
    const trap = begun();
    const round = (ticks: number, of: number, size: number, kind?: number) => ({
      side: of,
      priceTicks: beyond(ticks),
      size,
      ...(kind === undefined ? {} : { kind }),
    });
    trap.addTrades(
      handEvent(START_MS, [round(1, side, 3), round(2, side, 5, ROUND_STOP), round(2, passive, 4)]),
      3,
    );
    expect(trap).toMatchObject({ trapped: 8, clips: 2, small: 1, stops: 5, opposed: 4, returnVolume: 4 });
    expect([trap.overshootTicks, trap.extremeMs]).toEqual([2, START_MS]);
    expect(trap.meanEntryTicks).toBeCloseTo(LEVEL + (sign * (3 + 10)) / 8, 12);
    // At the level itself nobody is beyond it; an auction has no aggressor.
    trap.addTrades(
      handEvent(START_MS + 1, [
        round(0, side, 100),
        round(0, passive, 7, ROUND_STOP),
        round(9, SIDE_NONE, 100, ROUND_AUCTION),
      ]),
      3,
    );
    expect(trap).toMatchObject({ trapped: 8, opposed: 4, returnVolume: 11, returnStops: 7 });
    // A new extreme begins the return anew; the same one does not.
    trap.addTrades(handEvent(START_MS + 2, [round(2, side, 1)]), 3);
    expect(trap).toMatchObject({ returnVolume: 11, extremeMs: START_MS });
    trap.addTrades(handEvent(START_MS + 3, [round(3, side, 1)]), 3);
    expect(trap).toMatchObject({ returnVolume: 0, returnStops: 0, extremeMs: START_MS + 3 });
  });

  test('are closed once price was inside again: only the return goes on', () => {
    const trap = begun();
    trap.formedMs = START_MS;
    trap.addTrades(
      handEvent(START_MS + 1, [
        { side, priceTicks: beyond(4), size: 9 },
        { side: passive, priceTicks: beyond(4), size: 2 },
      ]),
      3,
    );
    expect(trap).toMatchObject({ trapped: 0, opposed: 0, returnVolume: 2, extremeTicks: LEVEL });
  });

  test('see what the passive side shows again beyond the level only', () => {
    const trap = begun();
    const touch = (of: number, ticks: number, after: number) => ({
      side: of,
      priceTicks: beyond(ticks),
      before: 10,
      traded: 4,
      after,
    });
    // Of ten contracts four were taken: nine are three more than what was left.
    trap.addTrades(handEvent(START_MS, [], [], [touch(passive, 1, 9)]), 3);
    expect(trap.refilled).toBe(3);
    trap.addTrades(
      handEvent(START_MS, [], [], [touch(passive, 1, 6), touch(side, 1, 9), touch(passive, 0, 9)]),
      3,
    );
    expect(trap.refilled).toBe(3);
  });

  test('have a zone from the first price beyond the level to the extreme', () => {
    const trap = begun();
    trap.addTrades(handEvent(START_MS, [{ side, priceTicks: beyond(5), size: 1 }]), 3);
    expect([trap.lowTicks, trap.highTicks]).toEqual(sign > 0 ? [1001, 1005] : [995, 999]);
    expect([trap.insideTicks(beyond(-3)), trap.insideTicks(beyond(2))]).toEqual([3, -2]);
  });
});

test('what cannot be measured is neutral, and nothing exceeds five', () => {
  const trap = Object.assign(new TrapEpisode(SIDE_BID, LEVEL, START_MS, false, START_MS), {
    delta: 1e9,
    extremeTicks: LEVEL + 1,
  });
  const features = trapFeatures(trap, plainView({ medianDepths: [0, 0] }), new Float64Array(15));
  expect(features[0]).toBe(5);
  // It has not formed: there is no time to compare.
  expect([features[6], features[11]]).toEqual([0, 0]);
  for (const value of features) expect(Math.abs(value)).toBeLessThanOrEqual(5);
});

test('each feature of existence is the one of follow-through that has its name', () => {
  const follow = Float64Array.from(TRAP_FOLLOW_MODEL.features, (_name, at) => at);
  const existence = existenceFeatures(follow, new Float64Array(TRAP_ZONE_MODEL.features.length));
  expect(Array.from(existence, (at) => TRAP_FOLLOW_MODEL.features[at])).toEqual(TRAP_ZONE_MODEL.features);
  expect(TRAP_ZONE_MODEL.features).not.toContain('log trapped contracts over ten levels of depth');
});
