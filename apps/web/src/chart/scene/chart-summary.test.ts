import { expect, test } from 'vitest';
import { scaleText, signedText } from '#chart/data/size-text.ts';
import { SAMPLE_NOW_MS, sampleInput } from '#chart-page/sample-market.ts';
import { chartSummary, chartTable } from './chart-summary.ts';

test('the summary names instrument, bars, prices, signals and what the feed is', () => {
  const input = {
    ...sampleInput(),
    feed: { isOld: false, source: 'simulated', delaySeconds: 0 },
  } as const;
  const summary = chartSummary(input, SAMPLE_NOW_MS);
  expect(summary).toContain('100 candles of 10 minutes');
  expect(summary).toContain('to 16:50 GMT');
  expect(summary).toContain('8 active signals');
  expect(summary).toContain('SIMULATED');
});

test('a moment of the past names the marks of the reader and every event of then', () => {
  const sample = sampleInput();
  const [event] = sample.events;
  const input = {
    ...sample,
    activeEvents: { most: 0, leastOpacity: 1 },
    events: event === undefined ? [] : [event],
    marks: [{ id: 'entry', timeMs: SAMPLE_NOW_MS - 600_000, priceTicks: 18_000, side: 'buy', text: 'Entry' }],
  } as const;
  const summary = chartSummary(input, SAMPLE_NOW_MS + 86_400_000);
  expect(summary).toContain('1 signal: ');
  expect(summary).toMatch(/Entry at 4500\.00, \d\d:\d\d/);
});

test.each([
  [true, 'earlier prices shifted by 12.50'],
  [false, 'offset 12.50'],
])('a roll is named with its day and offset, adjusted %s', (isAdjusted, words) => {
  const input = sampleInput();
  const roll = { atMs: input.bars[50]!.startMs, from: 'ESZ6', to: 'ESH7', offsetTicks: 50 };
  const summary = chartSummary({ ...input, rolls: [roll], isAdjusted }, SAMPLE_NOW_MS);
  expect(summary).toContain(`Rolled from ESZ6 to ESH7 on Fri 20 Nov, ${words}`);
});

test('before data it says that they are coming', () => {
  expect(chartSummary(sampleInput(0), 0)).toContain('Loading market data');
});

test('the table holds every bar newest first, every event and every level', () => {
  const input = sampleInput();
  const table = chartTable(input, SAMPLE_NOW_MS);
  expect(table.bars).toHaveLength(100);
  expect(table.bars[0]?.[0]).toBe('Fri 20 Nov 16:50');
  expect(table.events).toHaveLength(input.events.length);
  expect(table.events.filter((row) => row[4] === 'active')).toHaveLength(8);
  expect(table.levels.map(([name]) => name)).toContain('Point of control');
  expect(table.levels.map(([name]) => name)).toContain('AI Support 81%');
});

test('sizes are short in scales and deltas always carry a true sign', () => {
  expect(scaleText(59_120)).toBe('59.1k');
  expect(scaleText(9869)).toBe('9,869');
  expect(signedText(511)).toBe('+511');
  expect(signedText(-6171)).toBe('−6,171');
});
