/** Which drawing is under a pointer, and by what it is held: a point of it, or all of it. */
import type { Pixel, PlacedDrawing } from './place-drawings.ts';

export interface DrawingHit {
  readonly id: string;
  /** Index of the point; null for the whole drawing. */
  readonly point: number | null;
}

function distanceTo(from: Pixel, to: Pixel, { x, y }: Pixel): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / length));
  return Math.hypot(x - from.x - along * dx, y - from.y - along * dy);
}

const isIn = (from: Pixel, to: Pixel, { x, y }: Pixel): boolean =>
  x >= Math.min(from.x, to.x) &&
  x <= Math.max(from.x, to.x) &&
  y >= Math.min(from.y, to.y) &&
  y <= Math.max(from.y, to.y);

/** About the box of a text of this font. */
const TEXT_WIDTH = 6;

function isOn({ strokes, areas, texts, drawing }: PlacedDrawing, at: Pixel, reach: number): boolean {
  const isOnStroke = strokes.some(({ points }) =>
    points.some((point, index) => index > 0 && distanceTo(points[index - 1]!, point, at) <= reach),
  );
  if (isOnStroke) return true;
  if (drawing.kind === 'text')
    return texts.some(
      ({ x, y, text }) =>
        at.x >= x - reach &&
        at.x <= x + text.length * TEXT_WIDTH + reach &&
        Math.abs(at.y - y) <= 8 + reach / 2,
    );
  const isFilled = drawing.kind === 'measure' || drawing.kind.endsWith('_position');
  return isFilled && areas.some(({ from, to }) => isIn(from, to, at));
}

/** The uppermost drawing at a place; points are held only of the one that is selected, else its whole is. */
export function hitDrawing(
  placed: readonly PlacedDrawing[],
  at: Pixel,
  reach: number,
  selectedId: string | null,
): DrawingHit | null {
  const selected = placed.find(({ drawing }) => drawing.id === selectedId);
  const point = selected?.handles.findIndex(({ x, y }) => Math.hypot(x - at.x, y - at.y) <= reach + 3) ?? -1;
  if (selected !== undefined && point >= 0) return { id: selected.drawing.id, point };
  const found = placed.findLast((one) => isOn(one, at, reach));
  return found === undefined ? null : { id: found.drawing.id, point: null };
}
