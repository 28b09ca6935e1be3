/** Where drawings lie in a frame: strokes, areas, texts and handles in pixels. Pure. */
import {
  type Drawing,
  drawnLine,
  FIBONACCI_LEVELS,
  fibonacciTicks,
  type LinePart,
  partsOf,
  partWords,
} from '@undertow/contracts';
import { type ExchangeCalendar, formatPrice, type Instrument, linePrices, offsetAt } from '@undertow/market';
import type { ChartInput } from '#chart/data/chart-input.ts';
import type { Frame } from '#chart/geometry/frame.ts';
import type { Scene } from '#chart/scene/scene.ts';
import { type Anchor, anchorsOf } from './drawing-points.ts';
import type { DrawingScale } from './drawing-scale.ts';
import { measureWords, positionWords } from './drawing-words.ts';

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

export type Tone = 'accent' | 'up' | 'down' | 'text';

export interface PlacedDrawing {
  readonly drawing: Drawing;
  readonly strokes: readonly {
    readonly points: readonly Pixel[];
    readonly tone: Tone;
    readonly isArrow?: boolean;
  }[];
  readonly areas: readonly { readonly from: Pixel; readonly to: Pixel; readonly tone: Tone }[];
  readonly texts: readonly (Pixel & { readonly text: string; readonly tone: Tone })[];
  /** One for each point. */
  readonly handles: readonly Pixel[];
  /** Ticks that are added to its prices on this chart: those of an earlier contract are shifted where the bars are. */
  readonly offset: number;
}

export interface DrawingView {
  readonly instrument: Instrument;
  readonly calendar: ExchangeCalendar;
  readonly input: ChartInput;
  readonly scene: Scene;
  readonly scale: DrawingScale;
}

/** Ticks to add to the prices of a contract here; null where the chart does not show that contract. */
export function offsetOf({ scene, input }: DrawingView, contract: string | null): number | null {
  const last = scene.bars.at(-1)?.contract;
  if (contract === null || last === undefined || contract === last) return 0;
  const bar = scene.bars.find((one) => one.contract === contract);
  if (bar === undefined) return null;
  return input.isAdjusted ? offsetAt(input.rolls, bar.startMs) : 0;
}

/** Height of a line of words. */
const LINE_OF_TEXT_PX = 12;

interface Placing {
  readonly view: DrawingView;
  readonly frame: Frame;
  readonly drawing: Drawing;
  readonly anchors: readonly Anchor[];
  readonly pixels: readonly Pixel[];
  readonly offset: number;
}

type Placed = Partial<Pick<PlacedDrawing, 'strokes' | 'areas' | 'texts'>>;

/** The line as the server sees it, through its price at each bar: it bends where bars are missing. */
export function linePixels(
  { view, frame, drawing, offset }: Placing,
  part: LinePart,
  [firstIndex, lastIndex]: readonly [number, number],
): readonly Pixel[] {
  const { instrument, calendar, scale } = view;
  const line = drawnLine(instrument, drawing, part);
  if (line === null) return [];
  const priceAt = linePrices(line, calendar);
  const edges = [firstIndex, lastIndex, scale.indexOf(line.from.atMs), scale.indexOf(line.to.atMs)];
  const [low, high] = [Math.floor(firstIndex), Math.ceil(lastIndex)];
  const isLevel = line.from.priceTicks === line.to.priceTicks;
  const inner = isLevel ? [] : Array.from({ length: Math.max(0, high - low + 1) }, (_, at) => low + at);
  const indices = [...new Set([...edges, ...inner])]
    .filter((index) => index >= low - 1 && index <= high + 1)
    .toSorted((one, other) => one - other);
  return indices.flatMap((index) => {
    const isEnd = index === edges[2] || index === edges[3];
    const atMs =
      index === edges[2] ? line.from.atMs : index === edges[3] ? line.to.atMs : instantIn(scale, index);
    const ticks = priceAt(atMs);
    if (ticks === null && !isEnd) return [];
    return ticks === null ? [] : [{ x: frame.xOf(index), y: frame.yOf(ticks + offset) }];
  });
}

function instantIn(scale: DrawingScale, index: number): number {
  return scale.instantAt(index);
}

function straight(placing: Placing, part: LinePart): Placed {
  const { pixels, drawing, frame } = placing;
  const range = shownRange(frame);
  const drawn = linePixels(placing, part, range);
  const isVertical = drawn.length === 0 && pixels.length === 2 && pixels[0]?.x === pixels[1]?.x;
  const points = isVertical ? pixels : drawn;
  const at = drawing.kind === 'horizontal' ? { x: 8, y: pixels[0]?.y ?? 0 } : pixels[0];
  const texts =
    drawing.text === '' || at === undefined
      ? []
      : [{ x: at.x + 6, y: at.y - 9, text: drawing.text, tone: 'accent' as const }];
  return { strokes: [{ points, tone: 'accent' }], texts };
}

function shownRange(frame: Frame): readonly [number, number] {
  const first = frame.xOf(0);
  return [-first / frame.barSpacing, (frame.layout.plotWidth - first) / frame.barSpacing];
}

function rectangle({ pixels, drawing }: Placing): Placed {
  const [from, to] = pixels as [Pixel, Pixel];
  const points = [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }, from];
  const text = {
    x: Math.min(from.x, to.x) + 6,
    y: Math.min(from.y, to.y) - 9,
    text: drawing.text,
    tone: 'accent' as const,
  };
  return {
    strokes: [{ points, tone: 'accent' }],
    areas: [{ from, to, tone: 'accent' }],
    texts: drawing.text === '' ? [] : [text],
  };
}

function fibonacci({ pixels, anchors, view, frame, offset }: Placing): Placed {
  const [first, second] = anchors as [Anchor, Anchor];
  const [from, to] = pixels as [Pixel, Pixel];
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const levels = FIBONACCI_LEVELS.map((level) => {
    const ticks = fibonacciTicks(first.priceTicks, second.priceTicks, level);
    return { ticks, y: frame.yOf(ticks + offset), words: partWords(String(level) as LinePart) };
  });
  return {
    strokes: [
      { points: pixels, tone: 'text' },
      ...levels.map(({ y }) => ({
        points: [
          { x: left, y },
          { x: right, y },
        ],
        tone: 'accent' as const,
      })),
    ],
    texts: readable(levels).map(({ ticks, y, words }) => ({
      x: right + 4,
      y,
      text: `${words}  ${formatPrice(view.instrument, ticks)}`,
      tone: 'accent' as const,
    })),
  };
}

/** Levels whose words have room: the ends first, then those nearest to the middle. */
function readable<Level extends { readonly y: number }>(levels: readonly Level[]): readonly Level[] {
  const middle = ((levels[0]?.y ?? 0) + (levels.at(-1)?.y ?? 0)) / 2;
  const inner = levels
    .slice(1, -1)
    .toSorted((one, other) => Math.abs(one.y - middle) - Math.abs(other.y - middle));
  const kept: Level[] = [];
  for (const level of [...levels.slice(0, 1), ...levels.slice(-1), ...inner])
    if (kept.every(({ y }) => Math.abs(y - level.y) >= LINE_OF_TEXT_PX)) kept.push(level);
  return kept;
}

function measure({ pixels, anchors, view }: Placing): Placed {
  const [from, to] = pixels as [Pixel, Pixel];
  const [first, second] = anchors as [Anchor, Anchor];
  const tone = second.priceTicks >= first.priceTicks ? 'up' : 'down';
  const bars = Math.round(view.scale.indexOf(second.atMs) - view.scale.indexOf(first.atMs));
  const text = measureWords(first, second, bars);
  return {
    strokes: [{ points: [from, to], tone, isArrow: true }],
    areas: [{ from, to, tone }],
    texts: [{ x: Math.min(from.x, to.x), y: Math.min(from.y, to.y) - 10, text, tone }],
  };
}

function position({ pixels, anchors, view, drawing }: Placing): Placed {
  const [entry, target, stop] = pixels as [Pixel, Pixel, Pixel];
  const [left, right] = [Math.min(entry.x, target.x), Math.max(entry.x, target.x)];
  const words = positionWords(view.instrument, anchors, drawing.text);
  const level = (y: number, tone: Tone) => ({
    points: [
      { x: left, y },
      { x: right, y },
    ],
    tone,
  });
  return {
    areas: [
      { from: { x: left, y: entry.y }, to: { x: right, y: target.y }, tone: 'up' },
      { from: { x: left, y: entry.y }, to: { x: right, y: stop.y }, tone: 'down' },
    ],
    strokes: [level(entry.y, 'text'), level(target.y, 'up'), level(stop.y, 'down')],
    texts: [
      { x: left + 4, y: entry.y - 9, text: words.entry, tone: 'text' },
      { x: left + 4, y: target.y + (target.y < entry.y ? -9 : 9), text: words.target, tone: 'up' },
      { x: left + 4, y: stop.y + (stop.y < entry.y ? -9 : 9), text: words.stop, tone: 'down' },
    ],
  };
}

function shape(placing: Placing): Placed {
  const { drawing, pixels } = placing;
  switch (drawing.kind) {
    case 'trend_line':
    case 'ray':
    case 'horizontal':
      return straight(placing, 'line');
    case 'rectangle':
      return rectangle(placing);
    case 'fibonacci':
      return fibonacci(placing);
    case 'measure':
      return measure(placing);
    case 'arrow':
      return { strokes: [{ points: pixels, tone: 'accent', isArrow: true }] };
    case 'text': {
      const [at] = pixels as [Pixel];
      return { texts: [{ ...at, text: drawing.text === '' ? 'Text' : drawing.text, tone: 'text' }] };
    }
    case 'long_position':
    case 'short_position':
      return position(placing);
  }
}

/** A drawing in the frame of the view; null where the chart does not show its contract, or has no such price. */
export function placeDrawing(view: DrawingView, drawing: Drawing): PlacedDrawing | null {
  const anchors = anchorsOf(view.instrument, drawing);
  const offset = offsetOf(view, drawing.contract);
  if (anchors === null || offset === null) return null;
  const { frame } = view.scene;
  const pixels = anchors.map(({ atMs, priceTicks }) => ({
    x: frame.xOf(view.scale.indexOf(atMs)),
    y: frame.yOf(priceTicks + offset),
  }));
  const placed = shape({ view, frame, drawing, anchors, pixels, offset });
  return { strokes: [], areas: [], texts: [], ...placed, drawing, handles: pixels, offset };
}

/** Prices at the newest bar of the lines that have an alert, for their tags on the axis. */
export function alertPrices(
  view: DrawingView,
  drawing: Drawing,
  parts: ReadonlySet<string>,
): readonly number[] {
  const offset = offsetOf(view, drawing.contract);
  const atMs = view.scene.bars.at(-1)?.startMs;
  if (offset === null || atMs === undefined) return [];
  return partsOf(drawing.kind).flatMap((part) => {
    const line = parts.has(part) ? drawnLine(view.instrument, drawing, part) : null;
    const price = line === null ? null : linePrices(line, view.calendar)(atMs);
    return price === null ? [] : [Math.round(price) + offset];
  });
}
