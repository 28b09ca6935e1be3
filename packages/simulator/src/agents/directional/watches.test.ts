import { expect, test } from 'vitest';
import { CLEAN } from '#ground-truth/prevalence.ts';
import { RowBuffer } from '#rows/row-buffer.ts';
import { labelled } from '#testing/labelled-session.ts';
import { testSession } from '#testing/session.ts';

const LIFE = {
  volumeShocksPerHour: 1,
  plantedLevelsPerHour: 2,
  nativeIcebergsPerHour: 40,
  singleStopsPerHour: 90,
  stopClustersPerHour: 12,
  huntsPerHour: 6,
};

test.each(['ES', 'NQ'])(
  'what arises in %s by chance is written down without touching what was planned',
  (symbol) => {
    const { tape, labels } = labelled(symbol, 71, 1, LIFE);
    const bursts = labels.filter(({ type }) => type === 'volume_spike');
    const organic = bursts.filter(({ sub }) => sub === 'organic');
    for (const [n, burst] of organic.entries()) {
      const before = organic[n - 1];
      // What bursts again within a minute is the same spike.
      if (before !== undefined) expect(burst.t0Ns - before.t1Ns).toBeGreaterThan(45_000_000_000n);
      expect(burst.observability === 'strong').toBe(Number(burst.params['multiple']) >= 4);
    }
    for (const burst of organic) {
      expect(burst.tEvidentNs).toBeGreaterThan(burst.t0Ns);
      expect(burst.tEvidentNs).toBeLessThanOrEqual(burst.t1Ns);
      // The running ten seconds are counted to a tenth of a second.
      expect(Math.abs(burst.qty / tape.between(burst.t0Ns, burst.t1Ns) - 1)).toBeLessThan(0.1);
      for (const planned of bursts)
        if (planned.sub !== 'organic')
          expect(planned.t1Ns < burst.t0Ns || planned.t0Ns > burst.t1Ns).toBe(true);
    }
    for (const level of labels.filter(({ id }) => id.startsWith('level-watch'))) {
      expect(level.priceLowTicks).toBeLessThanOrEqual(level.priceHighTicks);
      expect(Number(level.params['touches'])).toBeGreaterThanOrEqual(3);
      expect(Number(level.params['hiddenTurns']) >= 2).toBe(level.sub === 'organic');
      expect(level.tEvidentNs).toBeLessThanOrEqual(level.t1Ns);
    }
    for (const trap of labels.filter(({ type }) => type === 'trap')) {
      expect(Number(trap.params['stops'])).toBeGreaterThanOrEqual(3);
      expect(trap.tEvidentNs).toBeGreaterThan(trap.t0Ns);
      expect(trap.tEvidentNs).toBeLessThan(trap.t1Ns);
    }
    expect(labels.some(({ sub }) => sub === 'organic' || sub === 'randomLevel')).toBe(true);
  },
);

test('a market in which nothing was planned has spikes as well', () => {
  const { labels } = labelled('GC', 73, 1, {});
  expect(labels.length).toBeGreaterThan(0);
  for (const { type, sub, tEvidentNs } of labels) {
    expect([type, sub]).toEqual(['volume_spike', 'organic']);
    expect(tEvidentNs).not.toBeNull();
  }
});

test('the open of regular hours is a surge within the day\u2019s law, and a flat day has none', () => {
  // 08:10 in Chicago; regular hours of ES begin at 08:30.
  const startMs = Date.UTC(2026, 8, 22, 13, 10);
  const surges = (timeOfDay: 'exchange' | 'flat'): number => {
    const agents = { ...CLEAN, volumeShocksPerHour: 0.01 };
    const session = testSession('ES', 72, { startMs, timeOfDay, scale: 0.15, agents });
    session.advance(startMs + 2700_000, new RowBuffer());
    return session.finish().filter(({ sub }) => sub === 'todSurge').length;
  };
  expect(surges('exchange')).toBe(1);
  expect(surges('flat')).toBe(0);
});
