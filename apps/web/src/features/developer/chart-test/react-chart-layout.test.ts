/** The React chart: positions of bars, volume, labels and glyphs. */
import { type Instrument, instrumentBySymbol } from '@undertow/market';
import { expect, test } from 'vitest';
import { axisWidthOf } from '#chart/geometry/chart-layout.ts';
import { eventAt, minuteAt } from '#testing/simulation.ts';
import { DEFAULT_CHART_SETTINGS } from './chart-settings.ts';
import { type ReactChartInput, reactChartLayout } from './react-chart-layout.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const ticks = Array.from({ length: 100 }, (_, at) => minuteAt(at + 1).tick).filter((tick) => tick !== null);

function layoutOf(change: Partial<ReactChartInput> = {}) {
  return reactChartLayout({
    width: 900,
    instrument: ES,
    ticks,
    events: [],
    settings: DEFAULT_CHART_SETTINGS,
    ...change,
  });
}

test('bars are the spacing apart, and the offset is left free at the right', () => {
  const { candles, plotWidth } = layoutOf();
  expect(candles).toHaveLength(96);
  expect((candles[1]?.x ?? 0) - (candles[0]?.x ?? 0)).toBe(8);
  expect(plotWidth - (candles.at(-1)?.x ?? 0)).toBe(9.5 * 8);
  const wide = layoutOf({ settings: { ...DEFAULT_CHART_SETTINGS, barSpacing: 20, rightOffset: 0 } });
  expect(wide.plotWidth - (wide.candles.at(-1)?.x ?? 0)).toBe(10);
  expect(wide.candles.length).toBeLessThan(candles.length);
});

test('a higher price is higher, inside the plot', () => {
  const { candles, mainHeight } = layoutOf();
  for (const { highY, bodyY, bodyHeight, lowY } of candles) {
    expect(highY).toBeLessThanOrEqual(bodyY);
    expect(lowY).toBeGreaterThanOrEqual(bodyY + bodyHeight - 1);
    expect(lowY).toBeLessThanOrEqual(mainHeight);
    expect(highY).toBeGreaterThanOrEqual(0);
  }
  expect(candles.at(-1)?.bodyY).toBeLessThan(candles[0]?.bodyY ?? 0);
});

test('volume has its own space only while it is shown', () => {
  const without = layoutOf({ settings: { ...DEFAULT_CHART_SETTINGS, volume: false } });
  expect(without.mainHeight).toBe(without.height);
  expect(layoutOf().mainHeight).toBeLessThan(without.mainHeight);
});

test('an event is at its bar; one whose bar is not shown, or that is not drawn, has no position', () => {
  const { events, candles } = layoutOf({
    events: [eventAt(90), { ...eventAt(80), drawnAs: null }, eventAt(1)],
  });
  expect(events.map(({ event }) => event.id)).toEqual(['event-90']);
  expect(events[0]?.x).toBe(candles.find(({ startMs }) => startMs === 90 * 60_000)?.x);
  expect(events[0]?.y).toBeGreaterThan(0);
});

test('events of one bar are stacked', () => {
  const { events } = layoutOf({ events: [eventAt(90), { ...eventAt(90), id: 'second' }] });
  expect((events[1]?.y ?? 0) - (events[0]?.y ?? 0)).toBe(15);
  expect(events[1]?.x).toBe(events[0]?.x);
});

test('without bars there are prices around the base price and nothing else', () => {
  const empty = layoutOf({ ticks: [] });
  expect(empty.candles).toEqual([]);
  expect(empty.last).toBeNull();
  expect(empty.prices.map(({ text }) => text)).toContain('4567.25');
});

test('the axis is as wide as its longest price, and never narrower than that of the chart itself', () => {
  expect(layoutOf().axisWidth).toBe(64);
  const yen = instrumentBySymbol('6J') as Instrument;
  const { axisWidth, plotWidth, prices } = layoutOf({ instrument: yen, ticks: [] });
  const longest = Math.max(...prices.map(({ text }) => text.length));
  expect(axisWidth).toBe(axisWidthOf(longest));
  expect(axisWidth).toBeGreaterThan(64);
  expect(plotWidth + axisWidth).toBe(900);
});
