/** What is drawn of an event, from its recorded window and the detector's facts. */
import { expect, test } from 'vitest';
import { delta, evidenceOf, START, START_NS } from '#testing/evidence.ts';
import { centredSpan, makePlot, PLOT, secondLabels, stepPath, within } from './plot.ts';
import { pricePath } from './price-path.ts';
import { shownSize } from './shown-size.ts';

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

test('every refill of an iceberg is drawn, also those that the recorded window does not reach', () => {
  const startMs = Date.parse(START);
  const refills = Array.from({ length: 40 }, (_, n) => ({
    timeNs: `${startMs + n * 4000}${'123456'}`,
    filled: 14,
    hidden: 14,
    shownBefore: 14,
    shownAfter: 14,
  }));
  const recorded = [
    delta(-900, { action: 'add', size: 14, orderId: '7' }),
    ...[0, 4000, 8000].flatMap((offsetMs) => [
      delta(offsetMs, { action: 'fill', size: 14, orderId: '7' }),
      delta(offsetMs, { action: 'modify', size: 14, orderId: '7' }),
    ]),
  ];
  const shown = shownSize(evidenceOf('iceberg', { orderIds: ['7'], refills }, recorded));
  expect(shown?.trades).toHaveLength(40);
  const times = shown?.steps.map((step) => step.timeMs) ?? [];
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeCloseTo(startMs + 39 * 4000, -1);
});

test('an event is drawn in the middle of its drawing, and what held before is carried in', () => {
  const span = centredSpan(60_000, 100_000, 1000);
  expect(span.fromMs + span.toMs).toBe(160_000);
  const steps = [
    { timeMs: 1000, size: 3 },
    { timeMs: 2000, size: 9 },
    { timeMs: 70_000, size: 5 },
    { timeMs: 900_000, size: 1 },
  ];
  expect(within(steps, span)).toEqual([
    { timeMs: span.fromMs, size: 9 },
    { timeMs: 70_000, size: 5 },
  ]);
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

test('a single price is in the middle of the drawing', () => {
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

test('times below a drawing differ from each other, however short the event was', () => {
  for (const spanMs of [4, 40, 120, 399, 400, 5000]) {
    const texts = secondLabels(1000, 1000 + spanMs, 1000 + spanMs / 2).map((label) => label.text);
    expect([spanMs, new Set(texts).size]).toEqual([spanMs, 5]);
  }
});
