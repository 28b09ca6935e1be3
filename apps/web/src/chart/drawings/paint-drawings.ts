/** Paints placed drawings: areas faint, strokes, texts on a ground of their own, and handles of the selected one. */
import { formatPrice, type Instrument } from '@undertow/market';
import type { Frame } from '#chart/geometry/frame.ts';
import type { ChartTheme } from '#chart/paint/chart-theme.ts';
import type { Pixel, PlacedDrawing, Tone } from './place-drawings.ts';

type Context = CanvasRenderingContext2D;

const AREA_OPACITY = 0.12;
const ARROW = 8;

function colorOf(theme: ChartTheme, tone: Tone): string {
  const { color } = theme;
  return { accent: color.accent, up: color['up-edge'], down: color['down-edge'], text: color['text-2'] }[
    tone
  ];
}

function strokePath(context: Context, points: readonly Pixel[]): void {
  context.beginPath();
  for (const [at, { x, y }] of points.entries()) {
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  context.stroke();
}

function arrowHead(context: Context, points: readonly Pixel[]): void {
  const [from, to] = [points.at(-2), points.at(-1)];
  if (from === undefined || to === undefined) return;
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const side = (turn: number): Pixel => ({
    x: to.x - ARROW * Math.cos(angle + turn),
    y: to.y - ARROW * Math.sin(angle + turn),
  });
  strokePath(context, [side(0.45), to, side(-0.45)]);
}

function paintText(
  context: Context,
  theme: ChartTheme,
  { x, y, text, tone }: PlacedDrawing['texts'][number],
): void {
  const width = context.measureText(text).width;
  context.fillStyle = theme.color.surface;
  context.globalAlpha = 0.85;
  context.fillRect(x - 3, y - 8, width + 6, 16);
  context.globalAlpha = 1;
  context.fillStyle =
    tone === 'up'
      ? theme.color['up-text']
      : tone === 'down'
        ? theme.color['down-text']
        : tone === 'text'
          ? theme.color.text
          : theme.color.accent;
  context.fillText(text, x, y + 0.5);
}

function paintOne(context: Context, theme: ChartTheme, placed: PlacedDrawing, isSelected: boolean): void {
  for (const { from, to, tone } of placed.areas) {
    context.globalAlpha = AREA_OPACITY;
    context.fillStyle = colorOf(theme, tone);
    context.fillRect(from.x, from.y, to.x - from.x, to.y - from.y);
    context.globalAlpha = 1;
  }
  context.lineWidth = isSelected ? 2 : 1.5;
  for (const { points, tone, isArrow } of placed.strokes) {
    context.strokeStyle = colorOf(theme, tone);
    strokePath(context, points);
    if (isArrow === true) arrowHead(context, points);
  }
  context.font = theme.font.condensed500x12;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const text of placed.texts) paintText(context, theme, text);
}

function paintHandles(
  context: Context,
  theme: ChartTheme,
  handles: readonly Pixel[],
  held: number | null,
): void {
  context.lineWidth = 1.5;
  context.strokeStyle = theme.color.accent;
  for (const [at, { x, y }] of handles.entries()) {
    context.beginPath();
    context.arc(x, y, at === held ? 6 : 4.5, 0, 2 * Math.PI);
    context.fillStyle = at === held ? theme.color.accent : theme.color.surface;
    context.fill();
    context.stroke();
  }
}

export interface PaintedDrawings {
  readonly placed: readonly PlacedDrawing[];
  readonly selectedId: string | null;
  /** The point that keys move. */
  readonly held: number | null;
}

export function paintDrawings(
  context: Context,
  theme: ChartTheme,
  frame: Frame,
  painted: PaintedDrawings,
): void {
  const { placed, selectedId, held } = painted;
  const { plotWidth, mainHeight, top } = frame.layout;
  context.save();
  context.beginPath();
  context.rect(0, Math.max(0, top - 14), plotWidth, mainHeight - Math.max(0, top - 14));
  context.clip();
  for (const one of placed) paintOne(context, theme, one, one.drawing.id === selectedId);
  const selected = placed.find(({ drawing }) => drawing.id === selectedId);
  if (selected !== undefined) paintHandles(context, theme, selected.handles, held);
  context.restore();
}

/** Tags of the prices at which alerts on lines are now. */
export function paintAlertTags(
  context: Context,
  theme: ChartTheme,
  frame: Frame,
  instrument: Instrument,
  prices: readonly number[],
): void {
  const { signalsWidth, axisWidth } = frame.layout;
  context.save();
  context.font = theme.font.condensed500x12;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.lineWidth = 1;
  for (const ticks of prices) {
    if (!frame.shows(ticks)) continue;
    const y = Math.round(frame.yOf(ticks));
    context.fillStyle = theme.color.surface;
    context.fillRect(signalsWidth + 1, y - 9, axisWidth - 1, 18);
    context.strokeStyle = theme.color.accent;
    context.strokeRect(signalsWidth + 1.5, y - 8.5, axisWidth - 3, 17);
    context.fillStyle = theme.color.accent;
    context.fillText(formatPrice(instrument, ticks), signalsWidth + 9, y + 0.5);
  }
  context.restore();
}
