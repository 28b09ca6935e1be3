import { instrumentById } from '@undertow/market';
import { expect, test } from 'vitest';
import { evidenceOf, START_NS } from '#testing/evidence.ts';
import { evidenceFigures, orderIds, ruleMargin } from './evidence-facts.ts';
import { measuredFacts } from './measured-facts.ts';

test('an iceberg has four figures', () => {
  const figures = evidenceFigures(
    evidenceOf(
      'iceberg',
      { displaySize: 120, displayExact: true, tranches: 9, hiddenSeen: 1046, orderIds: ['7'] },
      [],
    ),
  );
  expect(figures.map((figure) => figure.value)).toEqual(['1,166', '120', '9', '1,046']);
});

test('a fact that the detector did not give is a dash, not a zero', () => {
  expect(evidenceFigures(evidenceOf('stop_run', {}, []))[0]?.value).toBe('–');
});

test('measured facts carry their unit from the name: prices, distances, times', () => {
  const facts = measuredFacts(
    evidenceOf(
      'stop_run',
      {
        level: { kind: 'swing high', priceTicks: 18_266 },
        overshootTicks: 1,
        durationMs: 1400,
        firstNs: START_NS,
        rules: [],
        atLevel: true,
      },
      [],
    ),
    instrumentById(1),
  );
  expect(facts).toContainEqual({ label: 'Level price', value: '4566.50' });
  expect(facts).toContainEqual({ label: 'Level kind', value: 'swing high' });
  expect(facts).toContainEqual({ label: 'Overshoot', value: '1 tick' });
  expect(facts.map((fact) => fact.label)).not.toContain('Duration');
  expect(facts).toContainEqual({ label: 'At a known level', value: 'yes' });
  expect(facts.find((fact) => fact.label === 'First seen')?.value).toMatch(/:41\.208$/);
});

test('a price that the server also gives as text is listed once, shares are percent, times come first', () => {
  const facts = measuredFacts(
    evidenceOf(
      'stop_run',
      { stopShare: 0.168, overshoot: '0.75', overshootTicks: 3, lastNs: START_NS, firstNs: START_NS },
      [],
    ),
    instrumentById(1),
  );
  expect(facts.map((fact) => fact.label)).toEqual([
    'First seen',
    'Last change',
    'Share of stops in the volume',
    'Overshoot',
  ]);
  expect(facts.at(-2)?.value).toBe('17%');
  expect(facts.at(-1)?.value).toBe('3 ticks');
});

test('what an absorption measured reads in words, percent and deviations', () => {
  const facts = measuredFacts(
    evidenceOf(
      'absorption',
      {
        oneSided: 0.914,
        volumeZ: 3.456,
        refillRatio: 0.62,
        progressTicks: 0,
        hold: { p: 0.71, low: 0.6, high: 0.8, calibrator: 'absorption-hold@1' },
        features: { logVolume: 1.2 },
      },
      [],
    ),
    instrumentById(1),
  );
  expect(facts).toEqual([
    { label: 'Chance that it holds', value: '71% (60 to 80%)' },
    { label: 'Share traded into the price', value: '91%' },
    { label: 'Replenished per contract traded', value: '0.620' },
    { label: 'Volume compared with this time of day', value: '3.5 deviations' },
    { label: 'Price moved', value: '0 ticks' },
  ]);
});

test('words of a list are listed, a tiny chance is not zero', () => {
  const evidence = evidenceOf(
    'support',
    {
      confluence: ['round number', 'day low'],
      qValue: 0.004,
      touches: [{ timeNs: START_NS, outcome: 'bounce' }],
    },
    [],
  );
  expect(measuredFacts(evidence, instrumentById(1))).toEqual([
    { label: 'False discovery rate of such zones', value: 'under 1%' },
    { label: 'Other levels inside', value: 'round number, day low' },
  ]);
});

test('a synthetic iceberg is described as a chain of orders, not as refills of one', () => {
  const evidence = evidenceOf('iceberg', { slices: 9, meanSlice: 12.25, medianDelayMs: 38.2 }, []);
  const { event } = evidence;
  const synthetic = { ...evidence, event: { ...event, metadata: { ...event.metadata, sub: 'synthetic' } } };
  expect(evidenceFigures(synthetic).map(({ label, value }) => [label, value])).toEqual([
    ['Traded', '1,166'],
    ['Orders', '9'],
    ['Size of each', '12.3'],
    ['Put in after', '38 ms'],
  ]);
});

test('only texts are order ids, and orders give theirs', () => {
  expect(orderIds({ orderIds: ['1', 2, null] })).toEqual(['1']);
  expect(orderIds({ orders: [{ orderId: '8', size: 40 }, { size: 1 }, null] })).toEqual(['8']);
});

test('a margin compares numbers and otherwise says whether the rule was met', () => {
  const rule = (value: string, needed: string, met: boolean) => ruleMargin({ name: 'r', value, needed, met });
  expect(rule('9', 'at least 1', true)).toBe('+8');
  expect(rule('1,166', 'at least 1,200', false)).toBe('−34');
  expect(rule('1.2e-7', 'below 0.001', true)).toBe('met');
  expect(rule('9 of 9', 'all', true)).toBe('met');
});
