/** The place of the word VWAP. */
import { expect, test } from 'vitest';
import type { ChartBar } from '#chart/data/chart-input.ts';
import type { SessionMarks } from '#chart/data/session-marks.ts';
import { chartLayout } from '#chart/geometry/chart-layout.ts';
import { Frame } from '#chart/geometry/frame.ts';
import { vwapLabelPlace } from './vwap-label.ts';

const WIDTH = 28;
const layout = chartLayout(1000, 600, { volume: true }, { most: 8 });

/** Flat VWAP at 100 ticks under candles of a given reach. */
function sceneOf(candles: (index: number) => readonly [low: number, high: number]) {
  const bars = Array.from({ length: 60 }, (_, index) => {
    const [lowTicks, highTicks] = candles(index);
    return { lowTicks, highTicks, vwapTicks: 100 } as ChartBar;
  });
  const frame = new Frame(layout, { low: 60, high: 140 }, 10, 20);
  const sessions: SessionMarks = { dayStarts: [], overnight: null, rthOpen: null };
  return { frame, bars, eventMarks: [], lines: [], sessions };
}

test('the label is below the line where nothing is in the way', () => {
  const scene = sceneOf(() => [110, 120]);
  const place = vwapLabelPlace(scene, WIDTH);
  expect(place?.y).toBeGreaterThan(scene.frame.yOf(100));
});

test('the label is above the line when candles are below', () => {
  const scene = sceneOf(() => [80, 99]);
  expect(vwapLabelPlace(scene, WIDTH)?.y).toBeLessThan(scene.frame.yOf(100));
});

test('it moves along the line to a free stretch', () => {
  const scene = sceneOf((index) => (index < 12 ? [120, 130] : [80, 120]));
  const place = vwapLabelPlace(scene, WIDTH);
  expect(place === null ? null : place.x + WIDTH).toBeLessThan(scene.frame.xOf(12));
});

test('where candles are all along the line the label is at its end', () => {
  const scene = sceneOf(() => [80, 120]);
  const place = vwapLabelPlace(scene, WIDTH);
  expect(place?.x).toBeGreaterThan(scene.frame.xOf(scene.bars.length - 1));
  expect(place?.y).toBe(scene.frame.yOf(100));
});

test('it keeps clear of level lines', () => {
  const scene = sceneOf(() => [110, 120]);
  const free = vwapLabelPlace(scene, WIDTH);
  const line = { name: 'VAL', y: free?.y ?? 0, style: 'dotted', fromX: 0 } as const;
  expect(vwapLabelPlace({ ...scene, lines: [line] }, WIDTH)?.y).not.toBe(free?.y);
});

test('without a line there is no label', () => {
  const scene = sceneOf(() => [90, 95]);
  expect(vwapLabelPlace({ ...scene, bars: [] }, WIDTH)).toBeNull();
});

test('a VWAP of one bar alone is a line of nothing and has no label', () => {
  const scene = sceneOf(() => [110, 120]);
  const bars = scene.bars.map((bar, index) => (index === 40 ? bar : { ...bar, vwapTicks: null }));
  expect(vwapLabelPlace({ ...scene, bars }, WIDTH)).toBeNull();
  const newest = scene.bars.map((bar, index) => (index === 59 ? bar : { ...bar, vwapTicks: null }));
  expect(vwapLabelPlace({ ...scene, bars: newest }, WIDTH)).toBeNull();
});

test('two neighbouring bars of two trading days are no line either', () => {
  const scene = sceneOf(() => [110, 120]);
  const bars = scene.bars.map((bar, index) =>
    index === 40 || index === 41 ? bar : { ...bar, vwapTicks: null },
  );
  const sessions = { ...scene.sessions, dayStarts: [41] };
  expect(vwapLabelPlace({ ...scene, bars, sessions }, WIDTH)).toBeNull();
  expect(vwapLabelPlace({ ...scene, bars }, WIDTH)).not.toBeNull();
});
