/** The crosshair: dashed lines at a bar and a tick, with the price, its distance from the last one, and the time. */
import { formatPrice } from '@undertow/market';
import type { ChartInput } from '#chart/data/chart-input.ts';
import { signedText } from '#chart/data/size-text.ts';
import { exchangeMinute, type ZoneClock } from '#chart/data/time-labels.ts';
import type { CrosshairPlace } from '#chart/geometry/frame.ts';
import type { Scene } from '#chart/scene/scene.ts';
import { EXCHANGE_ZONE, zoneCity } from '#lib/format/times.ts';
import type { ChartTheme } from './chart-theme.ts';
import { crisp, strokeLine } from './paint-back.ts';

type Context = CanvasRenderingContext2D;

function dashed(context: Context, theme: ChartTheme): void {
  context.strokeStyle = theme.color.crosshair;
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
}

export function paintCrosshair(
  context: Context,
  scene: Scene,
  theme: ChartTheme,
  place: CrosshairPlace,
): void {
  const { frame } = scene;
  const x = crisp(frame.xOf(place.index));
  const y = crisp(frame.yOf(place.priceTicks));
  context.save();
  dashed(context, theme);
  if (x >= 0 && x <= frame.layout.plotWidth)
    strokeLine(context, x, frame.layout.top - 8, x, frame.layout.height);
  if (y < frame.layout.mainHeight) strokeLine(context, 0, y, frame.layout.plotWidth, y);
  context.restore();
}

/** Price tag on the axis; the line runs on through the signals column. */
export function paintCrosshairPrice(
  context: Context,
  scene: Scene,
  input: ChartInput,
  theme: ChartTheme,
  place: CrosshairPlace,
): void {
  const { instrument } = input;
  const { frame } = scene;
  if (instrument === null || !frame.shows(place.priceTicks)) return;
  const { signalsWidth, axisWidth } = frame.layout;
  const y = Math.round(frame.yOf(place.priceTicks));
  const lastTicks = input.lastPriceTicks ?? scene.bars.at(-1)?.closeTicks ?? null;
  const height = lastTicks === null ? 18 : 30;
  context.save();
  dashed(context, theme);
  strokeLine(context, 0, crisp(y - 0.5), signalsWidth, crisp(y - 0.5));
  context.fillStyle = theme.color['cross-tag'];
  context.fillRect(signalsWidth + 1, y - 9, axisWidth - 1, height);
  context.fillStyle = theme.color['on-cross-tag'];
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.font = theme.font.condensed500x12;
  context.fillText(formatPrice(instrument, place.priceTicks), signalsWidth + 9, y + 0.5);
  if (lastTicks !== null) {
    context.font = theme.font.condensed400x11;
    context.fillText(`${signedText(place.priceTicks - lastTicks)} ticks`, signalsWidth + 9, y + 14);
  }
  context.restore();
}

/** `Fri 20 Nov  16:50:00 GMT · 10:50 Chicago`; a reader in the exchange's zone has its time already. */
export function crosshairTime(timeMs: number, clock: ZoneClock, timeZone: string): string {
  const own = `${clock.day(timeMs)}  ${clock.second(timeMs)}`;
  return timeZone === EXCHANGE_ZONE ? own : `${own} · ${exchangeMinute(timeMs)} ${zoneCity(EXCHANGE_ZONE)}`;
}

/** Time tag on the time axis, with the exchange's time. */
export function paintCrosshairTime(
  context: Context,
  scene: Scene,
  theme: ChartTheme,
  place: CrosshairPlace,
  { clock, input }: { readonly clock: ZoneClock; readonly input: ChartInput },
): void {
  const bar = scene.bars[place.index];
  if (bar === undefined) return;
  const { layout } = scene.frame;
  const text = crosshairTime(bar.startMs, clock, input.timeZone);
  context.save();
  context.font = theme.font.condensed500x12;
  const width = context.measureText(text).width + 14;
  const x = Math.min(
    Math.max(0, scene.frame.xOf(place.index) - width / 2),
    Math.max(0, layout.plotWidth - width),
  );
  context.fillStyle = theme.color['cross-tag'];
  context.fillRect(x, 1, width, layout.timeAxisHeight - 2);
  context.fillStyle = theme.color['on-cross-tag'];
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, x + width / 2, layout.timeAxisHeight / 2 + 1);
  context.restore();
}
