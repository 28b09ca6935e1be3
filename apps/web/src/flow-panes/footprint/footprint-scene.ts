/** What a footprint shows and where: worked out without a canvas, so that it can be tested without a browser. */
import type { StackedZone } from '@undertow/market';
import { axisPrices } from '#chart/geometry/axis-prices.ts';
import type { FootprintBar, FootprintFacts } from './footprint-facts.ts';
import type { FootprintEvent, FootprintInput, FootprintPoint } from './footprint-input.ts';
import {
  type BarPlaces,
  barPlaces,
  cellFont,
  type FootprintLayout,
  footprintLayout,
} from './footprint-layout.ts';
import { type FootprintView, followedCentre } from './footprint-view.ts';

export interface ScenePlace {
  readonly index: number;
  /** Left edge of the bar, whole pixels. */
  readonly x: number;
  readonly bar: FootprintBar;
  /** Executions of it may be missing. */
  readonly hasGap: boolean;
}

export interface SceneZone {
  readonly side: 'buy' | 'sell';
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly height: number;
}

export interface SceneGlyph {
  readonly event: FootprintEvent;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The largest of what is on screen: tints are shares of them. */
export interface SceneScales {
  readonly side: number;
  readonly cellVolume: number;
  readonly cellDelta: number;
  readonly volume: number;
  readonly delta: number;
  readonly deltaPercent: number;
  readonly cumulative: number;
}

export interface FootprintScene {
  readonly layout: FootprintLayout;
  readonly places: BarPlaces;
  readonly barWidth: number;
  readonly rowHeight: number;
  readonly rowTicks: number;
  /** Price at the top edge, in ticks with a fraction. */
  readonly topTicks: number;
  readonly bars: readonly ScenePlace[];
  readonly scales: SceneScales;
  /** 0: no figures. */
  readonly font: number;
  readonly zones: readonly SceneZone[];
  readonly glyphs: readonly SceneGlyph[];
  readonly prices: readonly number[];
  readonly lastTicks: number | null;
  /** Kept for the next frame while the market is followed. */
  readonly view: FootprintView;
}

export interface SceneInput {
  readonly input: FootprintInput;
  readonly facts: FootprintFacts;
  readonly view: FootprintView;
  readonly width: number;
  readonly height: number;
  /** Width of a digit in em. */
  readonly digit: number;
}

export interface SceneCrosshair extends FootprintPoint {
  readonly isLinked: boolean;
  /** Null left of the first bar. */
  readonly x: number | null;
}

/** Middle of a row's or a tick's height. */
export function yOfTicks(
  {
    layout,
    topTicks,
    rowHeight,
    rowTicks,
  }: Pick<FootprintScene, 'layout' | 'topTicks' | 'rowHeight' | 'rowTicks'>,
  ticks: number,
): number {
  return layout.top + ((topTicks - ticks) / rowTicks) * rowHeight;
}

/** The tick at a height. */
export function ticksAtY({ layout, topTicks, rowHeight, rowTicks }: FootprintScene, y: number): number {
  return Math.floor(topTicks - ((y - layout.top) / rowHeight) * rowTicks);
}

/** Bars between the edges at least. */
export const barsAcross = ({ left, barsRight }: FootprintLayout, barWidth: number): number =>
  Math.ceil((barsRight - left) / barWidth);

function placedBars({ input, facts, view }: SceneInput, layout: FootprintLayout): ScenePlace[] {
  const { barWidth, back } = view;
  const newest = facts.length - 1;
  const xOf = (index: number): number =>
    Math.round(layout.barsRight - (newest - back - index + 1) * barWidth);
  const first = Math.max(0, Math.ceil(newest - back - barsAcross(layout, barWidth)));
  const last = Math.min(newest, Math.floor(newest - back + (layout.right - layout.barsRight) / barWidth));
  const found: ScenePlace[] = [];
  for (let index = first; index <= last; index += 1) {
    const bar = facts.at(index);
    const x = xOf(index);
    if (bar === undefined || x < layout.left - barWidth || x > layout.right) continue;
    const { startMs, endMs } = bar.bar;
    const endsMs = input.barMs === null ? endMs : startMs + input.barMs;
    const hasGap = input.gaps.some(({ fromMs, toMs }) => fromMs < endsMs && toMs > startMs);
    found.push({ index, x, bar, hasGap });
  }
  return found;
}

function scalesOf(bars: readonly ScenePlace[]): SceneScales {
  const scales = {
    side: 1,
    cellVolume: 1,
    cellDelta: 1,
    volume: 1,
    delta: 1,
    deltaPercent: 1,
    cumulative: 1,
  };
  for (const { bar } of bars) {
    const { cells, statistics } = bar;
    scales.side = Math.max(scales.side, cells.maxSide);
    scales.cellVolume = Math.max(scales.cellVolume, cells.maxVolume);
    scales.cellDelta = Math.max(scales.cellDelta, cells.maxDelta);
    scales.volume = Math.max(scales.volume, statistics.volume);
    scales.delta = Math.max(scales.delta, Math.abs(statistics.delta));
    scales.deltaPercent = Math.max(scales.deltaPercent, Math.abs(statistics.deltaPercent));
    scales.cumulative = Math.max(scales.cumulative, Math.abs(statistics.cumulativeDelta));
  }
  return scales;
}

function rangeOf(bars: readonly ScenePlace[]): { lowTicks: number; highTicks: number } | null {
  if (bars.length === 0) return null;
  return {
    lowTicks: Math.min(...bars.map(({ bar }) => bar.bar.lowTicks)),
    highTicks: Math.max(...bars.map(({ bar }) => bar.bar.highTicks)),
  };
}

/** Index of the bar that an instant is in: the last one that began by then; -1 before the first. */
export function barIndexAt(bars: readonly ScenePlace[], atMs: number): number {
  return bars.findLastIndex(({ bar }) => bar.bar.startMs <= atMs);
}

type Frame = Pick<
  FootprintScene,
  'layout' | 'places' | 'topTicks' | 'rowHeight' | 'rowTicks' | 'bars' | 'barWidth'
>;

function sceneZones(zones: readonly StackedZone[], frame: Frame): SceneZone[] {
  const { layout, places, bars, barWidth } = frame;
  const [first, last] = [bars[0]?.bar.bar.startMs, bars.at(-1)?.bar.bar.startMs];
  if (first === undefined || last === undefined) return [];
  const xAfter = (place: ScenePlace | undefined): number =>
    place === undefined ? layout.left : place.x + places.cells + places.cellsWidth + 2;
  return zones.flatMap(({ side, fromMs, endMs, lowTicks, highTicks }) => {
    if (fromMs > last || (endMs !== null && endMs < first)) return [];
    const x = Math.max(layout.left, xAfter(bars.find(({ bar }) => bar.bar.startMs === fromMs)));
    const end = endMs === null || endMs > last ? undefined : bars[barIndexAt(bars, endMs)];
    const to = end === undefined ? layout.right : end.x + Math.min(10, barWidth / 2);
    const y = yOfTicks(frame, highTicks + 1);
    const height = yOfTicks(frame, lowTicks) - y;
    return [{ side, x, width: Math.max(6, to - x), y, height }];
  });
}

/** In its cell, at the edge of its side; glyphs of one cell are side by side. */
function sceneGlyphs(events: readonly FootprintEvent[], frame: Frame): SceneGlyph[] {
  const { places, bars, rowHeight, rowTicks, layout } = frame;
  const size = Math.min(13, Math.max(8, rowHeight - 2));
  const taken = new Map<string, number>();
  return events.flatMap((event) => {
    const at = barIndexAt(bars, event.startedMs);
    const place = bars[at];
    const isPast = at === bars.length - 1 && place !== undefined && !place.bar.isForming;
    if (place === undefined || (isPast && event.startedMs > place.bar.bar.endMs)) return [];
    const row = Math.floor(event.priceTicks / rowTicks) * rowTicks;
    const y = yOfTicks(frame, row + rowTicks / 2);
    if (y < layout.top || y > layout.bottom) return [];
    const cell = `${at}/${row}/${event.side}`;
    const before = taken.get(cell) ?? 0;
    taken.set(cell, before + 1);
    const inset = size / 2 + 1 + before * (size * 0.6);
    const left = place.x + places.cells;
    const x = event.side === 'bid' ? left + inset : left + places.cellsWidth - inset;
    return [{ event, x, y, size }];
  });
}

/** The own one, else that of a linked pane. */
export function sceneCrosshair(
  { bars, places }: FootprintScene,
  own: FootprintPoint | null,
  linked: FootprintPoint | null,
): SceneCrosshair | null {
  const point = own ?? linked;
  if (point === null) return null;
  const place = bars[barIndexAt(bars, point.atMs)];
  return {
    ...point,
    isLinked: own === null,
    x: place === undefined ? null : place.x + places.cells + places.cellsWidth / 2,
  };
}

/** Figures of the widest cell; a sign takes the place of a digit. */
function digitsOf({ cells }: FootprintInput, scales: SceneScales): number {
  if (cells === 'bidAsk') return String(scales.side).length;
  return cells === 'volume' ? String(scales.cellVolume).length : String(scales.cellDelta).length + 1;
}

export function footprintScene(given: SceneInput): FootprintScene {
  const { input, facts, width, height, digit } = given;
  const { rowTicks } = facts;
  const layout = footprintLayout(width, height);
  const places = barPlaces(given.view.barWidth);
  const bars = placedBars(given, layout);
  const lastTicks = (input.forming ?? input.bars.at(-1))?.closeTicks ?? null;
  const { barWidth, rowHeight } = given.view;
  const spanTicks = ((layout.bottom - layout.top) / rowHeight) * rowTicks;
  const range = rangeOf(bars);
  const isUnplaced = given.view.centreTicks === null || given.view.isLive;
  const centreTicks =
    isUnplaced && range !== null
      ? followedCentre(
          given.view.centreTicks,
          { ...range, lastTicks: given.view.isLive ? (lastTicks ?? range.lowTicks) : range.highTicks },
          spanTicks,
        )
      : given.view.centreTicks;
  const topTicks = (centreTicks ?? 0) + spanTicks / 2;
  const frame = { layout, places, barWidth, rowHeight, rowTicks, topTicks, bars };
  const scales = scalesOf(bars);
  const cellWidth = input.cells === 'bidAsk' ? places.cellsWidth / 2 : places.cellsWidth;
  return {
    ...frame,
    scales,
    font: cellFont(rowHeight, cellWidth, digitsOf(input, scales), digit),
    zones: sceneZones(facts.zones(), frame),
    glyphs: sceneGlyphs(input.events, frame),
    prices:
      centreTicks === null
        ? []
        : axisPrices({ low: topTicks - spanTicks, high: topTicks }, layout.bottom - layout.top),
    lastTicks,
    view: { ...given.view, centreTicks },
  };
}
