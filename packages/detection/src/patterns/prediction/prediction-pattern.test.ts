/** What describes the instant of a prediction, and the words in which one is shown. */
import { NO_PRICE } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { plainView } from '#testing/plain-view.ts';
import { LiveSignalBoard } from '#view/signal-board.ts';
import { midOf, PREDICTION_FEATURES, PredictionFeatures } from './price-prediction-features.ts';
import { livePrediction, predictionPattern } from './price-prediction-pattern.ts';
import { PredictionTarget, TARGETS, type TargetSpec } from './price-prediction-target.ts';

const [NEXT, TEN] = TARGETS;

describe('the features of an instant', () => {
  const flow = {
    ofi: () => Number.NaN,
    deepOfi: () => Number.NaN,
    intensityZ: () => 9,
    branching: () => Number.NaN,
    micropriceTicks: 1000.8,
    signRun: -3,
    signAutocorrelation: 0.5,
    vpinPercentile: 0.5,
    imbalance: () => 0.4,
  };
  const view = (spread: number) =>
    plainView({
      bestBidTicks: 1000,
      bestAskTicks: 1000 + spread,
      flow,
      market: { facts: { vwapTicks: null } } as never,
      levels: { dayHighTicks: 1010, dayLowTicks: null } as never,
    });

  test('are bounded and finite, and neutral where nothing is known', () => {
    const features = new PredictionFeatures();
    features.everySecond(0, 1000.5, view(1), new LiveSignalBoard());
    features.read(1000.5, view(1));
    expect(features.values).toHaveLength(PREDICTION_FEATURES);
    expect(features.values[0]).toBe(1);
    for (const value of features.values) expect(Math.abs(value)).toBeLessThanOrEqual(2);
  });

  test('have a second meaning only where the spread is wider than a tick', () => {
    const features = new PredictionFeatures();
    features.read(1000.5, view(1));
    expect(Array.from(features.values.slice(-8))).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    features.read(1001, view(2));
    expect(Array.from(features.values.slice(-8)).some((value) => value !== 0)).toBe(true);
  });

  test('measure no return across a hole in the feed', () => {
    const features = new PredictionFeatures();
    const board = new LiveSignalBoard();
    for (let second = 0; second < 90; second += 1)
      features.everySecond(second * 1000, 1000 + (second % 7), view(1), board);
    features.read(1009, view(1));
    // Of one, five, twenty and sixty seconds.
    const returns = () => Array.from(features.values.slice(13, 17));
    expect(returns().every((value) => value > 0)).toBe(true);
    features.interrupt();
    features.read(1009, view(1));
    expect(returns()).toEqual([0, 0, 0, 0]);
  });

  test('measure returns from as many seconds ago as they say, beside their usual size', () => {
    const features = new PredictionFeatures();
    const board = new LiveSignalBoard();
    // One tick up a second
    for (let second = 0; second < 90; second += 1)
      features.everySecond(second * 1000, 1000 + second, view(1), board);
    features.read(1089, view(1));
    for (const value of features.values.slice(13, 17)) expect(value).toBeCloseTo(Math.tanh(0.5), 9);
    features.read(1088, view(1));
    const missing = [1, 5, 20, 60].map((seconds) => Math.tanh((seconds - 1) / (2 * seconds)));
    for (const [at, value] of missing.entries()) expect(features.values[13 + at]).toBeCloseTo(value, 9);
  });
});

test('the mid is known where both sides are quoted and not crossed', () => {
  const at = (bestBidTicks: number, bestAskTicks: number): number =>
    midOf(plainView({ bestBidTicks, bestAskTicks }));
  expect(at(1000, 1003)).toBe(1001.5);
  expect([at(NO_PRICE, 1003), at(1000, NO_PRICE), at(1003, 1003), at(1004, 1003)]).toEqual(
    Array(4).fill(Number.NaN),
  );
});

describe('the pattern of a prediction', () => {
  const view = plainView({});
  function patternOf(spec: TargetSpec, up: number, down: number, theta: number, isOver = false) {
    const target = new PredictionTarget(spec);
    Object.assign(target, { up, down, thetaTicks: theta });
    return predictionPattern(target, livePrediction(target, view, 5n), 9n, view, false, isOver);
  }

  test('says which way, how far, by when and how surely', () => {
    expect(patternOf(TEN, 0.62, 0.2, 2.5)).toMatchObject({
      sub: 'ten_seconds',
      direction: 'up',
      confidence: 0.62,
      side: null,
      levels: [{ label: 'aim', lowTicks: 1004, highTicks: 1004 }],
      description: 'From 250.25 at least 2.5 ticks up after 10 s: 62%',
      expiresNs: 9n + 20_000_000_000n,
    });
    expect(patternOf(NEXT, 0.3, 0.7, 0.5)).toMatchObject({
      direction: 'down',
      levels: [],
      description: 'The next move from 250.25 is down: 70%',
      expiresNs: 9n + 10_000_000_000n,
    });
  });

  test('draws an aim from three ticks on', () => {
    expect(patternOf(TEN, 0.6, 0.2, 2).levels).toEqual([]);
    expect(patternOf(TEN, 0.2, 0.6, 2.1).levels).toEqual([{ label: 'aim', lowTicks: 998, highTicks: 998 }]);
  });

  test('that is over has no direction, no level and no time left', () => {
    const over = patternOf(TEN, 0.62, 0.2, 5, true);
    expect(over).toMatchObject({ direction: null, levels: [], status: 'expired', expiresNs: 9n });
    expect(over.description).toMatch(/^No edge now for the 10 s/);
  });
});
