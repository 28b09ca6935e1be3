/**
 * Everything before the candles in the plot: marks of past events, labels, volume and delta panes, watermark, last
 * price.
 */

import type { ChartInput } from '#chart/data/chart-input.ts';
import { deltaBars } from '#chart/data/delta-bars.ts';
import { signedText, sizeText } from '#chart/data/size-text.ts';
import { candleWidth } from '#chart/geometry/chart-layout.ts';
import { lastShownIndex } from '#chart/geometry/frame.ts';
import type { PlacedEventMark } from '#chart/scene/event-marks.ts';
import type { Scene } from '#chart/scene/scene.ts';
import { vwapLabelPlace } from '#chart/scene/vwap-label.ts';
import type { ChartTheme } from './chart-theme.ts';
import { paintGlyph } from './glyph.ts';
import { crisp, strokeLine } from './paint-back.ts';

type Context = CanvasRenderingContext2D;

function paintLabels(context: Context, scene: Scene, theme: ChartTheme): void {
  const { plotWidth } = scene.frame.layout;
  context.font = theme.font.condensed400x11;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const label of scene.lineLabels) {
    const width = context.measureText(label.text).width;
    const x = plotWidth - width - 8;
    context.fillStyle = theme.color.surface;
    context.globalAlpha = 0.85;
    context.fillRect(x - 3, label.y - 7, width + 6, 14);
    context.globalAlpha = 1;
    context.fillStyle = theme.color['text-3'];
    context.fillText(label.text, x, label.y + 0.5);
  }
}

function paintVwapLabel(context: Context, scene: Scene, input: ChartInput, theme: ChartTheme): void {
  if (!input.layers.vwap) return;
  context.font = theme.font.condensed400x11;
  context.textAlign = 'left';
  const { width } = context.measureText('VWAP');
  const place = vwapLabelPlace(scene, width);
  if (place === null) return;
  const { x, y } = place;
  context.globalAlpha = 0.8;
  context.fillStyle = theme.color.surface;
  context.fillRect(x - 2, y - 7, width + 4, 14);
  context.globalAlpha = 1;
  context.fillStyle = theme.color['text-2'];
  context.fillText('VWAP', x, y);
}

function paneHead(context: Context, scene: Scene, theme: ChartTheme, top: number, text: string): void {
  context.strokeStyle = theme.color.line;
  context.lineWidth = 1;
  strokeLine(context, 0, crisp(top - 8), scene.frame.layout.plotWidth, crisp(top - 8));
  context.font = theme.font.condensed400x11;
  context.textAlign = 'left';
  context.fillStyle = theme.color['text-3'];
  context.fillText(text, 8, top + 2);
}

function paintVolume(context: Context, scene: Scene, theme: ChartTheme): void {
  const { frame, bars } = scene;
  const { volumeHeight, volumeTop } = frame.layout;
  const last = bars[lastShownIndex(scene)];
  if (volumeHeight === 0 || last === undefined) return;
  const most = bars.reduce((peak, bar) => Math.max(peak, bar.volume), 1);
  const width = candleWidth(frame.barSpacing);
  context.fillStyle = theme.color.volume;
  const bottom = volumeTop + volumeHeight;
  bars.forEach((bar, index) => {
    const height = Math.round((bar.volume / most) * (volumeHeight - 12));
    context.fillRect(Math.round(frame.xOf(index)) - (width - 1) / 2, bottom - height, width, height);
  });
  paneHead(context, scene, theme, volumeTop, `Volume  ${sizeText(last.volume)}`);
}

function paintDelta(context: Context, scene: Scene, theme: ChartTheme): void {
  const { frame, bars, sessions } = scene;
  const { deltaHeight, deltaTop } = frame.layout;
  if (deltaHeight === 0 || bars.length === 0) return;
  const series = deltaBars(bars, sessions.dayStarts, scene.deltaBefore);
  const width = candleWidth(frame.barSpacing);
  const middle = Math.round(deltaTop + deltaHeight / 2 + 4);
  const reach = deltaHeight / 2 - 6;
  series.deltas.forEach((delta, index) => {
    const height = Math.max(1, Math.round((Math.abs(delta) / series.mostDelta) * reach));
    context.fillStyle = scene.grey ? theme.color['text-off'] : delta >= 0 ? theme.color.up : theme.color.down;
    context.fillRect(
      Math.round(frame.xOf(index)) - (width - 1) / 2,
      delta >= 0 ? middle - height : middle,
      width,
      height,
    );
  });
  context.strokeStyle = theme.color['text-3'];
  context.beginPath();
  const span = Math.max(1, series.highCumulative - series.lowCumulative);
  series.cumulative.forEach((value, index) => {
    const y = deltaTop + deltaHeight - 3 - ((value - series.lowCumulative) / span) * (deltaHeight - 18);
    if (index === 0 || sessions.dayStarts.includes(index)) context.moveTo(frame.xOf(index), y);
    else context.lineTo(frame.xOf(index), y);
  });
  context.stroke();
  const shown = lastShownIndex(scene);
  const delta = series.deltas[shown] ?? 0;
  paneHead(
    context,
    scene,
    theme,
    deltaTop,
    `Delta  ${signedText(delta)}    CVD  ${signedText(series.cumulative[shown] ?? 0)}`,
  );
}

function paintWatermark(context: Context, scene: Scene, theme: ChartTheme): void {
  const { plotWidth, mainHeight } = scene.frame.layout;
  context.textAlign = 'center';
  if (scene.watermark !== null) {
    context.font = theme.font.condensed600x13;
    context.fillStyle = theme.color.warn;
    context.globalAlpha = 0.5;
    context.fillText(scene.watermark, plotWidth / 2, mainHeight - 14);
    context.globalAlpha = 1;
  }
  context.font = theme.font.condensed500x11;
  context.fillStyle = theme.color.warn;
  for (const gap of scene.gaps) context.fillText('no data', gap.x + gap.width / 2, mainHeight - 30);
  context.fillStyle = theme.color['text-2'];
  for (const { x, text } of scene.rolls) context.fillText(text, x, scene.frame.layout.top + 12);
}

function paintLastPriceLine(context: Context, scene: Scene, theme: ChartTheme): void {
  const last = scene.lastPrice;
  if (last === null) return;
  const { frame, bars } = scene;
  const color = last.rising ? theme.color['up-edge'] : theme.color['down-edge'];
  context.strokeStyle = scene.grey ? theme.color['text-off'] : color;
  context.setLineDash([1, 2]);
  strokeLine(context, frame.xOf(bars.length - 1), crisp(last.y), frame.layout.plotWidth, crisp(last.y));
  context.setLineDash([]);
}

/** Space of the maker's name at the lower left, where it is on the plot. */
const MAKER_WIDTH = 104;

/** True where a text at the foot of the plot would lie on the watermark or on the maker's name. */
function isFootTaken(
  context: Context,
  scene: Scene,
  theme: ChartTheme,
  left: number,
  right: number,
): boolean {
  const { plotWidth, hasColumn } = scene.frame.layout;
  if (!hasColumn && left < MAKER_WIDTH) return true;
  if (scene.watermark === null) return false;
  context.font = theme.font.condensed600x13;
  const half = context.measureText(scene.watermark).width / 2 + 6;
  return left < plotWidth / 2 + half && right > plotWidth / 2 - half;
}

function paintRthLabel(context: Context, scene: Scene, theme: ChartTheme, text: string | null): void {
  const { frame, sessions } = scene;
  if (text === null || sessions.rthOpen === null) return;
  const x = frame.xOf(sessions.rthOpen) - frame.barSpacing / 2 + 5;
  if (x < 0 || x > frame.layout.plotWidth - 40) return;
  context.font = theme.font.condensed400x11;
  const right = x + context.measureText(text).width;
  const up = isFootTaken(context, scene, theme, x, right) ? 30 : 14;
  context.font = theme.font.condensed400x11;
  context.textAlign = 'left';
  context.fillStyle = theme.color['text-3'];
  context.fillText(text, x, frame.layout.mainHeight - up);
}

const MARK_SIZE = 9;
const MARK_COLOR = { buy: 'up-edge', sell: 'down-edge', here: 'text' } as const;

/** An arrow that points to the price: up from below for a buy, else down from above; its label is outside. */
function paintMarks(context: Context, scene: Scene, theme: ChartTheme): void {
  context.font = theme.font.condensed600x11;
  context.textAlign = 'center';
  for (const { mark, x, y } of scene.marks) {
    const away = mark.side === 'buy' ? 1 : -1;
    const color = theme.color[MARK_COLOR[mark.side]];
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x - MARK_SIZE * 0.7, y + away * MARK_SIZE);
    context.lineTo(x + MARK_SIZE * 0.7, y + away * MARK_SIZE);
    context.closePath();
    context.fillStyle = scene.grey ? theme.color['text-3'] : color;
    context.fill();
    context.strokeStyle = theme.color.surface;
    context.stroke();
    const { width } = context.measureText(mark.text);
    const textY = y + away * (MARK_SIZE + 9);
    context.globalAlpha = 0.85;
    context.fillStyle = theme.color.surface;
    context.fillRect(x - width / 2 - 3, textY - 7, width + 6, 14);
    context.globalAlpha = 1;
    context.fillStyle = theme.color.text;
    context.fillText(mark.text, x, textY + 0.5);
  }
}

/** The hollow shape with its letter; count and contracts beside it. The one that is walked to or open has a frame. */
function paintEventMark(
  context: Context,
  { mark, x, y, diameter, label }: PlacedEventMark,
  scene: Scene,
  input: ChartInput,
  theme: ChartTheme,
): void {
  if (mark.events.some(({ id }) => id === input.selectedEventId)) {
    const side = Math.round(diameter + 8);
    context.strokeStyle = theme.color.focus;
    context.lineWidth = 2;
    context.beginPath();
    context.roundRect(Math.round(x - side / 2), Math.round(y - side / 2), side, side, 3);
    context.stroke();
    context.lineWidth = 1;
  }
  const degraded = mark.events.every((event) => event.degraded);
  paintGlyph(context, theme, mark.type, x, y, diameter, { hollow: true, degraded, grey: scene.grey });
  if (label === null) return;
  context.font = theme.font.condensed500x12;
  context.textAlign = label.align;
  context.textBaseline = 'middle';
  context.fillStyle = scene.grey ? theme.color['text-3'] : theme.color.text;
  context.fillText(label.text, label.x, label.y + 0.5);
}

/** Paints the layers before the candles. `rthText` names the opening of regular hours in the user's zone. */
export function paintFront(
  context: Context,
  scene: Scene,
  input: ChartInput,
  theme: ChartTheme,
  rthText: string | null,
): void {
  const { plotWidth, height } = scene.frame.layout;
  context.save();
  context.beginPath();
  context.rect(0, 0, plotWidth, height);
  context.clip();
  context.textBaseline = 'middle';
  paintVolume(context, scene, theme);
  paintDelta(context, scene, theme);
  paintLabels(context, scene, theme);
  paintVwapLabel(context, scene, input, theme);
  paintRthLabel(context, scene, theme, rthText);
  for (const placed of scene.eventMarks) paintEventMark(context, placed, scene, input, theme);
  paintWatermark(context, scene, theme);
  paintLastPriceLine(context, scene, theme);
  paintMarks(context, scene, theme);
  context.strokeStyle = theme.color.line;
  strokeLine(context, plotWidth - 0.5, 0, plotWidth - 0.5, height);
  context.restore();
}
