import { seededDraws } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eliminate } from '#statistics/linear-system.ts';
import { FlowIntensity } from './flow-intensity.ts';
import { FlowWindows } from './flow-windows.ts';
import { Microprice } from './microprice.ts';
import { TradeSigns } from './trade-signs.ts';
import { VolumeToxicity } from './volume-toxicity.ts';

test('a window holds its full buckets and the running one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 700 }), (values) => {
      const windows = new FlowWindows(2);
      for (const value of values) {
        windows.tick();
        windows.running[1] = value;
      }
      const last = (count: number) => values.slice(-count - 1).reduce((sum, value) => sum + value, 0);
      expect(windows.sum(1, 100)).toBe(last(1));
      expect(windows.sum(1, 1000)).toBe(last(10));
      expect(windows.sum(1, 60_000)).toBe(last(600));
      expect(windows.sum(0, 60_000)).toBe(0);
    }),
    { numRuns: 50 },
  );
});

test('a linear system is solved, whatever the order of its rows', () => {
  const next = seededDraws(5);
  for (let round = 0; round < 20; round += 1) {
    const matrix = Float64Array.from({ length: 25 }, () => next() - 0.5);
    const solution = Float64Array.from({ length: 5 }, () => next() * 10);
    const right = Float64Array.from({ length: 5 }, (_, row) =>
      solution.reduce((sum, value, column) => sum + value * (matrix[row * 5 + column] ?? 0), 0),
    );
    eliminate(matrix, right, 5, 1);
    for (const [row, value] of solution.entries()) expect(right[row]).toBeCloseTo(value, 6);
  }
});

test('before it has learnt the micro-price is the weighted mid', () => {
  const microprice = new Microprice();
  expect(microprice.ticks).toBeNaN();
  microprice.observe(100, 101, 30, 10);
  expect(microprice.ticks).toBeCloseTo(100.75, 9);
});

test('where heavy bids are always followed by a rise the micro-price learns it, and mirrors it', () => {
  const microprice = new Microprice();
  const next = seededDraws(11);
  let bid = 100;
  for (let n = 0; n < 20_000; n += 1) {
    const share = next();
    microprice.observe(bid, bid + 1, 1 + Math.round(share * 99), 100 - Math.round(share * 99));
    if (share > 0.8) bid += 1;
    if (share < 0.2) bid -= 1;
  }
  microprice.onClock(0);
  microprice.onClock(60_000);
  microprice.observe(100, 101, 95, 5);
  const heavyBid = microprice.ticks - 100.5;
  microprice.observe(100, 101, 5, 95);
  expect(heavyBid).toBeGreaterThan(0.9);
  expect(heavyBid).toBeLessThan(1.1);
  expect(microprice.ticks - 100.5).toBeCloseTo(-heavyBid, 9);
  // From the middle the market leaves with even odds.
  microprice.observe(100, 101, 55, 45);
  expect(Math.abs(microprice.ticks - 100.5)).toBeLessThan(0.1);
});

test('a steady rate is recovered, and events without memory set off none', () => {
  const intensity = new FlowIntensity();
  const next = seededDraws(3);
  let timeMs = 0;
  let sampledMs = 0;
  let rates = 0;
  let samples = 0;
  while (timeMs < 3_600_000) {
    timeMs -= 500 * Math.log(1 - next());
    for (; sampledMs <= timeMs; sampledMs += 1000) {
      intensity.sample(sampledMs);
      rates += intensity.rate(sampledMs);
      samples += 1;
    }
    intensity.add(timeMs);
  }
  expect(rates / samples).toBeGreaterThan(1.7);
  expect(rates / samples).toBeLessThan(2.3);
  expect(intensity.branching).toBeLessThan(0.15);
});

test('events that come in bursts show a branching ratio, and a burst is visible', () => {
  const intensity = new FlowIntensity();
  const next = seededDraws(4);
  let timeMs = 0;
  for (let second = 0; second < 1800; second += 1) {
    intensity.sample(second * 1000);
    if (next() < 0.05) for (let n = 0; n < 15; n += 1) intensity.add(second * 1000 + n * 5);
    timeMs = second * 1000;
  }
  expect(intensity.branching).toBeGreaterThan(0.5);
  for (let n = 0; n < 40; n += 1) intensity.add(timeMs + 500 + n);
  expect(intensity.z(timeMs + 540)).toBeGreaterThan(1.5);
});

test('signs that follow each other have a positive autocorrelation, alternating ones a negative', () => {
  const repeated = new TradeSigns();
  const alternating = new TradeSigns();
  expect(repeated.autocorrelation).toBeNaN();
  for (let n = 0; n < 400; n += 1) {
    repeated.add(n % 20 < 10 ? 1 : -1, 1);
    alternating.add(n % 2 === 0 ? 1 : -1, 1);
  }
  expect(repeated.autocorrelation).toBeGreaterThan(0.6);
  expect(alternating.autocorrelation).toBeLessThan(-0.9);
});

test('one-sided volume ranks above balanced volume', () => {
  const toxicity = new VolumeToxicity();
  let timeMs = 0;
  const trade = (sign: number) => {
    timeMs += 1000;
    toxicity.add(timeMs, sign, 1);
  };
  for (let n = 0; n < 300 * 60; n += 1) trade(n % 2 === 0 ? 1 : -1);
  expect(toxicity.percentile).toBeLessThan(0.5);
  for (let n = 0; n < 300 * 20; n += 1) trade(1);
  expect(toxicity.percentile).toBeGreaterThan(0.9);
});
