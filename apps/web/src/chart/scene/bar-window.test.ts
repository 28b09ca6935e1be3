/** A chart of many bars composes those on screen, with the figures that it would have of all of them. */
import { instrumentBySymbol, MINUTE_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import type { ChartBar } from '#chart/data/chart-input.ts';
import { ChartModel } from './chart-model.ts';

/** 20 November 2026, 00:00 UTC, eighteen o'clock in Chicago: one hour after the trading day began. */
const START = Date.UTC(2026, 10, 20);

function bars(count: number, firstAt = 0): ChartBar[] {
  return Array.from({ length: count }, (_, at) => ({
    startMs: START + (firstAt + at) * MINUTE_MS,
    ...{ openTicks: 100, highTicks: 102, lowTicks: 98, closeTicks: 101 },
    ...{ volume: 3, buyVolume: 2, sellVolume: 1, vwapTicks: null },
  }));
}

function modelOf(list: readonly ChartBar[]): ChartModel {
  const model = new ChartModel();
  model.resize(900, 600);
  model.update({ instrument: instrumentBySymbol('ES') ?? null, timeframeMinutes: 1, bars: list });
  return model;
}

/** Bar 600 at the left edge. */
const MOVED = { barSpacing: 10, firstX: -6000 };

test('of a thousand bars those on screen are composed, at the places that they have among all', () => {
  const model = modelOf(bars(1000));
  const scene = model.compose(MOVED, 0, true);
  expect(scene.from).toBe(598);
  expect(scene.bars.length).toBeLessThan(110);
  expect(scene.bars[0]?.startMs).toBe(START + 598 * MINUTE_MS);
  expect(scene.frame.xOf(2)).toBe(0);
  expect(scene.deltaBefore).toBe(598);
  expect(scene.lastPrice?.text).toBe('25.25');
});

test('the crosshair names the bar under the pointer, and keeps it when older bars come', () => {
  const model = modelOf(bars(1000));
  model.compose(MOVED, 0, true);
  model.point({ x: 100, y: 200 });
  expect(model.crosshair?.bar?.startMs).toBe(START + 610 * MINUTE_MS);
  expect(model.shownPlace?.index).toBe(12);
  model.update({ bars: [...bars(500, -500), ...model.bars] });
  expect(model.crosshair?.bar?.startMs).toBe(START + 610 * MINUTE_MS);
});

test('one bar more is told from other bars', () => {
  const model = modelOf(bars(200));
  const list = model.bars;
  expect(model.update({ bars: [...list, ...bars(1, 200)] })).toBe('next');
  expect(model.update({ bars: bars(3) })).toBe('all');
});

test('prices that the reader chose stay until another instrument is shown', () => {
  const model = modelOf(bars(50));
  model.priceRange = { low: 0, high: 1000 };
  expect(model.compose({ barSpacing: 10, firstX: 0 }, 0, true).frame.range).toEqual({ low: 0, high: 1000 });
  model.update({ instrument: instrumentBySymbol('NQ') ?? null });
  expect(model.priceRange).toBeNull();
});
