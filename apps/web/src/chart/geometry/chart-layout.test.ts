import { expect, test } from 'vitest';
import { candleWidth, chartLayout, defaultBarSpacing } from './chart-layout.ts';

const volume = { volume: true };
const signals = { most: 8 };

test('a desktop chart has a signals column of 154, an axis of 64, panes of 54 and 46', () => {
  const layout = chartLayout(898, 834, volume, signals);
  expect(layout).toMatchObject({
    plotWidth: 680,
    signalsWidth: 154,
    axisWidth: 64,
    volumeHeight: 54,
    deltaHeight: 46,
  });
  expect(layout.deltaTop + layout.deltaHeight).toBe(layout.height);
});

test('a phone chart has no signals column and no delta pane', () => {
  expect(chartLayout(390, 354, volume, signals)).toMatchObject({
    plotWidth: 326,
    signalsWidth: 0,
    deltaHeight: 0,
    compact: true,
  });
});

test('the volume switch takes both panes away', () => {
  const layout = chartLayout(898, 834, { volume: false }, signals);
  expect(layout).toMatchObject({ volumeHeight: 0, deltaHeight: 0, mainHeight: layout.height });
});

test('the axis is as wide as its longest price, and never narrower than 64', () => {
  const ofPrices = (labelLength: number) => chartLayout(898, 834, volume, signals, { labelLength });
  expect(ofPrices('4567.25'.length)).toMatchObject({ axisWidth: 64, plotWidth: 680 });
  const { axisWidth, plotWidth, signalsWidth } = ofPrices('0.0067580'.length);
  expect(axisWidth).toBe(78);
  expect(plotWidth + signalsWidth + axisWidth).toBe(898);
});

test('a body is 68 % of the slot, odd, and 1 to 11 pixels wide', () => {
  expect(candleWidth(9.55)).toBe(7);
  expect(candleWidth(40)).toBe(11);
  expect(candleWidth(1)).toBe(1);
  for (let spacing = 0.5; spacing < 60; spacing += 0.1) {
    const width = candleWidth(spacing);
    expect(width % 2 === 1 && width >= 1 && width <= 11 && (width <= spacing || width === 1)).toBe(true);
  }
});

test('a hundred bars and nine free ones fill a desktop plot', () => {
  const layout = chartLayout(1100, 834, volume, signals);
  expect(defaultBarSpacing(layout, 100) * 109).toBeCloseTo(layout.plotWidth);
});

test('a chart of the past, where nothing is active, gives the column of signals to its plot', () => {
  expect(chartLayout(898, 380, volume, { most: 0 })).toMatchObject({
    plotWidth: 834,
    signalsWidth: 0,
    compact: false,
  });
});
