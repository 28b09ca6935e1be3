import { instrumentBySymbol } from '@undertow/market';
import { expect, test } from 'vitest';
import { withSection } from '#measurements/measurements-note.ts';
import { captured, ES_RECORDING, HAS_RECORDED_DATA } from '#testing/recorded-data.ts';
import { compareMarkets, simulateStretches } from './compare-markets.ts';
import { discriminate } from './discriminator.ts';
import { distanceOf } from './distances.ts';
import { realismSection } from './realism-note.ts';
import { FEATURES } from './window-features.ts';

test('a distribution is at distance 0 from itself and at 1 from one that shares nothing with it', () => {
  const low = [1, 1, 2, 2, 3];
  expect(distanceOf(low, low)).toEqual({ l1: 0, w1: 0 });
  const far = distanceOf(
    low,
    low.map((value) => value + 100),
  );
  expect(far.l1).toBeCloseTo(1, 10);
  expect(far.w1).toBeCloseTo(100 / Math.sqrt(0.56), 8);
});

test('half of the mass a unit away is half a unit of Wasserstein-1', () => {
  const { l1, w1 } = distanceOf([0, 2, 0, 2], [0, 2, 1, 3]);
  expect(l1).toBeCloseTo(0.5, 10);
  expect(w1).toBeCloseTo(0.5, 10);
});

/** Windows whose figures are drawn from a fixed pattern; one feature is moved. */
function windows(count: number, moved: number, phase: number): number[][] {
  return Array.from({ length: count }, (_, at) =>
    FEATURES.map((_, index) => Math.sin(at * (index + 1.7) + phase) + (index === 3 ? moved : 0)),
  );
}

test('identical windows cannot be separated, and the feature that differs is named first', () => {
  const alike = discriminate(windows(200, 0, 0), windows(200, 0, 5));
  expect(alike.auc).toBeGreaterThan(0.35);
  expect(alike.auc).toBeLessThan(0.65);
  const differing = discriminate(windows(200, 2, 0), windows(200, 0, 5));
  expect(differing.auc).toBeGreaterThan(0.85);
  expect(differing.weights[0]?.feature).toBe(FEATURES[3]);
  expect(differing.alone[0]?.feature).toBe(FEATURES[3]);
});

test('two seeds of one market differ less than two products, and the section holds every table', () => {
  const instrument = instrumentBySymbol('ES');
  const other = instrumentBySymbol('NQ');
  if (instrument === undefined || other === undefined) throw new RangeError('no product');
  const fromMs = Date.UTC(2026, 2, 2, 15);
  const stretch = { fromMs, toMs: fromMs + 300_000 };
  const options = { scenario: 'clean', scale: 0.25 } as const;
  const [first, second] = simulateStretches({ instrument, ...stretch }, { seeds: [1, 2], ...options });
  const [foreign] = simulateStretches({ instrument: other, ...stretch }, { seeds: [3], ...options });
  if (first === undefined || second === undefined || foreign === undefined) throw new RangeError('no sample');
  const like = compareMarkets(first, [second]);
  const unlike = compareMarkets(first, [foreign]);
  const depth = like.distances.findIndex(({ name }) => name === 'depth at the best');
  expect(like.distances[depth]?.distance.l1).toBeLessThan(unlike.distances[depth]?.distance.l1 as number);
  expect(like.discrimination.auc).toBeLessThan(unlike.discrimination.auc);

  const section = realismSection({
    date: '2026-03-02',
    command: 'c',
    recorded: 'r',
    simulated: 's',
    ...like,
  });
  expect(section).toContain('| time to cancel |');
  expect(withSection('# Note\n', 'Realism', section)).toContain('## Realism\n\n`c`, 2026-03-02');
});

test.skipIf(!HAS_RECORDED_DATA)(
  'the recording begins where its market opens, half an hour before its end',
  async () => {
    const { code, data } = await captured('realism', ES_RECORDING, '--seeds', '1');
    expect(code).toBe(0);
    expect(data.join('\n')).toContain('2023-12-25T23:00:00Z to 2023-12-25T23:29:59Z, 359 windows');
  },
);
