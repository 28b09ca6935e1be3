/** Candles: a wick, a body and, where the theme's edge colour differs, a 1 px edge. */
import { candleWidth } from '#chart/geometry/chart-layout.ts';
import type { Scene } from '#chart/scene/scene.ts';
import type { ChartTheme } from './chart-theme.ts';

/** Bodies of this width and less are drawn in the edge colour alone. */
const EDGE_ONLY_WIDTH = 3;

interface CandleColors {
  readonly body: string;
  readonly edge: string;
}

function colorsOf(theme: ChartTheme, rising: boolean, grey: boolean): CandleColors {
  const { color } = theme;
  if (grey)
    return rising
      ? { body: color['text-off'], edge: color['text-off'] }
      : { body: color['line-strong'], edge: color['line-strong'] };
  return rising ? { body: color.up, edge: color['up-edge'] } : { body: color.down, edge: color['down-edge'] };
}

/** Paints the visible bars into the price area. */
export function paintCandles(context: CanvasRenderingContext2D, scene: Scene, theme: ChartTheme): void {
  const { frame, bars } = scene;
  const width = candleWidth(frame.barSpacing);
  const half = (width - 1) / 2;
  context.save();
  context.beginPath();
  context.rect(0, 0, frame.layout.plotWidth, frame.layout.mainHeight);
  context.clip();
  context.globalAlpha = scene.grey ? 0.75 : 1;
  bars.forEach((bar, index) => {
    const middle = Math.round(frame.xOf(index));
    if (middle < -width || middle > frame.layout.plotWidth + width) return;
    const { body, edge } = colorsOf(theme, bar.closeTicks >= bar.openTicks, scene.grey);
    const high = Math.round(frame.yOf(bar.highTicks));
    const low = Math.round(frame.yOf(bar.lowTicks));
    const bodyTop = Math.round(frame.yOf(Math.max(bar.openTicks, bar.closeTicks)));
    const bodyHeight = Math.max(1, Math.round(frame.yOf(Math.min(bar.openTicks, bar.closeTicks))) - bodyTop);
    context.fillStyle = edge;
    context.fillRect(middle, high, 1, Math.max(1, low - high));
    context.fillRect(middle - half, bodyTop, width, bodyHeight);
    if (width > EDGE_ONLY_WIDTH && body !== edge && bodyHeight > 2) {
      context.fillStyle = body;
      context.fillRect(middle - half + 1, bodyTop + 1, width - 2, bodyHeight - 2);
    }
  });
  context.restore();
}
