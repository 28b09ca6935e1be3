/** Paints depth over time: heat map, gaps, best prices, trades, current depth and the axes. */
import {
  type DepthColumns,
  type DepthLevels,
  formatPrice,
  type Instrument,
  NO_PRICE,
  SIDE_ASK,
  SIDE_BID,
  type TapeOrder,
} from '@undertow/market';
import { formatClock } from '#lib/format/times.ts';
import { columnAt } from './depth-grid.ts';
import type { DepthTheme } from './depth-theme.ts';
import { AXIS_PX, CURRENT_PX, type DepthFrame, priceLabels, timeLabels, xOf, yOf } from './depth-view.ts';

type Context = CanvasRenderingContext2D;

export interface DepthScene {
  readonly frame: DepthFrame;
  readonly grid: DepthColumns;
  readonly theme: DepthTheme;
  readonly instrument: Instrument;
}

/** The part of the image that the frame shows, scaled onto the plot. */
export function paintHeat(context: Context, { frame, grid }: DepthScene, image: HTMLCanvasElement): void {
  const ticks = frame.highTicks - frame.lowTicks + 1;
  const sx = (frame.fromMs - grid.fromMs) / grid.everyMs;
  const sw = (frame.toMs - frame.fromMs) / grid.everyMs;
  const topTicks = grid.lowTicks + grid.rows * grid.rowTicks - 1;
  context.imageSmoothingEnabled = false;
  context.drawImage(
    image,
    sx,
    (topTicks - frame.highTicks) / grid.rowTicks,
    sw,
    ticks / grid.rowTicks,
    0,
    0,
    frame.plotWidth,
    frame.plotHeight,
  );
}

/** Stretches without data are named where there is room for the words. */
export function paintGaps(context: Context, { frame, grid, theme }: DepthScene, untilMs: number): void {
  const end = Math.min(grid.columns, columnAt(grid, Math.min(untilMs, frame.toMs)) + 1);
  let from: number | null = null;
  for (let column = Math.max(0, columnAt(grid, frame.fromMs)); column <= end; column += 1) {
    const isKnown = column === end || grid.known[column] === 1;
    if (!isKnown) from ??= column;
    else if (from !== null) {
      const left = Math.max(0, xOf(frame, grid.fromMs + from * grid.everyMs));
      const right = xOf(frame, grid.fromMs + column * grid.everyMs);
      context.fillStyle = theme.color.warn;
      context.fillRect(left, frame.plotHeight - 2, right - left, 2);
      if (right - left > 52) {
        context.font = `500 11px ${theme.condensed}`;
        context.textAlign = 'center';
        context.fillStyle = theme.color['text-2'];
        context.fillText('no data', (left + right) / 2, frame.plotHeight - 12);
      }
      from = null;
    }
  }
}

export function paintTouch(context: Context, { frame, grid, theme }: DepthScene): void {
  const from = Math.max(0, columnAt(grid, frame.fromMs));
  const end = Math.min(grid.columns, columnAt(grid, frame.toMs) + 1);
  context.lineWidth = 1.2;
  context.lineJoin = 'round';
  for (const [prices, color] of [
    [grid.bestAskTicks, theme.color.down],
    [grid.bestBidTicks, theme.color.up],
  ] as const) {
    context.beginPath();
    let isOpen = false;
    for (let column = from; column < end; column += 1) {
      const ticks = prices[column]!;
      if (ticks === NO_PRICE) {
        isOpen = false;
        continue;
      }
      const x = xOf(frame, grid.fromMs + column * grid.everyMs);
      const y = yOf(frame, ticks);
      if (isOpen) context.lineTo(x, y);
      else context.moveTo(x, y);
      context.lineTo(x + (grid.everyMs / (frame.toMs - frame.fromMs)) * frame.plotWidth, y);
      isOpen = true;
    }
    context.strokeStyle = color;
    context.stroke();
  }
}

/** Contracts of an order that has a bubble of one pixel of radius times this, squared. */
const RADIUS_PER_ROOT = 0.62;
const MAX_LABELS = 8;
/** A late execution may be this much out of order, milliseconds. */
const MAX_DISORDER_MS = 60_000;

const radiusOf = (size: number): number => Math.min(28, Math.max(2, Math.sqrt(size) * RADIUS_PER_ROOT));

/** Orders within the stretch from a size on, the largest first, so that small ones stay visible. */
export function visibleOrders(
  orders: readonly TapeOrder[],
  { fromMs, toMs }: Pick<DepthFrame, 'fromMs' | 'toMs'>,
  minSize: number,
): TapeOrder[] {
  const visible: TapeOrder[] = [];
  // From the newest back: a frame of the present does not go through the whole session
  for (let at = orders.length - 1; at >= 0; at -= 1) {
    const order = orders[at]!;
    if (order.timeMs < fromMs - MAX_DISORDER_MS) break;
    if (order.timeMs >= fromMs && order.timeMs <= toMs && order.size >= minSize) visible.push(order);
  }
  return visible.sort((one, other) => other.size - one.size);
}

export function paintTrades(
  context: Context,
  { frame, theme }: DepthScene,
  orders: readonly TapeOrder[],
): void {
  const labelled: (readonly [x: number, y: number])[] = [];
  for (const { timeMs, size, side, firstTicks, lastTicks } of orders) {
    const [x, y] = [xOf(frame, timeMs), yOf(frame, (firstTicks + lastTicks) / 2)];
    context.beginPath();
    context.arc(x, y, radiusOf(size), 0, 2 * Math.PI);
    context.globalAlpha = 0.68;
    context.fillStyle =
      side === SIDE_BID ? theme.color.up : side === SIDE_ASK ? theme.color.down : theme.color['text-3'];
    context.fill();
    context.globalAlpha = 1;
    context.lineWidth = 1;
    context.strokeStyle = theme.color.surface;
    context.stroke();
    const isFree = labelled.every(([left, top]) => Math.hypot(left - x, top - y) > 40);
    if (radiusOf(size) >= 7 && labelled.length < MAX_LABELS && isFree) labelled.push([x, y]);
    else continue;
    paintOutlined(context, theme, String(size), x, y);
  }
}

function paintOutlined(context: Context, theme: DepthTheme, text: string, x: number, y: number): void {
  context.font = `600 11px ${theme.condensed}`;
  context.textAlign = 'center';
  context.lineWidth = 3;
  context.strokeStyle = theme.color.surface;
  context.strokeText(text, x, y + 0.5);
  context.fillStyle = theme.color.text;
  context.fillText(text, x, y + 0.5);
}

/** Bars of the depth as it is now, in the rows of their prices. */
export function paintCurrent(context: Context, scene: DepthScene, now: DepthLevels, isOld: boolean): void {
  const { frame, theme } = scene;
  const { plotWidth, plotHeight, lowTicks, highTicks } = frame;
  context.fillStyle = theme.color.surface;
  context.fillRect(plotWidth, 0, CURRENT_PX, plotHeight);
  const levels: (readonly [ticks: number, size: number, color: string])[] = [];
  for (let ticks = lowTicks; ticks <= highTicks; ticks += 1) {
    const [bid, ask] = [now.sizeAt(SIDE_BID, ticks), now.sizeAt(SIDE_ASK, ticks)];
    const color = isOld ? theme.color['text-3'] : ask > bid ? theme.color.down : theme.color.up;
    if (bid + ask > 0) levels.push([ticks, bid + ask, color]);
  }
  const most = Math.max(1, ...levels.map(([, size]) => size));
  const height = Math.max(1, plotHeight / (highTicks - lowTicks + 1) - 1);
  for (const [ticks, size, color] of levels) {
    const y = yOf(frame, ticks);
    context.globalAlpha = 0.6;
    context.fillStyle = color;
    context.fillRect(plotWidth + 2, y - height / 2, (size / most) * (CURRENT_PX - 5), height);
    context.globalAlpha = 1;
    if (size < most * 0.75) continue;
    context.font = `500 11px ${theme.condensed}`;
    context.textAlign = 'right';
    context.fillStyle = theme.color.text;
    context.fillText(String(size), plotWidth + CURRENT_PX - 3, y + 0.5);
  }
}

export function paintAxes(
  context: Context,
  scene: DepthScene,
  lastTicks: number | null,
  isOld: boolean,
): void {
  const { frame, theme, instrument } = scene;
  const left = frame.plotWidth + CURRENT_PX;
  context.fillStyle = theme.color.surface;
  context.fillRect(left, 0, AXIS_PX, frame.height);
  context.fillRect(0, frame.plotHeight, frame.width, frame.height - frame.plotHeight);
  context.fillStyle = theme.color.line;
  context.fillRect(Math.round(frame.plotWidth), 0, 1, frame.plotHeight);
  context.fillRect(Math.round(left), 0, 1, frame.height);
  context.fillRect(0, Math.round(frame.plotHeight), frame.width, 1);
  context.font = `500 12px ${theme.condensed}`;
  context.textAlign = 'left';
  context.fillStyle = theme.color['axis-text'];
  for (const ticks of priceLabels(frame))
    if (lastTicks === null || Math.abs(yOf(frame, ticks) - yOf(frame, lastTicks)) > 16)
      context.fillText(formatPrice(instrument, ticks), left + 8, yOf(frame, ticks));
  context.font = `400 11px ${theme.condensed}`;
  context.textAlign = 'center';
  const isShort = frame.toMs - frame.fromMs < 8 * 60_000;
  for (const atMs of timeLabels(frame)) {
    const x = xOf(frame, atMs);
    const text = isShort ? formatClock(atMs) : formatClock(atMs).slice(0, 5);
    if (x > 26 && x < frame.plotWidth - 10)
      context.fillText(text, x, frame.plotHeight + (frame.height - frame.plotHeight) / 2);
  }
  if (lastTicks !== null && lastTicks >= frame.lowTicks && lastTicks <= frame.highTicks)
    paintTag(context, scene, lastTicks, isOld ? 'line-strong' : 'up-edge', 'surface');
}

/** A price on its axis. */
export function paintTag(
  context: Context,
  { frame, theme, instrument }: DepthScene,
  ticks: number,
  back: 'line-strong' | 'up-edge' | 'cross-tag',
  front: 'surface' | 'on-cross-tag',
): void {
  const left = frame.plotWidth + CURRENT_PX;
  const y = yOf(frame, ticks);
  context.fillStyle = theme.color[back];
  context.fillRect(left + 1, y - 9, AXIS_PX - 1, 18);
  context.fillStyle = theme.color[front];
  context.font = `600 12px ${theme.condensed}`;
  context.textAlign = 'left';
  context.fillText(formatPrice(instrument, ticks), left + 8, y + 0.5);
}
