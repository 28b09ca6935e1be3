import type { EventEvidence, EvidenceDelta } from '@undertow/contracts';
import { type FlowEventType, instrumentById } from '@undertow/market';
import { expect, test } from 'vitest';
import { evidenceFigures, orderIds, ruleMargin } from './evidence-facts.ts';
import { measuredFacts } from './measured-facts.ts';
import { makePlot, PLOT, secondLabels, stepPath } from './plot.ts';
import { pricePath } from './price-path.ts';
import { shownSize } from './shown-size.ts';

const START = '2026-11-20T16:51:41.208Z';
const START_NS = `${Date.parse(START)}000000`;

function delta(offsetMs: number, change: Partial<EvidenceDelta>): EvidenceDelta {
  return {
    at: new Date(Date.parse(START) + offsetMs).toISOString(),
    offsetMs,
    action: 'trade',
    side: 'bid',
    price: '4566.50',
    size: 5,
    orderId: null,
    ...change,
  };
}

function evidenceOf(
  type: FlowEventType,
  facts: EventEvidence['evidence'],
  deltas: EvidenceDelta[],
): EventEvidence {
  return {
    event: {
      id: 'e',
      instrumentId: 1,
      instrumentSymbol: 'ES',
      eventType: type,
      price: '4566.50',
      size: 1166,
      confidence: 0.81,
      metadata: {
        description: 'Bid refilled 9 times at 4566.50, 1,166 traded',
        severity: 'high',
        sub: null,
        side: 'bid',
        priceLow: '4566.50',
        priceHigh: '4566.50',
        exact: type !== 'support',
        calibrator: 'exact',
        confidenceLow: 0.7,
        confidenceHigh: 0.9,
        status: 'open',
        degraded: false,
        startedAt: START,
        updatedAt: new Date(Date.parse(START) + 13_809).toISOString(),
      },
      detectedAt: START,
      expiresAt: START,
    },
    evidence: facts,
    rules: [],
    window: { from: START, to: START, truncated: false, deltas },
    dataQuality: { tier: 'L3', source: 'simulated', degraded: false, gapsToday: 0 },
  };
}

test('the shown size of an iceberg follows its own order and nothing else', () => {
  const shown = shownSize(
    evidenceOf('iceberg', { orderIds: ['7'] }, [
      delta(0, { action: 'add', size: 120, orderId: '7' }),
      delta(5, { action: 'add', size: 900, orderId: '8' }),
      delta(10, { action: 'fill', size: 120, orderId: '7' }),
      delta(10, { action: 'modify', size: 120, orderId: '7' }),
      delta(20, { action: 'cancel', size: 120, orderId: '7' }),
    ]),
  );
  expect(shown?.steps.map((step) => step.size)).toEqual([120, 120, 0]);
  expect(shown?.trades.map((trade) => trade.size)).toEqual([120]);
});

test('without rows of its order the refills of the detector are drawn', () => {
  const refill = {
    timeNs: START_NS,
    priceTicks: 18_266,
    filled: 30,
    hidden: 30,
    shownBefore: 30,
    shownAfter: 30,
  };
  const shown = shownSize(evidenceOf('iceberg', { orderIds: ['7'], refills: [refill, refill] }, []));
  expect(shown?.steps.map((step) => step.size)).toEqual([30, 0, 30, 30, 0, 30]);
  expect(shown?.trades).toHaveLength(2);
  expect(shown?.trades[0]?.timeMs).toBeCloseTo(Date.parse(START), 0);
});

test('evidence that holds nothing to draw is not drawn', () => {
  expect(shownSize(evidenceOf('iceberg', { refills: 9 }, []))).toBeNull();
  expect(pricePath(evidenceOf('stop_run', {}, [delta(0, {})]))).toBeNull();
});

test('the path of a stop run holds the trades near it and its elected stops', () => {
  const path = pricePath(
    evidenceOf('stop_run', { elections: [{ timeNs: START_NS, stops: 3, contracts: 12 }, 'broken'] }, [
      delta(-20_000, { price: '4560.00' }),
      delta(0, {}),
      delta(100, { price: '4567.00' }),
      delta(120, { action: 'add' }),
    ]),
  );
  expect(path?.points.map((point) => point.price)).toEqual([4566.5, 4567]);
  expect(path?.elected).toHaveLength(1);
});

test('an iceberg is told in four figures', () => {
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
    { label: 'Share into the price', value: '91%' },
    { label: 'Put in again for each one taken', value: '0.620' },
    { label: 'Volume against this time of day', value: '3.5 deviations' },
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
    { label: 'False discoveries among such zones', value: 'under 1%' },
    { label: 'Other levels inside', value: 'round number, day low' },
  ]);
});

test('a synthetic iceberg is told as a chain of orders, not as refills of one', () => {
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

test('steps hold their value until the next one and run to the end', () => {
  expect(
    stepPath(
      [
        { x: 0, y: 10 },
        { x: 5, y: 20 },
      ],
      9,
    ),
  ).toBe('M0.0 10.0H5.0V20.0H9.0');
  expect(stepPath([], 9)).toBe('');
});

test('a single price stands in the middle of the drawing', () => {
  const plot = makePlot(0, 1000, 50, 50);
  expect(plot.y(50)).toBeCloseTo(PLOT.top + (PLOT.height - PLOT.top - PLOT.bottom) / 2);
});

test('seconds below a drawing count from the start of the event', () => {
  expect(secondLabels(58_000, 62_000, 59_000).map((label) => label.text)).toEqual([
    '−1.0',
    '0.0',
    '1.0',
    '2.0',
    '3.0',
  ]);
  expect(secondLabels(0, 60_000, 30_000).map((label) => label.text)).toEqual(['−30', '−15', '0', '15', '30']);
});
