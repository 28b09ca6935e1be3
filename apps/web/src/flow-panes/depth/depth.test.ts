/** Depth over time has the book at each second, states gaps, scales colours by quantiles, and finds places for its words. */
import {
  type DepthChange,
  type FlowSpan,
  NO_PRICE,
  PRINT_STRIDE,
  type PrintRows,
  ROUND_MARKETABLE,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { cellFacts, columnAt, DepthGrid, touchedRange } from './depth-grid.ts';
import { channels } from './depth-theme.ts';
import { DepthTimeline } from './depth-timeline.ts';
import {
  depthFrame,
  endingAt,
  FIRST_STRETCH,
  nextRange,
  priceLabels,
  scrolledBy,
  ticksAt,
  timeAt,
  timeLabels,
  xOf,
  yOf,
  zoomedBy,
} from './depth-view.ts';
import { paintCells } from './heat-image.ts';
import { visibleOrders } from './paint-depth.ts';
import { cellText, type DepthMark, placeMarks } from './paint-marks.ts';

const T = Date.UTC(2026, 10, 20, 16, 50);
const depth = (isWhole: boolean, ...levels: number[]): DepthChange => ({
  isWhole,
  levels: Int32Array.from(levels),
});

function prints(...list: (readonly [atMs: number, order: number, ticks: number, size: number])[]): PrintRows {
  const rows = new Int32Array(list.length * PRINT_STRIDE);
  for (const [n, [, order, ticks, size]] of list.entries())
    rows.set([order, ROUND_MARKETABLE, SIDE_BID, ticks, size], n * PRINT_STRIDE);
  return { times: Float64Array.from(list, ([atMs]) => T + atMs), rows };
}

const span = (fromMs: number, toMs: number, ...samples: [number, DepthChange | null][]): FlowSpan => ({
  fromMs: T + fromMs,
  toMs: T + toMs,
  depth: samples.map(([atMs, change]) => ({ atMs: T + atMs, change })),
  prints: prints(),
});

const frameOf = (fromS: number, toS: number) =>
  depthFrame({
    width: 706,
    height: 320,
    toMs: T + toS * 1000,
    seconds: toS - fromS,
    range: { lowTicks: 90, highTicks: 119 },
  });

function live(): DepthTimeline {
  const timeline = new DepthTimeline();
  timeline.addDepth(depth(true, SIDE_BID, 99, 5, 2, SIDE_ASK, 101, 7, 3), T + 200);
  timeline.addDepth(depth(false, SIDE_BID, 99, 8, 3), T + 700);
  timeline.addDepth(depth(false, SIDE_ASK, 101, 0, 0, SIDE_ASK, 102, 4, 1), T + 2300);
  timeline.knownUntil(T + 5000);
  return timeline;
}

test('a column is the depth at the end of its second, and nothing is known before the first and after the present', () => {
  const timeline = live();
  const frame = frameOf(-3, 9);
  const grid = new DepthGrid(timeline).read(frame);
  const at = (seconds: number) => columnAt(grid, T + seconds * 1000);
  expect([0, 1, 2, 3, 5, 6].map((s) => grid.known[at(s)])).toEqual([0, 1, 1, 1, 1, 0]);
  expect([1, 2, 3].map((s) => [grid.bestBidTicks[at(s)], grid.bestAskTicks[at(s)]])).toEqual([
    [99, 101],
    [99, 101],
    [99, 102],
  ]);
  expect(cellFacts(grid, T + 1000, 99)).toMatchObject({ size: 8, orders: 3, isBid: true });
  expect(touchedRange(grid, T, T + 5000)).toEqual({ lowTicks: 99, highTicks: 102 });
});

test('a grid goes on with what comes, without being read again', () => {
  const timeline = live();
  const grids = new DepthGrid(timeline);
  const frame = frameOf(-3, 9);
  const grid = grids.read(frame);
  timeline.addDepth(depth(false, SIDE_BID, 99, 1, 1), T + 6100);
  timeline.knownUntil(T + 7000);
  expect(grids.read(frame)).toBe(grid);
  expect(cellFacts(grid, T + 6000, 99)).toMatchObject({ size: 8 });
  expect(cellFacts(grid, T + 7000, 99)).toMatchObject({ size: 1, ageMs: 6000, isOlder: false });
  expect(grids.read(frameOf(60, 72))).not.toBe(grid);
});

test('a gap is a stretch without data until a whole depth comes', () => {
  const timeline = live();
  timeline.gap(T + 5500);
  timeline.addDepth(depth(true, SIDE_BID, 98, 9, 1), T + 7400);
  timeline.knownUntil(T + 9000);
  const grid = new DepthGrid(timeline).read(frameOf(-3, 9));
  const known = [5, 6, 7, 8, 9].map((s) => grid.known[columnAt(grid, T + s * 1000)]);
  expect(known).toEqual([1, 0, 0, 1, 1]);
  expect(grid.bestAskTicks[columnAt(grid, T + 8000)]).toBe(NO_PRICE);
});

test('spans of the past come before the present; one that is missing is not filled in', () => {
  const timeline = live();
  const whole = depth(true, SIDE_BID, 97, 3, 1);
  timeline.addSpans([span(-900_000, -600_000, [-900_000, whole]), span(-300_000, 0, [-300_000, whole])]);
  const grid = new DepthGrid(timeline).read(frameOf(-900, 3));
  const knownAt = (seconds: number) => grid.known[columnAt(grid, T + seconds * 1000)];
  expect([-880, -610, -500, -310, -290, -5, 2].map(knownAt)).toEqual([1, 1, 0, 0, 1, 1, 1]);
  expect(timeline.fromMs).toBe(T - 900_000);
});

test('of another source nothing stays', () => {
  const timeline = live();
  timeline.addPrints(prints([0, 1, 99, 5]), true);
  timeline.clear();
  expect([timeline.fromMs, timeline.orders, timeline.now.isKnown]).toEqual([null, [], false]);
});

test('of an earlier session nothing stays but the depth that the new one begins with', () => {
  const timeline = live();
  timeline.addSpans([span(-900_000, -600_000, [-900_000, depth(true, SIDE_BID, 97, 3, 1)])]);
  timeline.addPrints(prints([1000, 5, 99, 40], [4000, 6, 99, 10]), true);
  timeline.addDepth(depth(false, SIDE_BID, 98, 2, 1), T + 5600);
  timeline.knownUntil(T + 8000);
  const grids = new DepthGrid(timeline);
  const sizeAt = (seconds: number) => cellFacts(grids.read(frameOf(-3, 9)), T + seconds * 1000, 99)?.size;
  expect([1, 4, 7].map(sizeAt)).toEqual([8, 8, 8]);
  timeline.forget(T + 3500);
  expect([1, 4, 7].map(sizeAt)).toEqual([0, 8, 8]);
  expect([timeline.fromMs, timeline.orders.map(({ order }) => order)]).toEqual([T + 3000, [6]]);
  const { revision } = timeline;
  timeline.forget(T + 3500);
  expect(timeline.revision).toBe(revision);
});

test('orders of the past and the present are joined without doubles, bubbles of the largest first', () => {
  const timeline = live();
  timeline.addPrints(prints([1000, 5, 99, 40], [1000, 5, 100, 20], [2000, 6, 99, 10]), true);
  timeline.addSpans([{ ...span(-5000, 2000), prints: prints([-2000, 4, 99, 90], [1000, 5, 99, 40]) }]);
  expect(timeline.orders.map(({ order, size }) => [order, size])).toEqual([
    [4, 90],
    [5, 60],
    [6, 10],
  ]);
  const shown = visibleOrders(timeline.orders, { fromMs: T - 5000, toMs: T + 5000 }, 40);
  expect(shown.map(({ order }) => order)).toEqual([4, 5]);
});

test('pixels and market map onto each other', () => {
  const frame = frameOf(0, 60);
  expect([frame.plotWidth, frame.plotHeight]).toEqual([600, 300]);
  expect([xOf(frame, T + 30_000), timeAt(frame, 300)]).toEqual([300, T + 30_000]);
  expect([yOf(frame, 119), ticksAt(frame, 5), ticksAt(frame, 299)]).toEqual([5, 119, 90]);
  expect(timeLabels(frame).map((atMs) => (atMs - T) / 1000)).toEqual([0, 10, 20, 30, 40, 50, 60]);
  expect(priceLabels(frame)).toEqual([92, 96, 100, 104, 108, 112, 116]);
});

test('the price range stays until the touch comes to its edge', () => {
  const first = nextRange(null, { lowTicks: 100, highTicks: 101 });
  expect(first).toEqual({ lowTicks: 88, highTicks: 112 });
  expect(nextRange(first, { lowTicks: 95, highTicks: 105 })).toBe(first);
  expect(nextRange(first, null)).toBe(first);
  expect(nextRange(first, { lowTicks: 100, highTicks: 111 })).toEqual({ lowTicks: 93, highTicks: 117 });
});

/** Ten minutes until T. */
const SPAN = { firstMs: T - 600_000, untilMs: T };

test('a stretch that was scrolled back stays in place, and follows the present again once it reaches it', () => {
  const back = scrolledBy(FIRST_STRETCH, -0.1, SPAN);
  expect(back).toEqual({ seconds: 360, endMs: T - 36_000 });
  expect(scrolledBy(back, 0.05, { ...SPAN, untilMs: T + 5000 }).endMs).toBe(T - 18_000);
  expect(scrolledBy(back, 0.1, SPAN)).toEqual(FIRST_STRETCH);
  expect(scrolledBy(FIRST_STRETCH, 0.9, SPAN)).toEqual(FIRST_STRETCH);
});

test('scrolling back ends where half of the stretch is before the first instant', () => {
  const first = scrolledBy(FIRST_STRETCH, -20, SPAN);
  expect(first.endMs).toBe(T - 600_000 + 180_000);
  expect(scrolledBy(first, -0.1, SPAN)).toEqual(first);
  expect(endingAt(FIRST_STRETCH, T - 3_600_000, SPAN)).toEqual(first);
  expect(endingAt(FIRST_STRETCH, T - 3_600_000, { ...SPAN, firstMs: T - 60_000 })).toEqual(FIRST_STRETCH);
});

test('a stretch has from 30 seconds to four hours, and its end stays in place as it is zoomed', () => {
  const back = { seconds: 360, endMs: T - 36_000 };
  expect(zoomedBy(back, 1.25)).toEqual({ seconds: 450, endMs: T - 36_000 });
  expect(zoomedBy(back, 0.001).seconds).toBe(30);
  expect(zoomedBy(back, 1000).seconds).toBe(14_400);
  expect(zoomedBy(FIRST_STRETCH, 2).endMs).toBeNull();
});

test('a cell has the colour of its step, one without data another, the highest price on top', () => {
  const grid = {
    ...{ fromMs: T, everyMs: 1000, columns: 2, lowTicks: 10, rowTicks: 1, rows: 2 },
    sizes: Int32Array.of(0, 9, 5, 5),
    orders: new Int32Array(4),
    bestBidTicks: new Int32Array(2),
    bestAskTicks: new Int32Array(2),
    known: Uint8Array.of(1, 0),
  };
  const pixels = new Uint8ClampedArray(16);
  const grey = (value: number) => [value, value, value] as const;
  paintCells(pixels, grid, [5], { steps: [grey(0), grey(1), grey(2)], unknown: grey(99) });
  expect([pixels[0], pixels[4], pixels[8], pixels[12], pixels[3]]).toEqual([2, 99, 0, 99, 255]);
});

test('a cell has words for screen readers', () => {
  const facts = { isKnown: true, size: 118, orders: 3, ageMs: 5000, isOlder: false, isBid: true };
  expect(cellText(facts)).toBe('118 shown, 3 orders, for 5 s');
  expect(cellText({ ...facts, orders: 0, isOlder: true })).toBe('118 shown, for more than 5 s');
  expect(cellText({ ...facts, size: 0, ageMs: null })).toBe('Nothing shown');
  expect(cellText({ ...facts, isKnown: false })).toBe('No data at this instant');
});

test('events that find no room for their words keep their glyph, and none lies on another', () => {
  const mark = (n: number, atMs: number): DepthMark => ({
    ...{ eventId: String(n), type: 'iceberg', priceTicks: 100, isChosen: false },
    atMs: T + atMs,
    size: 100 - n,
  });
  const placed = placeMarks(
    [mark(1, 10_000), mark(2, 9000), mark(3, 10_100), mark(4, 99_000)],
    frameOf(0, 60),
    () => 60,
  );
  expect(placed.map(({ mark: { eventId }, hasText }) => [eventId, hasText])).toEqual([['1', true]]);
  expect(
    placeMarks([mark(1, 10_000), mark(2, 7000)], frameOf(0, 60), () => 60).map((one) => one.hasText),
  ).toEqual([true, false]);
});

test('a colour is the same in its long form and in the short one of minified styles', () => {
  expect(channels('#ffffff')).toEqual([255, 255, 255]);
  expect(channels('#fff')).toEqual([255, 255, 255]);
  expect(channels('#0a3')).toEqual(channels('#00aa33'));
  expect(channels('#2a66b9')).toEqual([42, 102, 185]);
});
