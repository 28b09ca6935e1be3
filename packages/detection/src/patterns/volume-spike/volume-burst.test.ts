/** What a burst of volume holds, how it is measured, and the pattern it becomes. */
import { NO_PRICE, type RoundColumns, SIDE_ASK, SIDE_BID, SIDE_NONE } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handEvent } from '#testing/hand-event.ts';
import { SURE } from '#testing/plain-context.ts';
import { plainView } from '#testing/plain-view.ts';
import { VOLUME_SPIKE, VolumeBurst } from './volume-spike-burst.ts';
import { type VolumeSpikeFacts, volumeSpikePattern } from './volume-spike-pattern.ts';
import { SpikeWindow } from './volume-spike-window.ts';

const START_MS = 1_000_000;
const START_NS = 1_000_000_000_000n;
const newWindows = () => ({
  tenSeconds: new SpikeWindow(10_000),
  minute: new SpikeWindow(60_000),
  tenSecondTrades: new SpikeWindow(10_000),
});

/** A burst that begins with so many contracts in its window, of which `signed` more bought than sold. */
const burstOf = (volume = 100, signed = 0): VolumeBurst =>
  new VolumeBurst(START_MS, START_NS, 1000.5, volume, signed);

const rounds = (side: number, priceTicks: number, size: number): RoundColumns =>
  handEvent(1, [{ side, priceTicks, size }]).rounds as RoundColumns;

describe('a burst', () => {
  test('begins between the best prices with what its window holds', () => {
    expect(burstOf(100, 20)).toMatchObject({
      volume: 100,
      signed: 20,
      lowTicks: 1000,
      highTicks: 1001,
      aggressors: 0,
      largest: 0,
    });
  });

  test('adds buyers above, sellers below, and those without a side to the volume only', () => {
    const burst = burstOf(0, 0);
    burst.add(rounds(SIDE_BID, 1004, 30), 0);
    burst.add(rounds(SIDE_ASK, 998, 10), 0);
    burst.add(rounds(SIDE_NONE, NO_PRICE, 5), 0);
    expect(burst).toMatchObject({
      volume: 45,
      signed: 20,
      aggressors: 3,
      largest: 30,
      lowTicks: 998,
      highTicks: 1004,
    });
  });

  test.each([
    [29, SIDE_NONE],
    [30, SIDE_BID],
    [-29, SIDE_NONE],
    [-30, SIDE_ASK],
    [0, SIDE_NONE],
  ])('of 100 contracts that lean by %i is of side %i: 65%% of one direction make a side', (signed, side) => {
    expect(burstOf(100, signed).side).toBe(side);
  });

  test('without volume leans to nobody', () => {
    expect(burstOf(0).buyShare).toBe(0.5);
    expect(burstOf(0).side).toBe(SIDE_NONE);
  });

  test('is measured in multiples of what is usual, as logarithms', () => {
    const burst = burstOf(300, 150);
    burst.peak = 400;
    burst.largest = 60;
    const usual = { minutes: 20, halfHour: 10, greater: 20 };
    const features = burst.features(START_MS + 5000, newWindows(), { tenSeconds: 400, minute: 600 }, usual);
    const at = (name: string): number => features[VOLUME_SPIKE.features.indexOf(name)] ?? Number.NaN;
    expect(features).toHaveLength(VOLUME_SPIKE.features.length);
    expect(at('multiple of the last minutes, 10 s')).toBeCloseTo(Math.log(20), 9);
    expect(at('multiple of the last half hour, 10 s')).toBeCloseTo(Math.log(40), 9);
    expect(at('multiple of the greater usual, 10 s')).toBeCloseTo(Math.log(20), 9);
    expect(at('multiple of the greater usual, 60 s')).toBeCloseTo(Math.log(5), 9);
    // 200 in the 50 seconds before: 40 in ten.
    expect(at('multiple of the 50 s before')).toBeCloseTo(Math.log(10), 9);
    // One and a half windows of what is usual.
    expect(at('multiple of the whole burst')).toBeCloseTo(Math.log(10), 9);
    expect(at('multiple of its height')).toBeCloseTo(Math.log(20), 9);
    expect(at('one-sidedness')).toBeCloseTo(0.5, 9);
    expect(at('share of the largest trade')).toBeCloseTo(0.2, 9);
    expect(at('duration')).toBeCloseTo(Math.log(6), 9);
  });

  test('after silence is measured by a tenth of what is usual', () => {
    const usual = { minutes: 50, halfHour: 50, greater: 50 };
    const features = burstOf(500).features(START_MS, newWindows(), { tenSeconds: 500, minute: 500 }, usual);
    expect(features[VOLUME_SPIKE.features.indexOf('multiple of the 50 s before')]).toBeCloseTo(
      Math.log(100),
      9,
    );
  });

  test('has finite features within their bounds, whatever happened', () => {
    const count = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(
        count,
        count,
        count,
        fc.nat(600_000),
        fc.double({ min: -1, max: 1, noNaN: true }),
        (volume, ten, usual, ms, lean) => {
          const burst = burstOf(volume, volume * lean);
          const greater = Math.max(1, usual);
          const volumes = { minutes: usual, halfHour: Number.NaN, greater };
          const features = burst.features(
            START_MS + ms,
            newWindows(),
            { tenSeconds: ten, minute: ten },
            {
              ...volumes,
              halfHour: usual / 2,
            },
          );
          expect(features.every((value) => Number.isFinite(value) && Math.abs(value) <= 15)).toBe(true);
        },
      ),
    );
  });
});

describe('a window', () => {
  /** A window that has seen ten seconds of about a hundred contracts for an hour. */
  function seen(): SpikeWindow {
    const window = new SpikeWindow(10_000);
    for (let n = 0; n < 1800; n += 1) {
      window.measure(3_600_000 + n * 2000, 90 + (n % 21));
      window.learn(n * 2000, 3_600_000 + n * 2000);
    }
    return window;
  }
  const NOW = 7_200_000;

  test('knows nothing at first: no distance, and nothing improbable', () => {
    const window = new SpikeWindow(10_000);
    window.measure(0, 500);
    expect(window).toMatchObject({ z: 0, tailProbability: 1, isEmpty: false, warm: false });
    expect(window.falseDiscovery).toBe(1);
  });

  test('has the median as what is usual', () => {
    expect(seen().usual(NOW)).toBeGreaterThan(90);
    expect(seen().usual(NOW)).toBeLessThan(110);
  });

  test('measures the further from the usual and the more improbable, the more trades', () => {
    const window = seen();
    const measured = [50, 100, 200, 800].map((amount) => {
      window.measure(NOW, amount);
      return { z: window.z, p: window.tailProbability };
    });
    for (let at = 1; at < measured.length; at += 1) {
      expect(measured[at]?.z).toBeGreaterThan(measured[at - 1]?.z ?? Number.NaN);
      expect(measured[at]?.p).toBeLessThanOrEqual(measured[at - 1]?.p ?? Number.NaN);
    }
    expect(measured[0]?.z).toBeLessThan(0);
    expect(measured[3]?.z).toBeGreaterThan(3);
    expect(measured[3]?.p).toBeLessThan(0.01);
  });

  test('learns one window in five of those that overlap', () => {
    const usualAfter = (windows: number, stepMs: number): number => {
      const window = new SpikeWindow(10_000);
      for (let n = 0; n < windows; n += 1) {
        window.measure(0, 100);
        window.learn(n * stepMs, 0);
      }
      return window.usual(0);
    };
    const enough = Array.from({ length: 200 }, (_, n) => n).find((n) => usualAfter(n, 2000) > 0) ?? 0;
    expect(enough).toBeGreaterThan(1);
    expect(usualAfter(5 * (enough - 1), 400)).toBeNaN();
    expect(usualAfter(5 * enough, 400)).toBeGreaterThan(90);
  });

  test('counts a spike among those seen, but does not learn from it that spikes are usual', () => {
    const [learnt, noted] = [seen(), seen()];
    const before = noted.usual(NOW);
    for (let n = 0; n < 3000; n += 1) {
      noted.measure(NOW, 5000);
      noted.note();
      learnt.measure(NOW, 5000);
      learnt.learn(10_000_000 + n * 2000, NOW);
    }
    expect(noted.usual(NOW)).toBe(before);
    expect(learnt.usual(NOW)).toBeGreaterThan(10 * before);
    expect(noted.falseDiscovery).toBeLessThan(0.01);
  });

  test('is empty where nothing at all happened', () => {
    const window = seen();
    window.measure(NOW, 0);
    expect(window.isEmpty).toBe(true);
  });
});

describe('the pattern of a spike', () => {
  function patternOf(
    change: (burst: VolumeBurst) => void = () => undefined,
    part: Partial<VolumeSpikeFacts> = {},
  ) {
    const burst = burstOf(2500, 1500);
    Object.assign(burst, {
      peak: 900,
      largest: 80,
      lowTicks: 996,
      highTicks: 1004,
      activeMs: START_MS + 14_000,
    });
    change(burst);
    const facts: VolumeSpikeFacts = {
      id: 'one',
      burst,
      judgement: SURE,
      detectedNs: START_NS + 2_000_000_000n,
      status: 'open',
      windows: newWindows(),
      usual: 55.123,
      recent: 60,
      percentile: 0.9,
      degraded: false,
      ...part,
    };
    return volumeSpikePattern(facts, plainView({}));
  }

  test('says how much traded where and when, how many times the usual, and by whom', () => {
    expect(patternOf().description).toBe(
      '2,500 traded in 24 s between 249.00 and 251.00, at its height 15 times the last minutes, 80% by buyers',
    );
    expect(patternOf((burst) => Object.assign(burst, { signed: -1500 })).description).toMatch(
      /80% by sellers$/,
    );
  });

  test('at one price names it, and without earlier minutes leaves the comparison out', () => {
    const at = patternOf((burst) => Object.assign(burst, { lowTicks: 1000, highTicks: 1000 }), { recent: 0 });
    expect(at.description).toBe('2,500 traded in 24 s at 250.00, 80% by buyers');
  });

  test('is shown for two minutes after it was last unusual', () => {
    const { updatedNs, expiresNs } = patternOf();
    expect(updatedNs).toBe(START_NS + 14_000_000_000n);
    expect(expiresNs - updatedNs).toBe(120_000_000_000n);
  });

  test('is never updated before it was detected', () => {
    const { updatedNs, detectedNs } = patternOf((burst) => Object.assign(burst, { activeMs: START_MS }));
    expect(updatedNs).toBe(detectedNs);
  });

  test('has a side from 65% on and no direction', () => {
    expect(patternOf()).toMatchObject({ side: 'bid', direction: null, size: 2500, exact: false });
    expect(patternOf((burst) => Object.assign(burst, { signed: -1500 })).side).toBe('ask');
    expect(patternOf((burst) => Object.assign(burst, { signed: 0 })).side).toBeNull();
  });
});
