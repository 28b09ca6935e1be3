/** Right of the plot: signals column, price axis, scales of the panes, last price. Below it: the times. */
import type { ChartInput } from '#chart/data/chart-input.ts';
import { deltaBars } from '#chart/data/delta-bars.ts';
import { scaleText } from '#chart/data/size-text.ts';
import type { Scene, SignalRow } from '#chart/scene/scene.ts';
import type { ChartTheme } from './chart-theme.ts';
import { paintGlyph } from './glyph.ts';
import { crisp, strokeLine } from './paint-back.ts';

type Context = CanvasRenderingContext2D;

/** Glyphs of the column stay readable while zones fade further. */
const MIN_ROW_OPACITY = 0.72;
/** Offset of texts from the axis' left edge. */
const AXIS_TEXT = 9;
const NAME_X = 31;
const AI_MARK_WIDTH = 16;

function paintRow(
  context: Context,
  row: SignalRow,
  scene: Scene,
  theme: ChartTheme,
  selected: boolean,
): void {
  const width = scene.frame.layout.signalsWidth;
  const { type, degraded } = row.event;
  const color = scene.grey ? theme.color['text-off'] : theme.event[type].shape;
  if (selected) {
    const left = scene.frame.layout.hasColumn ? 10 : 5;
    context.fillStyle = theme.color.raised;
    context.fillRect(left, row.rowY - 10, width - left - 2, 22);
  }
  context.strokeStyle = color;
  context.globalAlpha = 0.75;
  context.beginPath();
  context.moveTo(0, row.priceY + 0.5);
  context.bezierCurveTo(7, row.priceY, 5, row.rowY, 12, row.rowY);
  context.stroke();
  context.globalAlpha = Math.max(MIN_ROW_OPACITY, row.opacity);
  paintGlyph(context, theme, type, scene.frame.layout.hasColumn ? 20 : 15, row.rowY, 14, {
    degraded,
    grey: scene.grey,
  });
  context.globalAlpha = 1;
  if (!scene.frame.layout.hasColumn) return;
  context.font = theme.font.condensed500x12;
  context.textAlign = 'left';
  context.fillStyle = scene.grey ? theme.color['text-3'] : theme.color.text;
  context.fillText(row.name, NAME_X, row.rowY - 0.5);
  context.textAlign = 'right';
  context.fillText(row.price, width - 7, row.rowY - 0.5);
  const barWidth = width - NAME_X - 7;
  context.fillStyle = theme.color.line;
  context.fillRect(NAME_X, Math.round(row.rowY) + 8, barWidth, 2);
  context.fillStyle = color;
  context.fillRect(NAME_X, Math.round(row.rowY) + 8, barWidth * Math.max(0.04, row.left), 2);
}

function paintColumnHead(context: Context, scene: Scene, theme: ChartTheme): void {
  const { signalsWidth, top } = scene.frame.layout;
  context.font = theme.font.condensed500x11;
  context.fillStyle = theme.color['text-3'];
  const headY = Math.max(14, top - 28);
  context.textAlign = 'left';
  context.fillText('Signals', 10, headY);
  context.textAlign = 'right';
  if (scene.bars.length > 0) context.fillText(`${scene.rows.length} active`, signalsWidth - 7, headY);
}

function paintSignals(context: Context, scene: Scene, input: ChartInput, theme: ChartTheme): void {
  const { signalsWidth, mainHeight } = scene.frame.layout;
  if (signalsWidth === 0) return;
  if (scene.frame.layout.hasColumn) paintColumnHead(context, scene, theme);
  for (const row of scene.rows) paintRow(context, row, scene, theme, row.event.id === input.selectedEventId);
  context.strokeStyle = theme.color.line;
  strokeLine(context, 0, crisp(mainHeight), signalsWidth, crisp(mainHeight));
}

function paintScales(context: Context, scene: Scene, theme: ChartTheme): void {
  const { layout } = scene.frame;
  const { bars, sessions } = scene;
  const x = layout.signalsWidth + 8;
  const right = layout.signalsWidth + layout.axisWidth;
  context.font = theme.font.condensed400x11;
  context.textAlign = 'left';
  context.strokeStyle = theme.color.line;
  if (layout.volumeHeight > 0) {
    strokeLine(context, 0, crisp(layout.volumeTop - 8), right, crisp(layout.volumeTop - 8));
    if (bars.length > 0) {
      context.fillStyle = theme.color['text-3'];
      context.fillText(
        scaleText(bars.reduce((peak, bar) => Math.max(peak, bar.volume), 0)),
        x,
        layout.volumeTop + 4,
      );
    }
  }
  if (layout.deltaHeight > 0) {
    strokeLine(context, 0, crisp(layout.deltaTop - 8), right, crisp(layout.deltaTop - 8));
    if (bars.length > 0) {
      context.fillStyle = theme.color['text-3'];
      context.fillText(
        `±${scaleText(deltaBars(bars, sessions.dayStarts).mostDelta)}`,
        x,
        layout.deltaTop + 4,
      );
    }
  }
}

function paintLastPrice(context: Context, scene: Scene, theme: ChartTheme): void {
  const last = scene.lastPrice;
  if (last === null) return;
  const { signalsWidth, axisWidth } = scene.frame.layout;
  const x = signalsWidth + 1;
  const { top, height } = last;
  const live = last.rising ? theme.color['up-edge'] : theme.color['down-edge'];
  context.fillStyle = scene.grey ? theme.color.raised : live;
  context.fillRect(x, top, axisWidth - 1, height);
  if (scene.grey) {
    context.strokeStyle = theme.color['line-strong'];
    context.strokeRect(x + 0.5, top + 0.5, axisWidth - 2, height - 1);
  }
  context.fillStyle = scene.grey ? theme.color['text-3'] : theme.color.surface;
  context.font = theme.font.condensed600x13;
  context.textAlign = 'left';
  context.fillText(last.text, signalsWidth + AXIS_TEXT, Math.round(last.y) + 0.5);
  if (last.countdown === null) return;
  context.font = theme.font.condensed400x11;
  context.fillText(last.countdown, signalsWidth + AXIS_TEXT, Math.round(last.y) + 14);
}

/** Tags of calculated levels on the price axis: only their dashed line crosses the chart. */
function paintAiTags(context: Context, scene: Scene, theme: ChartTheme): void {
  const { signalsWidth, axisWidth } = scene.frame.layout;
  const x = signalsWidth + 1;
  const color = scene.grey ? theme.color['text-3'] : theme.color.ai;
  for (const tag of scene.aiTags) {
    if (tag.tagY === null) continue;
    const y = Math.round(tag.tagY);
    context.fillStyle = theme.color.surface;
    context.fillRect(x, y - 9, axisWidth - 1, 18);
    context.fillStyle = color;
    // A tag that had to give way says which line is its own
    context.fillRect(x - 3, Math.min(y, Math.round(tag.y)), 2, Math.abs(y - Math.round(tag.y)) + 1);
    context.fillRect(x, y - 8, AI_MARK_WIDTH, 16);
    context.strokeStyle = color;
    context.strokeRect(x + 0.5, y - 8.5, axisWidth - 3, 17);
    context.textAlign = 'left';
    context.fillStyle = scene.grey ? theme.color.surface : theme.color['on-ai'];
    context.font = theme.font.condensed600x11;
    context.fillText('AI', x + 3, y + 0.5);
    context.fillStyle = scene.grey ? theme.color['text-3'] : theme.color.text;
    context.font = theme.font.condensed500x12;
    context.fillText(tag.text, x + AI_MARK_WIDTH + 4, y + 0.5, axisWidth - AI_MARK_WIDTH - 8);
  }
}

/** Paints signals column and price axis; x 0 is the plot's right edge. */
export function paintRight(context: Context, scene: Scene, input: ChartInput, theme: ChartTheme): void {
  const { layout } = scene.frame;
  context.save();
  context.textBaseline = 'middle';
  context.lineWidth = 1;
  paintSignals(context, scene, input, theme);
  context.strokeStyle = theme.color.line;
  if (layout.signalsWidth > 0)
    strokeLine(context, layout.signalsWidth + 0.5, 0, layout.signalsWidth + 0.5, layout.height);
  strokeLine(context, 0, layout.height - 0.5, layout.signalsWidth + layout.axisWidth, layout.height - 0.5);
  paintScales(context, scene, theme);
  context.font = theme.font.condensed500x12;
  context.textAlign = 'left';
  context.fillStyle = theme.color['axis-text'];
  for (const label of scene.axis) {
    if (!label.hidden) context.fillText(label.text, layout.signalsWidth + AXIS_TEXT, label.y + 0.5);
  }
  paintAiTags(context, scene, theme);
  paintLastPrice(context, scene, theme);
  context.restore();
}

/** Paints the time axis below the plot: the reader's times, and under them the exchange's where they are shown. */
export function paintTimes(context: Context, scene: Scene, theme: ChartTheme): void {
  context.save();
  context.strokeStyle = theme.color.line;
  strokeLine(context, 0, 0.5, scene.frame.layout.plotWidth, 0.5);
  context.font = theme.font.condensed400x11;
  context.fillStyle = theme.color['axis-text'];
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const { timeAxisHeight } = scene.frame.layout;
  for (const { x, text, exchange } of scene.times)
    context.fillText(text, x, timeAxisHeight / (exchange === null ? 2 : 4) + 1);
  context.fillStyle = theme.color['text-3'];
  for (const { x, exchange } of scene.times)
    if (exchange !== null) context.fillText(exchange, x, (timeAxisHeight * 3) / 4);
  context.restore();
}
