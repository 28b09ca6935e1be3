import { instrumentById, MINUTE_MS, SIMULATED_CALENDAR } from '@undertow/market';
import { expect, test } from 'vitest';
import { type Cell, flowBar } from '#testing/flow-bars.ts';
import { FootprintFacts } from './footprint-facts.ts';
import type { FootprintEvent, FootprintInput } from './footprint-input.ts';
import { steppedPoint } from './footprint-keys.ts';
import { cellFont, footprintLayout } from './footprint-layout.ts';
import {
  type FootprintScene,
  footprintScene,
  type SceneInput,
  sceneCrosshair,
  ticksAtY,
  yOfTicks,
} from './footprint-scene.ts';
import { backToLive, FIRST_VIEW, followedCentre, panned, zoomedBars } from './footprint-view.ts';

const START = Date.parse('2026-11-25T18:00:00Z');
const at = (bar: number): number => START + bar * 5 * MINUTE_MS;
/** Buys dominate at 101 to 103. */
const STACKED: readonly Cell[] = [
  [100, 10, 5],
  [101, 8, 60],
  [102, 0, 90],
  [103, 7, 70],
];
const PLAIN: readonly Cell[] = [
  [102, 30, 25],
  [103, 30, 25],
];
const BELOW: readonly Cell[] = [
  [99, 30, 25],
  [100, 30, 25],
];

function inputOf(bars: readonly (readonly Cell[])[], change: Partial<FootprintInput> = {}): FootprintInput {
  const all = bars.map((cells, index) => flowBar(at(index), cells));
  return {
    instrument: instrumentById(1) ?? null,
    calendar: SIMULATED_CALENDAR,
    bars: all.slice(0, -1),
    forming: all.at(-1) ?? null,
    barMs: 5 * MINUTE_MS,
    rule: { ratioPercent: 300, minSize: 20, minRows: 3, rowTicks: 1 },
    cells: 'bidAsk',
    events: [],
    selectedEventId: null,
    gaps: [],
    isOld: false,
    nowMs: START,
    timeZone: 'UTC',
    ...change,
  };
}

function sceneOf(
  input: FootprintInput,
  change: Partial<SceneInput> = {},
): FootprintScene & { facts: FootprintFacts } {
  const facts = new FootprintFacts();
  facts.update(input);
  const given = { input, facts, view: FIRST_VIEW, width: 1000, height: 700, digit: 0.5 };
  return { ...footprintScene({ ...given, ...change }), facts };
}

const iceberg = (change: Partial<FootprintEvent> = {}): FootprintEvent => ({
  id: 'e1',
  type: 'iceberg',
  side: 'bid',
  priceTicks: 103,
  startedMs: at(1) + 1000,
  degraded: false,
  ...change,
});

test('the newest bar ends at the right, each older one a width further left, and none beyond the edge', () => {
  const { bars, layout } = sceneOf(inputOf(Array.from({ length: 30 }, () => PLAIN)));
  expect(bars.at(-1)?.x).toBe(layout.barsRight - FIRST_VIEW.barWidth);
  expect(bars.at(-1)?.bar.isForming).toBe(true);
  const steps = bars.slice(1).map(({ x }, index) => x - bars[index]!.x);
  expect(new Set(steps)).toEqual(new Set([FIRST_VIEW.barWidth]));
  expect(bars[0]!.x).toBeGreaterThan(layout.left - FIRST_VIEW.barWidth);
});

test('a price has one height, and that height is the price again', () => {
  const scene = sceneOf(inputOf([STACKED, PLAIN]));
  for (const ticks of [99, 100, 103, 110]) expect(ticksAtY(scene, yOfTicks(scene, ticks + 0.5))).toBe(ticks);
});

test('a stack has a zone to the right edge until price trades through it', () => {
  const lasting = sceneOf(inputOf([STACKED, PLAIN, PLAIN]));
  const [zone] = lasting.zones;
  expect(zone?.side).toBe('buy');
  expect((zone?.x ?? 0) + (zone?.width ?? 0)).toBe(lasting.layout.right);
  expect(zone?.height).toBeCloseTo(3 * FIRST_VIEW.rowHeight);
  const ended = sceneOf(inputOf([STACKED, PLAIN, BELOW]));
  expect((ended.zones[0]?.x ?? 0) + (ended.zones[0]?.width ?? 0)).toBeCloseTo((ended.bars[2]?.x ?? 0) + 10);
  expect(sceneOf(inputOf([PLAIN, STACKED])).zones).toEqual([]);
});

test('an event is in the cell of its bar and price, at the edge of its side, and another one beside it', () => {
  const events = [iceberg(), iceberg({ id: 'e2' }), iceberg({ id: 'e3', side: 'ask' })];
  const scene = sceneOf(inputOf([PLAIN, PLAIN, PLAIN], { events }));
  const left = (scene.bars[1]?.x ?? 0) + scene.places.cells;
  const [one, beside, other] = scene.glyphs;
  expect(one?.y).toBeCloseTo(yOfTicks(scene, 103.5));
  expect(one?.x).toBeGreaterThan(left);
  expect(beside?.x).toBeGreaterThan(one?.x ?? 0);
  expect(other?.x).toBeGreaterThan(left + scene.places.cellsWidth / 2);
});

test('events before the first bar and outside the prices on screen have no glyph', () => {
  const events = [iceberg({ startedMs: at(0) - 1 }), iceberg({ priceTicks: 5000 })];
  expect(sceneOf(inputOf([PLAIN, PLAIN], { events })).glyphs).toEqual([]);
});

test('a bar within a gap of the feed says so', () => {
  const gaps = [{ fromMs: at(1) + 1000, toMs: at(1) + 9000 }];
  expect(sceneOf(inputOf([PLAIN, PLAIN, PLAIN], { gaps })).bars.map(({ hasGap }) => hasGap)).toEqual([
    false,
    true,
    false,
  ]);
});

test('figures shrink with their cells down to nine pixels, then colour is left alone', () => {
  expect(cellFont(16, 40, 3, 0.5)).toBe(12.5);
  expect(cellFont(13, 40, 3, 0.5)).toBe(10);
  expect(cellFont(16, 20, 3, 0.5)).toBe(10);
  expect(cellFont(11.5, 40, 3, 0.5)).toBe(0);
  expect(cellFont(16, 17, 3, 0.5)).toBe(0);
  const narrow = sceneOf(inputOf([PLAIN, PLAIN]), { view: { ...FIRST_VIEW, barWidth: 20 } });
  expect([narrow.font, narrow.places.hasCount]).toEqual([0, false]);
});

test('low panes keep the cells and give up statistics', () => {
  expect([700, 250, 150].map((height) => footprintLayout(800, height).statistics)).toEqual([5, 2, 0]);
  for (const height of [0, 60, 150])
    expect(sceneOf(inputOf([PLAIN]), { height, width: 200 }).bars).toBeDefined();
});

test('the followed middle rests while all bars fit, and then while the last price is away from the edges', () => {
  const range = { lowTicks: 100, highTicks: 110, lastTicks: 108 };
  expect(followedCentre(null, range, 40)).toBe(105);
  expect(followedCentre(112, range, 40)).toBe(112);
  expect(followedCentre(140, range, 40)).toBe(105);
  const tall = { lowTicks: 0, highTicks: 500, lastTicks: 300 };
  expect(followedCentre(304, tall, 40)).toBe(304);
  expect(followedCentre(318, tall, 40)).toBe(300);
});

test('a drag leaves the newest bar, a zoom keeps the bar under the pointer, and back to live returns', () => {
  const moved = panned(FIRST_VIEW, 3, 0, 30);
  expect([moved.back, moved.isLive]).toEqual([3, false]);
  expect(panned(FIRST_VIEW, 99, 0, 30).back).toBe(29);
  const zoomed = zoomedBars(moved, 2, 208);
  const indexUnder = (view: typeof moved): number => view.back + 208 / view.barWidth;
  expect(indexUnder(zoomed)).toBeCloseTo(indexUnder(moved));
  expect(backToLive(zoomed)).toMatchObject({ back: 0, isLive: true });
});

test('arrows begin at the newest close, walk the cells, and take the view along', () => {
  const scene = sceneOf(inputOf(Array.from({ length: 30 }, () => PLAIN)));
  const first = steppedPoint(scene, scene.facts, null, [-1, 0]);
  expect(first.point).toEqual({ atMs: at(29), priceTicks: 103 });
  const left = steppedPoint(scene, scene.facts, first.point, [-1, 0]);
  expect(left.point).toEqual({ atMs: at(28), priceTicks: 103 });
  expect(left.view).toBe(scene.view);
  const far = steppedPoint(scene, scene.facts, { atMs: at(3), priceTicks: 103 }, [-1, 0]);
  const shown = sceneOf(inputOf(Array.from({ length: 30 }, () => PLAIN)), { view: far.view });
  expect(shown.bars.some(({ index }) => index === 2)).toBe(true);
  expect(far.view.isLive).toBe(false);
});

test('the crosshair of a linked pane is on the bar of its instant', () => {
  const linked = { atMs: at(1) + 60_000, priceTicks: 103 };
  const scene = sceneOf(inputOf([PLAIN, PLAIN, PLAIN]));
  const middle = (bar: number): number =>
    scene.bars[bar]!.x + scene.places.cells + scene.places.cellsWidth / 2;
  expect(sceneCrosshair(scene, null, linked)).toMatchObject({ isLinked: true, x: middle(1) });
  expect(sceneCrosshair(scene, { ...linked, atMs: at(2) }, linked)).toMatchObject({
    isLinked: false,
    x: middle(2),
  });
  expect(sceneCrosshair(scene, null, null)).toBeNull();
});

test('statistics follow the trading day, and a new bar adds to them without another list', () => {
  const input = inputOf([STACKED, PLAIN, PLAIN]);
  const facts = new FootprintFacts();
  facts.update(input);
  const delta = (cells: readonly Cell[]): number => cells.reduce((sum, [, bid, ask]) => sum + ask - bid, 0);
  expect(facts.at(2)?.statistics.cumulativeDelta).toBe(delta(STACKED) + 2 * delta(PLAIN));
  const bars = [...input.bars];
  facts.update({ ...input, bars });
  bars.push(flowBar(at(2), PLAIN));
  facts.update({ ...input, bars, forming: flowBar(at(3), BELOW) });
  expect(facts.length).toBe(4);
  expect(facts.at(3)?.statistics.cumulativeDelta).toBe(delta(STACKED) + 2 * delta(PLAIN) + delta(BELOW));
  facts.update({ ...input, bars: [], forming: null });
  expect(facts.length).toBe(0);
});
