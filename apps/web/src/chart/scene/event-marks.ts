/** The history layer: events of one bar, price and type merged into one mark beside its candle. Pure. */
import type { BookSide, FlowEventType } from '@undertow/market';
import type { ChartBar, ChartEvent } from '#chart/data/chart-input.ts';
import { barHolding, type Frame } from '#chart/geometry/frame.ts';

/** Events that share a bar, a price and a type. */
export interface EventMark {
  readonly type: FlowEventType;
  readonly side: BookSide;
  readonly priceTicks: number;
  readonly barIndex: number;
  /** Largest first. */
  readonly events: readonly ChartEvent[];
  /** Contracts of all of them. */
  readonly size: number;
  /** None of them is large enough to be marked by default. */
  readonly isSmall: boolean;
}

export interface MarkLabel {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly align: 'left' | 'center' | 'right';
}

export interface PlacedEventMark {
  readonly mark: EventMark;
  /** The largest event of the mark: what a click opens. */
  readonly event: ChartEvent;
  readonly x: number;
  readonly y: number;
  readonly diameter: number;
  /** Null where there is no space for it. */
  readonly label: MarkLabel | null;
  /** What mark and label cover. */
  readonly boxes: readonly Box[];
}

const MIN_DIAMETER = 11;
const MAX_DIAMETER = 30;
/** From the end of a candle to its first mark. */
const GAP = 4;
const LABEL_HEIGHT = 14;
/** Bars on each side that a mark can reach into. */
const NEAR_BARS = 8;
/** Width of a character of the condensed face at 12 pixels: digits are tabular. */
const CHARACTER_WIDTH = 5.8;

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** One mark a bar, price and type, largest first. Events before the first bar have none. */
export function mergeMarks(events: readonly ChartEvent[], bars: readonly ChartBar[]): EventMark[] {
  const first = bars[0];
  if (first === undefined) return [];
  const groups = new Map<string, { barIndex: number; events: ChartEvent[] }>();
  for (const event of events) {
    if (event.startedMs < first.startMs) continue;
    const barIndex = barHolding(bars, event.startedMs);
    const key = `${barIndex} ${event.priceTicks} ${event.type} ${event.side}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { barIndex, events: [event] });
    else group.events.push(event);
  }
  return [...groups.values()]
    .map(({ barIndex, events: merged }) => {
      const { type, side, priceTicks } = merged[0]!;
      return {
        ...{ type, side, priceTicks, barIndex },
        events: merged.sort((a, b) => b.size - a.size || (a.id < b.id ? -1 : 1)),
        size: merged.reduce((sum, event) => sum + event.size, 0),
        isSmall: merged.every((event) => event.isSmall === true),
      };
    })
    .sort((a, b) => b.size - a.size || ((a.events[0]?.id ?? '') < (b.events[0]?.id ?? '') ? -1 : 1));
}

/** `×4 · 812`; a single event is its size alone, and nothing where no size is known. */
export function markText({ events, size }: EventMark): string {
  if (size === 0) return '';
  const contracts = size.toLocaleString('en-GB');
  return events.length === 1 ? contracts : `×${events.length} · ${contracts}`;
}

/** Area grows with the contracts, from 11 to 30 pixels across. */
export function markDiameter(size: number, largest: number): number {
  const share = largest > 0 ? Math.min(1, size / largest) : 0;
  return Math.sqrt(MIN_DIAMETER ** 2 + (MAX_DIAMETER ** 2 - MIN_DIAMETER ** 2) * share);
}

function touches(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

function boxOf(x: number, y: number, diameter: number): Box {
  const half = diameter / 2;
  return { left: x - half, right: x + half, top: y - half, bottom: y + half };
}

/** How far a mark is moved at a time, and how often, until nothing is in its way. */
const STEP = 3;
const MAX_STEPS = 60;

/** Where marks may be placed, and what of the frame they keep clear of. */
interface Ground {
  readonly frame: Frame;
  readonly candles: readonly Box[];
  /** Texts of levels and the watermark. */
  readonly texts: readonly Box[];
}

/** Marks of the bid below the candles, of the ask above them, the largest nearest; those without space are left out. */
function stacked({ frame, candles, texts }: Ground, marks: readonly EventMark[], largest: number) {
  const { top, mainHeight, plotWidth } = frame.layout;
  const taken: Box[] = [];
  return marks.flatMap((mark) => {
    const event = mark.events[0]!;
    const candle = candles[mark.barIndex]!;
    const diameter = markDiameter(mark.size, largest);
    const away = mark.side === 'bid' ? 1 : -1;
    const x = frame.xOf(mark.barIndex);
    const near = candles.slice(Math.max(0, mark.barIndex - NEAR_BARS), mark.barIndex + NEAR_BARS + 1);
    let y = (away === 1 ? candle.bottom : candle.top) + away * (GAP + diameter / 2);
    const isTaken = (): boolean => {
      const box = boxOf(x, y, diameter + 2);
      return [...near, ...taken, ...texts].some((other) => touches(other, box));
    };
    for (let step = 0; step < MAX_STEPS && isTaken(); step += 1) y += away * STEP;
    const box = boxOf(x, y, diameter);
    const isInside = x > 0 && x < plotWidth && box.top > top && box.bottom < mainHeight;
    if (!isInside || isTaken()) return [];
    taken.push(box);
    return [{ mark, event, x, y, diameter }];
  });
}

type Unlabelled = ReturnType<typeof stacked>[number];

/** Outside of the mark, then right, then left of it. */
function labelPlaces({ mark, x, y, diameter }: Unlabelled): { label: MarkLabel; box: Box }[] {
  const text = markText(mark);
  const width = text.length * CHARACTER_WIDTH;
  const half = diameter / 2;
  const outside = y + (mark.side === 'bid' ? 1 : -1) * (half + 8);
  const at = (labelX: number, labelY: number, align: MarkLabel['align'], left: number) => ({
    label: { text, x: labelX, y: labelY, align },
    box: { left, right: left + width, top: labelY - LABEL_HEIGHT / 2, bottom: labelY + LABEL_HEIGHT / 2 },
  });
  return [
    at(x, outside, 'center', x - width / 2),
    at(x + half + 4, y, 'left', x + half + 4),
    at(x - half - 4, y, 'right', x - half - 4 - width),
  ];
}

function candleBoxes(frame: Frame, bars: readonly ChartBar[]): Box[] {
  const half = Math.max(1, frame.barSpacing * 0.34);
  return bars.map((bar, index) => ({
    left: frame.xOf(index) - half,
    right: frame.xOf(index) + half,
    top: frame.yOf(bar.highTicks),
    bottom: frame.yOf(bar.lowTicks),
  }));
}

/**
 * Places marks, largest first, each with its label where nothing is in the way. `largest` scales the areas, `texts` are kept
 * readable.
 */
export function placeMarks(
  frame: Frame,
  bars: readonly ChartBar[],
  marks: readonly EventMark[],
  largest: number,
  texts: readonly Box[] = [],
): PlacedEventMark[] {
  if (marks.length === 0) return [];
  const candles = candleBoxes(frame, bars);
  const placed = stacked({ frame, candles, texts }, marks, largest);
  const { top, mainHeight, plotWidth } = frame.layout;
  const taken = [...placed.map(({ x, y, diameter }) => boxOf(x, y, diameter)), ...candles, ...texts];
  return placed.map((each) => {
    const own = boxOf(each.x, each.y, each.diameter);
    const free = labelPlaces(each).find(
      ({ box }) =>
        box.left > 0 &&
        box.right < plotWidth &&
        box.top > top &&
        box.bottom < mainHeight &&
        !taken.some((other) => touches(other, box) && !(other.left === own.left && other.top === own.top)),
    );
    if (each.mark.size === 0 || free === undefined) return { ...each, label: null, boxes: [own] };
    taken.push(free.box);
    return { ...each, label: free.label, boxes: [own, free.box] };
  });
}
