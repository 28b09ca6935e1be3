/** The lines of a drawing that price can cross: which a kind has, where they lie, and what they are called. Pure. */
import {
  type DrawnLine,
  formatTicks,
  type Instrument,
  LINE_EXTENTS,
  parsePriceTicks,
} from '@undertow/market';
import { z } from 'zod';
import { instantOfMs } from '#encode/encode.ts';
import { decimalString, instant, labelText } from '#shapes/primitives.ts';
import { DRAWING_WORDS, type Drawing, type DrawingKind, msOfInstant } from './drawings.ts';

export const FIBONACCI_LEVELS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

export const LINE_PARTS = [
  'line',
  'top',
  'bottom',
  '0',
  '0.236',
  '0.382',
  '0.5',
  '0.618',
  '0.786',
  '1',
  'entry',
  'target',
  'stop',
] as const;
export type LinePart = (typeof LINE_PARTS)[number];

const FIBONACCI_PARTS = LINE_PARTS.slice(3, 10);
const POSITION_PARTS = LINE_PARTS.slice(10);

const PARTS: Readonly<Record<DrawingKind, readonly LinePart[]>> = {
  trend_line: ['line'],
  ray: ['line'],
  horizontal: ['line'],
  rectangle: ['top', 'bottom'],
  fibonacci: FIBONACCI_PARTS,
  measure: [],
  arrow: [],
  text: [],
  long_position: POSITION_PARTS,
  short_position: POSITION_PARTS,
};

/** Lines of a kind that an alert can be set on. */
export function partsOf(kind: DrawingKind): readonly LinePart[] {
  return PARTS[kind];
}

const lineEnd = z.strictObject({ at: instant, price: decimalString });

/** A line as a rule of alerts keeps it. The server works it out from the drawing, and again when that is moved. */
export const alertLine = z.strictObject({
  /** `Trend line`, `Fibonacci 61.8%`, or the drawing's own text. */
  name: labelText.max(80),
  from: lineEnd,
  to: lineEnd,
  extent: z.enum(LINE_EXTENTS),
  /** Whose prices they are: trades of another contract do not cross it. Null: of whichever is traded. */
  contract: z.string().max(16).nullable(),
});
export type AlertLine = Readonly<z.infer<typeof alertLine>>;

/** `61.8%`, `Top`. */
export function partWords(part: LinePart): string {
  const share = Number(part);
  if (!Number.isNaN(share)) return `${Number((share * 100).toFixed(1))}%`;
  return part.charAt(0).toUpperCase() + part.slice(1);
}

const MAX_OWN_NAME = 60;

export function lineName({ kind, text }: Pick<Drawing, 'kind' | 'text'>, part: LinePart): string {
  const own = text.trim().slice(0, MAX_OWN_NAME).toWellFormed();
  const name = own === '' ? DRAWING_WORDS[kind] : own;
  if (part === 'line') return name;
  const words = partWords(part);
  return `${name} ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

/** Ticks of a level between the two points of a retracement: 0 is the second point, 1 the first. */
export function fibonacciTicks(firstTicks: number, secondTicks: number, level: number): number {
  return Math.round(secondTicks + (firstTicks - secondTicks) * level) + 0;
}

interface PlacedPoint {
  readonly atMs: number;
  readonly priceTicks: number;
}

function levelTicks(points: readonly PlacedPoint[], part: LinePart): number {
  const ticks = points.map(({ priceTicks }) => priceTicks);
  const [first = 0, second = first, third = first] = ticks;
  switch (part) {
    case 'line':
    case 'entry':
      return first;
    case 'top':
      return Math.max(first, second);
    case 'bottom':
      return Math.min(first, second);
    case 'target':
      return second;
    case 'stop':
      return third;
    default:
      return fibonacciTicks(first, second, Number(part));
  }
}

/**
 * A line of a drawing in ticks; null where the kind has no such part. Edges, levels of a retracement and prices of a position continue to
 * the right. Throws RangeError for a price that the instrument cannot have.
 */
export function drawnLine(instrument: Instrument, drawing: Drawing, part: LinePart): DrawnLine | null {
  const { kind } = drawing;
  if (!PARTS[kind].includes(part)) return null;
  const points = drawing.points.map(({ at, price }) => ({
    atMs: msOfInstant(at),
    priceTicks: parsePriceTicks(instrument, price),
  }));
  const [first, second = first] = points;
  if (first === undefined || second === undefined) return null;
  if (kind === 'trend_line' || kind === 'ray') {
    const isForward = second.atMs >= first.atMs;
    const [from, to] = isForward ? [first, second] : [second, first];
    const extent = kind === 'trend_line' ? 'none' : isForward ? 'right' : 'left';
    return { from, to, extent };
  }
  const priceTicks = levelTicks(points, part);
  const atMs = Math.min(...points.map((point) => point.atMs));
  const end = { atMs, priceTicks };
  return { from: end, to: end, extent: kind === 'horizontal' ? 'both' : 'right' };
}

/** As `drawnLine`, as a rule keeps it. */
export function alertLineOf(instrument: Instrument, drawing: Drawing, part: LinePart): AlertLine | null {
  const line = drawnLine(instrument, drawing, part);
  if (line === null) return null;
  const end = ({ atMs, priceTicks }: PlacedPoint) => ({
    at: instantOfMs(atMs),
    price: formatTicks(instrument, priceTicks),
  });
  return {
    name: lineName(drawing, part),
    from: end(line.from),
    to: end(line.to),
    extent: line.extent,
    contract: drawing.contract,
  };
}

/** The line of a rule in ticks. Throws RangeError for a price that the instrument cannot have. */
export function lineOfAlert(instrument: Instrument, { from, to, extent }: AlertLine): DrawnLine {
  const end = ({ at, price }: AlertLine['from']) => ({
    atMs: msOfInstant(at),
    priceTicks: parsePriceTicks(instrument, price),
  });
  return { from: end(from), to: end(to), extent };
}
