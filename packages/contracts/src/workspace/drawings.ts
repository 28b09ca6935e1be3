/** Drawings on a chart: their kinds, bounds, and what is refused of one. */
import { DAY_MS, parseDay } from '@undertow/market';
import { z } from 'zod';
import { decimalString, instant, labelText } from '#shapes/primitives.ts';

/** Of a user, on one instrument. */
export const MAX_DRAWINGS = 200;
/** Of a user, on all instruments together. */
export const MAX_DRAWINGS_OF_USER = 1000;
export const MAX_DRAWING_TEXT = 200;
/** Longest body of a change: every drawing of an instrument at once. */
export const MAX_DRAWING_BYTES = 256 * 1024;
/** Holidays of the exchange are known from here on; without them no line is straight. */
export const MIN_DRAWING_MS = parseDay('2022-01-01') * DAY_MS;
export const MAX_DRAWING_MS = parseDay('2035-01-01') * DAY_MS;

/** Kinds in the order of the tools, with their points. A position has entry, target and stop. */
export const DRAWING_POINTS = {
  trend_line: 2,
  ray: 2,
  horizontal: 1,
  rectangle: 2,
  fibonacci: 2,
  measure: 2,
  arrow: 2,
  text: 1,
  long_position: 3,
  short_position: 3,
} as const;
export type DrawingKind = keyof typeof DRAWING_POINTS;
export const DRAWING_KINDS = Object.keys(DRAWING_POINTS) as [DrawingKind, ...DrawingKind[]];

export const DRAWING_WORDS: Readonly<Record<DrawingKind, string>> = {
  trend_line: 'Trend line',
  ray: 'Ray',
  horizontal: 'Horizontal line',
  rectangle: 'Rectangle',
  fibonacci: 'Fibonacci',
  measure: 'Measure',
  arrow: 'Arrow',
  text: 'Text',
  long_position: 'Long position',
  short_position: 'Short position',
};

export const drawingId = z
  .string()
  .regex(/^[a-z0-9]{1,24}$/, 'expected an id of at most 24 letters and digits');

/** A dated contract such as `ESZ6`. */
const contractName = z.string().regex(/^[A-Z0-9]{2,16}$/, 'expected a contract such as ESZ6');

/** Milliseconds since 1970 UTC of an instant as the contract writes it; finer fractions are cut. */
export function msOfInstant(text: string): number {
  // Whole numbers: 38.184 seconds times 1000 is 38183.99… in binary
  const [clock = '', fraction = ''] = text.slice(11, -1).split('.');
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  const millis = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return parseDay(text.slice(0, 10)) * DAY_MS + ((hours * 60 + minutes) * 60 + seconds) * 1000 + millis;
}

const drawingPoint = z.strictObject({
  // In the order of their text, which is not parsed here: it may be no instant
  at: instant.refine((text) => text >= '2022' && text < '2035', 'expected an instant from 2022 to 2034'),
  price: decimalString,
});
export type DrawingPoint = Readonly<z.infer<typeof drawingPoint>>;

/** Entry between target and stop. */
function isPosition({
  kind,
  points,
}: {
  readonly kind: DrawingKind;
  readonly points: readonly DrawingPoint[];
}) {
  const [entry, target, stop] = points.map(({ price }) => Number(price)) as [number, number, number];
  return kind === 'long_position' ? target > entry && stop < entry : target < entry && stop > entry;
}

export const drawing = z
  .strictObject({
    id: drawingId,
    kind: z.enum(DRAWING_KINDS),
    points: z.array(drawingPoint).min(1).max(3).readonly(),
    /** A text of its own, or the name of a line; empty where it has none. */
    text: labelText.max(MAX_DRAWING_TEXT, `expected at most ${MAX_DRAWING_TEXT} characters`),
    /** Whose prices it has; null where the contract was not known. */
    contract: contractName.nullable(),
  })
  .superRefine((given, context) => {
    const count = DRAWING_POINTS[given.kind];
    const refuse = (message: string): void => context.addIssue({ code: 'custom', path: ['points'], message });
    if (given.points.length !== count) refuse(`expected ${count} points, not ${given.points.length}`);
    else if (count === 3 && !isPosition(given)) refuse('expected the entry between target and stop');
  });
export type Drawing = Readonly<z.infer<typeof drawing>>;
