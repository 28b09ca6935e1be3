/** Paints the price axis, the tag of the last price with the time to the bar's close, and the crosshair with its tags. */
import { formatPrice } from '@undertow/market';
import { countdown, type ZoneClock } from '#chart/data/time-labels.ts';
import type { FootprintBrush } from './footprint-brush.ts';
import type { FootprintInput } from './footprint-input.ts';
import { type FootprintScene, type SceneCrosshair, yOfTicks } from './footprint-scene.ts';

/** Labels nearer to the tag of the last price are left out. */
const TAG_CLEARANCE = 18;

export function paintAxis(
  brush: FootprintBrush,
  scene: FootprintScene,
  { instrument }: FootprintInput,
): void {
  const { layout, prices, lastTicks } = scene;
  brush.rect('line', Math.round(layout.right), 0, 1, layout.timesTop);
  if (instrument === null) return;
  const lastY = lastTicks === null ? Number.NEGATIVE_INFINITY : yOfTicks(scene, lastTicks + 0.5);
  brush.setFont(500, 12);
  for (const ticks of prices) {
    const y = yOfTicks(scene, ticks + 0.5);
    if (Math.abs(y - lastY) < TAG_CLEARANCE || y < layout.top || y > layout.bottom) continue;
    brush.text(formatPrice(instrument, ticks), layout.right + 9, y + 1, 'axis-text', 'left');
  }
}

/** `02:53`; null where the bar does not end by time, or the clock is unknown. */
function leftText({ forming, barMs, nowMs }: FootprintInput): string | null {
  if (forming === null || barMs === null || nowMs === null) return null;
  return countdown(forming.startMs + barMs - nowMs);
}

export function paintLastPrice(brush: FootprintBrush, scene: FootprintScene, input: FootprintInput): void {
  const { layout, lastTicks } = scene;
  const bar = input.forming ?? input.bars.at(-1);
  if (lastTicks === null || bar === undefined || input.instrument === null) return;
  const y = yOfTicks(scene, lastTicks + 0.5);
  if (y < layout.top - 4 || y > layout.bottom + 4) return;
  const left = input.isOld ? null : leftText(input);
  const token = input.isOld ? 'text-3' : bar.closeTicks >= bar.openTicks ? 'up-edge' : 'down-edge';
  brush.rect(
    token,
    layout.right + 1,
    Math.round(y) - 10,
    layout.width - layout.right,
    left === null ? 20 : 33,
  );
  brush.setFont(600, 13);
  brush.text(formatPrice(input.instrument, lastTicks), layout.right + 9, y + 1, 'surface', 'left');
  if (left === null) return;
  brush.setFont(400, 11);
  brush.text(left, layout.right + 9, y + 15, 'surface', 'left');
}

function tag(brush: FootprintBrush, words: string, x: number, y: number, width: number): void {
  brush.rect('cross-tag', x, y - 9, width, 18);
  brush.setFont(500, 12);
  brush.text(words, x + width / 2, y + 1, 'on-cross-tag', 'center');
}

/** A linked crosshair is dashed and has no tags of its own: they are where the pointer is. */
export function paintCrosshair(
  brush: FootprintBrush,
  scene: FootprintScene,
  crosshair: SceneCrosshair,
  { instrument }: FootprintInput,
  clock: ZoneClock,
): void {
  const { layout } = scene;
  const { context } = brush;
  const { x, priceTicks } = crosshair;
  const y = priceTicks === null ? null : yOfTicks(scene, priceTicks + 0.5);
  const isInside = y !== null && y >= layout.top && y <= layout.bottom;
  context.strokeStyle = brush.color('crosshair');
  context.lineWidth = 1;
  context.setLineDash(crosshair.isLinked ? [2, 3] : [4, 3]);
  context.beginPath();
  if (x !== null) {
    // Beside the figures, not through them
    const line = Math.round(x - scene.places.cellsWidth / 2) - 1.5;
    context.moveTo(line, layout.top);
    context.lineTo(line, layout.timesTop);
  }
  if (isInside) {
    context.moveTo(layout.left, Math.round(y) + 0.5);
    context.lineTo(layout.right, Math.round(y) + 0.5);
  }
  context.stroke();
  context.setLineDash([]);
  if (isInside && instrument !== null && priceTicks !== null)
    tag(brush, formatPrice(instrument, priceTicks), layout.right + 1, y, layout.width - layout.right - 1);
  if (x !== null && !crosshair.isLinked)
    tag(brush, clock.minute(crosshair.atMs), x - 22, (layout.timesTop + layout.height) / 2, 44);
}
