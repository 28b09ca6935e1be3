import { INSTRUMENTS } from '@undertow/market';
import { expect, test } from 'vitest';
import { activeSignals } from '#chart/data/signals.ts';
import { sampleInput } from '#chart-page/sample-market.ts';
import { ChartModel } from './chart-model.ts';
import { EventFocus } from './event-focus.ts';

function composed(): ChartModel {
  const model = new ChartModel();
  model.update(sampleInput());
  model.resize(898, 834);
  model.compose({ barSpacing: 6.2, firstX: 3 }, 0, true);
  return model;
}

test('a forming bar that moves changes only the last bar', () => {
  const model = new ChartModel();
  const input = sampleInput();
  expect(model.update(input)).toBe('all');
  expect(model.update({ lastPriceTicks: 1 })).toBe('none');
  const last = input.bars[99];
  const moved = [...input.bars.slice(0, -1), { ...(last as NonNullable<typeof last>), closeTicks: 1 }];
  expect(model.update({ bars: moved })).toBe('last');
  expect(model.update({ bars: [...moved] })).toBe('none');
});

test('the clock advances between messages at the rate of the feed', () => {
  const model = new ChartModel();
  model.update({ clock: { asOfMs: 1000, receivedAtMs: 50, rate: 10 } });
  expect(model.nowMs(60)).toBe(1100);
  expect(model.nowMs(40)).toBe(1000);
});

test('the zone of the time axis has no name before an instant is known: at 1970 London was another', () => {
  const model = new ChartModel();
  model.update({ timeZone: 'Europe/London' });
  expect(model.zoneNames(500)).toEqual([]);
  model.update({ clock: { asOfMs: Date.UTC(2026, 10, 23, 12), receivedAtMs: 500, rate: 1 } });
  expect(model.zoneNames(500)).toEqual(['GMT']);
});

test("the time axis has a row of the exchange's times where they are wanted, and none for a reader in its zone", () => {
  const model = composed();
  const oneRow = model.layout;
  const timesOf = () => model.compose({ barSpacing: 6.2, firstX: 3 }, 0, true).times;
  expect(timesOf().every(({ exchange }) => exchange === null)).toBe(true);
  model.update({ exchangeClock: true });
  expect(model.zoneNames(0)).toEqual(['GMT', 'Chicago']);
  expect(timesOf()).toContainEqual(expect.objectContaining({ text: '12:00', exchange: '06:00' }));
  expect(model.layout.timeAxisHeight).toBeGreaterThan(oneRow.timeAxisHeight);
  expect(model.layout.height + model.layout.timeAxisHeight).toBe(oneRow.height + oneRow.timeAxisHeight);
  model.update({ timeZone: 'America/Chicago' });
  expect(model.zoneNames(0)).toHaveLength(1);
  expect(timesOf().every(({ exchange }) => exchange === null)).toBe(true);
  expect(model.layout.timeAxisHeight).toBe(oneRow.timeAxisHeight);
});

test('the price axis widens for a product of long prices and narrows again', () => {
  const model = new ChartModel();
  model.update(sampleInput());
  model.resize(898, 834);
  const { axisWidth } = model.layout;
  const yen = INSTRUMENTS.find(({ symbol }) => symbol === '6J') ?? null;
  model.update({ instrument: yen, bars: [] });
  expect(model.layout.axisWidth).toBeGreaterThan(axisWidth);
  model.update(sampleInput());
  expect(model.layout.axisWidth).toBe(axisWidth);
});

test('the pointer snaps to whole ticks and bars', () => {
  const model = composed();
  const frame = model.scene?.frame;
  expect(model.point({ x: 3 + 6.2 * 40 + 2, y: (frame?.yOf(18_262) ?? 0) + 1 })).toBe(true);
  expect(model.place).toEqual({ index: 40, priceTicks: 18_262 });
  expect(model.crosshair?.bar).toBe(model.bars[40]);
});

test('the crosshair of a linked pane is in the bar of its instant until the chart has one of its own', () => {
  const model = composed();
  const bar = model.bars[40]!;
  model.linkedPoint = { atMs: bar.startMs + 60_000, priceTicks: 18_262 };
  expect(model.shownPlace).toEqual({ index: 40, priceTicks: 18_262 });
  expect([model.place, model.crosshair]).toEqual([null, null]);
  model.linkedPoint = { atMs: bar.startMs, priceTicks: null };
  expect(model.shownPlace).toEqual({ index: 40, priceTicks: Number.NaN });
  model.step(0, 1);
  expect(model.shownPlace?.index).toBe(99);
  model.clearCrosshair();
  model.linkedPoint = { atMs: model.bars[0]!.startMs - 1, priceTicks: 18_262 };
  expect(model.shownPlace).toBeNull();
});

test('arrows move by one bar and one tick from the last price, and a pointer that leaves does not take that away', () => {
  const model = composed();
  model.step(-1, 0);
  model.step(0, 1);
  expect(model.place).toEqual({ index: 98, priceTicks: (model.bars[99]?.closeTicks ?? 0) + 1 });
  expect(model.point(null)).toBe(false);
  expect(model.clearCrosshair()).toBe(true);
  expect(model.place).toBeNull();
});

test('the place that keys chose stays under a pointer that rests, and goes with one that moves', () => {
  const model = composed();
  model.point({ x: 200, y: 300 });
  model.step(2, 5);
  const chosen = model.place;
  expect(model.point({ x: 200, y: 300 })).toBe(false);
  expect(model.place).toEqual(chosen);
  expect(model.point({ x: 201, y: 300 })).toBe(true);
  expect(model.point({ x: 201, y: 310 })).toBe(true);
});

test('a locked crosshair stays where it is', () => {
  const model = composed();
  model.point({ x: 100, y: 100 });
  const { place } = model;
  model.locked = true;
  model.point({ x: 300, y: 300 });
  model.point(null);
  expect(model.place).toBe(place);
});

test('J and K walk the active events by price and around the ends', () => {
  const input = sampleInput();
  const signals = activeSignals(input.events, input.clock.asOfMs, input.activeEvents.most);
  const byPrice = [...signals]
    .sort((a, b) => b.event.priceTicks - a.event.priceTicks)
    .map(({ event }) => event.id);
  const model = new ChartModel();
  model.update(input);
  const ids = model.walkable(0);
  const focus = new EventFocus();
  expect(focus.walk(ids, 1)).toBe(byPrice[0]);
  expect(focus.walk(ids, 1)).toBe(byPrice[1]);
  expect(focus.walk(ids, -1)).toBe(byPrice[0]);
  expect(focus.walk(ids, -1)).toBe(byPrice.at(-1));
  expect(focus.current([])).toBeNull();
  expect(focus.walk([], 1)).toBeNull();
});

test('a key finds the place of a mark in the plot and of an active event in its row', () => {
  const model = composed();
  const { eventMarks = [], rows = [] } = model.scene ?? {};
  const mark = eventMarks[0];
  expect(model.placeOf(mark?.event.id ?? '')).toMatchObject({ x: mark?.x, y: mark?.y });
  const row = rows[0];
  expect(model.placeOf(row?.event.id ?? '')).toEqual({ x: model.layout.plotWidth, y: row?.rowY });
  expect(model.placeOf('gone')).toBeNull();
});
