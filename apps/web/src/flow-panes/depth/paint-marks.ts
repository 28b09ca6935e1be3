/** Events in the places where they happened, the crosshair, and the card of what is under it. */
import { type FlowEventType, formatPrice } from '@undertow/market';
import type { ChartTheme } from '#chart/paint/chart-theme.ts';
import { paintGlyph } from '#chart/paint/glyph.ts';
import { formatSize } from '#lib/format/formats.ts';
import { formatAge, formatClock } from '#lib/format/times.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { type CellFacts, cellFacts } from './depth-grid.ts';
import { CURRENT_PX, type DepthFrame, xOf, yOf } from './depth-view.ts';
import { type DepthScene, paintTag } from './paint-depth.ts';

type Context = CanvasRenderingContext2D;

export interface DepthMark {
  readonly eventId: string;
  readonly type: FlowEventType;
  readonly atMs: number;
  readonly priceTicks: number;
  readonly size: number;
  readonly isChosen: boolean;
}

export interface PlacedMark {
  readonly mark: DepthMark;
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly width: number;
  /** False: there is room for the glyph alone. */
  readonly hasText: boolean;
}

const MARK_PX = 20;

/** Largest first: what finds no room for its words keeps its glyph. `measure` gives the pixels of a text. */
export function placeMarks(
  marks: readonly DepthMark[],
  frame: DepthFrame,
  measure: (text: string) => number,
): PlacedMark[] {
  const placed: PlacedMark[] = [];
  const visible = marks.filter(
    ({ atMs, priceTicks }) =>
      atMs >= frame.fromMs &&
      atMs <= frame.toMs &&
      priceTicks >= frame.lowTicks &&
      priceTicks <= frame.highTicks,
  );
  for (const mark of visible.toSorted(
    (one, other) => Number(other.isChosen) - Number(one.isChosen) || other.size - one.size,
  )) {
    const text = `${EVENT_LOOKS[mark.type].name} ${formatSize(mark.size)}`;
    const full = measure(text) + 30;
    const x = Math.max(2, Math.min(xOf(frame, mark.atMs), frame.plotWidth - full - 2));
    const y = Math.max(
      MARK_PX / 2,
      Math.min(yOf(frame, mark.priceTicks) - 18, frame.plotHeight - MARK_PX / 2),
    );
    const isFree = (width: number): boolean =>
      placed.every(
        (one) => Math.abs(one.y - y) >= MARK_PX + 2 || one.x > x + width + 4 || one.x + one.width + 4 < x,
      );
    if (isFree(full)) placed.push({ mark, x, y, text, width: full, hasText: true });
    else if (isFree(16)) placed.push({ mark, x, y, text, width: 16, hasText: false });
  }
  return placed;
}

export function paintMarks(
  context: Context,
  { theme }: DepthScene,
  glyphs: ChartTheme,
  placed: readonly PlacedMark[],
): void {
  for (const { mark, x, y, text, width, hasText } of placed) {
    if (hasText) {
      context.fillStyle = theme.color.overlay;
      context.strokeStyle = mark.isChosen ? theme.color.text : theme.color['line-strong'];
      context.lineWidth = 1;
      context.beginPath();
      context.roundRect(
        Math.round(x) + 0.5,
        Math.round(y - MARK_PX / 2) + 0.5,
        Math.round(width),
        MARK_PX,
        4,
      );
      context.fill();
      context.stroke();
      context.font = `500 12px ${theme.condensed}`;
      context.textAlign = 'left';
      context.fillStyle = theme.color.text;
      context.fillText(text, x + 23, y + 1);
    }
    paintGlyph(context, glyphs, mark.type, x + (hasText ? 12 : 8), y + 0.5, 13);
    context.textBaseline = 'middle';
  }
}

export interface DepthPoint {
  readonly atMs: number;
  /** Null: of a pane that has no prices. */
  readonly priceTicks: number | null;
}

export function paintCrosshair(context: Context, scene: DepthScene, point: DepthPoint): void {
  const { frame, theme } = scene;
  const x = Math.round(xOf(frame, point.atMs)) + 0.5;
  context.save();
  context.strokeStyle = theme.color['text-2'];
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  context.beginPath();
  if (x >= 0 && x <= frame.plotWidth) {
    context.moveTo(x, 0);
    context.lineTo(x, frame.plotHeight);
  }
  const { priceTicks } = point;
  const isPrice = priceTicks !== null && priceTicks >= frame.lowTicks && priceTicks <= frame.highTicks;
  if (isPrice) {
    const y = Math.round(yOf(frame, priceTicks)) + 0.5;
    context.moveTo(0, y);
    context.lineTo(frame.plotWidth + CURRENT_PX, y);
  }
  context.stroke();
  context.restore();
  if (isPrice) paintTag(context, scene, priceTicks, 'cross-tag', 'on-cross-tag');
  if (x < 0 || x > frame.plotWidth) return;
  const text = formatClock(point.atMs);
  context.font = `500 12px ${theme.condensed}`;
  const width = context.measureText(text).width + 12;
  const left = Math.max(0, Math.min(x - width / 2, frame.plotWidth - width));
  context.fillStyle = theme.color['cross-tag'];
  context.fillRect(left, frame.plotHeight + 1, width, frame.height - frame.plotHeight - 2);
  context.fillStyle = theme.color['on-cross-tag'];
  context.textAlign = 'center';
  context.fillText(text, left + width / 2, (frame.plotHeight + frame.height) / 2);
}

/** What a cell is in words: `118 shown, 3 orders, for 5 s`. */
export function cellText(facts: CellFacts): string {
  if (!facts.isKnown) return 'No data at this instant';
  if (facts.size === 0) return 'Nothing shown';
  const orders =
    facts.orders === 0 ? '' : `, ${formatSize(facts.orders)} ${facts.orders === 1 ? 'order' : 'orders'}`;
  const age =
    facts.ageMs === null ? '' : `, for ${facts.isOlder ? 'more than ' : ''}${formatAge(facts.ageMs)}`;
  return `${formatSize(facts.size)} shown${orders}${age}`;
}

/** The card of the cell under the pointer. */
export function paintCell(context: Context, scene: DepthScene, point: DepthPoint): void {
  const { frame, grid, theme, instrument } = scene;
  if (point.priceTicks === null) return;
  const facts = cellFacts(grid, point.atMs, point.priceTicks);
  if (facts === null) return;
  const price = formatPrice(instrument, point.priceTicks);
  const title = facts.size === 0 ? price : `${price} ${facts.isBid ? 'bid' : 'ask'}`;
  const text = cellText(facts);
  context.font = `500 12px ${theme.condensed}`;
  const width = Math.max(context.measureText(text).width, context.measureText(title).width + 70) + 20;
  const [x, y] = [xOf(frame, point.atMs), yOf(frame, point.priceTicks)];
  const left = x + width + 14 > frame.plotWidth ? Math.max(2, x - width - 12) : x + 12;
  const top = y + 56 > frame.plotHeight ? Math.max(2, y - 54) : y + 10;
  context.fillStyle = theme.color.overlay;
  context.strokeStyle = theme.color['line-strong'];
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(Math.round(left) + 0.5, Math.round(top) + 0.5, Math.round(width), 44, 5);
  context.fill();
  context.stroke();
  context.textAlign = 'left';
  context.fillStyle = theme.color.text;
  context.fillText(title, left + 10, top + 14);
  context.fillText(text, left + 10, top + 31);
  context.textAlign = 'right';
  context.fillStyle = theme.color['text-3'];
  context.fillText(formatClock(point.atMs), left + width - 10, top + 14);
}
