import { NS_PER_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { CLEAN } from '#ground-truth/prevalence.ts';
import { labelled } from '#testing/labelled-session.ts';
import { rowsOf, TEST_START_MS, testSession } from '#testing/session.ts';

/** Of two sessions where there is time for them. */
const SEEDS = process.env['LONG_TESTS'] === '1' ? [31, 32] : [31];

test.each(['ES', 'NQ'])(
  'labels of planted levels of %s list their touches and how often they held',
  (symbol) => {
    let touches = 0;
    let bounces = 0;
    let expected = 0;
    const hours = SEEDS.map((seed) => labelled(symbol, seed, 1.5, { plantedLevelsPerHour: 14 }));
    // Besides those planted some arise by chance.
    const known = hours.flatMap(({ tape, labels }) =>
      labels.filter(({ sub }) => sub === 'planted').map((label) => ({ tape, label })),
    );
    expect(known.length).toBeGreaterThan(7.5 * SEEDS.length);
    for (const { tape, label } of known) {
      expect(label.type).toBe(label.side === 'bid' ? 'support' : 'resistance');
      expect(label.priceLowTicks).toBeLessThanOrEqual(label.priceHighTicks);
      expect(label.qty).toBe(tape.by(label.orderIds));
      const touched = Number(label.params['touches']);
      const planted = Number(label.params['bounce']);
      expect(Number(label.params['bounces'])).toBeLessThanOrEqual(touched);
      expect(label.observability).toBe(
        touched >= 3 && Number(label.params['bounces']) >= 2 && planted >= 0.65 ? 'strong' : 'weak',
      );
      if (touched < 3) expect(label.tEvidentNs).toBeNull();
      else {
        expect(label.tEvidentNs).toBeGreaterThanOrEqual(label.t0Ns);
        expect(label.tEvidentNs).toBeLessThanOrEqual(label.t1Ns);
      }
      touches += touched;
      bounces += Number(label.params['bounces']);
      expected += planted * touched;
    }
    expect(touches).toBeGreaterThan(4);
    // Few draws, and a fight may be lost or still on at the end: the share that held lies near the planted one.
    expect(Math.abs(bounces - expected) / touches).toBeLessThan(0.3);
  },
);

test('a level that gave way once is used again, and a session begins with the levels remembered from before', () => {
  const { labels } = labelled('ES', 31, 1, { plantedLevelsPerHour: 6 });
  const planted = labels.filter(({ sub }) => sub === 'planted');
  const startNs = BigInt(TEST_START_MS) * NS_PER_MS;
  expect(planted.some(({ t0Ns }) => t0Ns < startNs + 30_000_000_000n)).toBe(true);
  expect(planted.some(({ params }) => Number(params['breaks']) > 0 && Number(params['touches']) > 1)).toBe(
    true,
  );
});

test('at frequency 0 the market is the one without it', () => {
  const without = rowsOf(testSession('ES', 34, { agents: CLEAN }), 300);
  const zero = rowsOf(testSession('ES', 34, { agents: { ...CLEAN, plantedLevelsPerHour: 0 } }), 300);
  expect(zero.rows).toEqual(without.rows);
});
