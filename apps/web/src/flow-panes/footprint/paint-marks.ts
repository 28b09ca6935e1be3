/** Paints what lies behind and upon the cells: grid, zones, candles, stacks, largest rows, unfinished auctions, gaps, events. */
import { paintGlyph } from '#chart/paint/glyph.ts';
import type { FootprintBrush } from './footprint-brush.ts';
import { type FootprintScene, type ScenePlace, yOfTicks } from './footprint-scene.ts';

const ZONE_ALPHA = 0.13;
const BADGE = { width: 16, height: 14 } as const;

export function paintBack(brush: FootprintBrush, scene: FootprintScene): void {
  const { layout, prices, zones } = scene;
  for (const ticks of prices)
    brush.rect('grid', layout.left, Math.round(yOfTicks(scene, ticks + 0.5)), layout.right - layout.left, 1);
  for (const { side, x, width, y, height } of zones)
    brush.rect(side === 'buy' ? 'up' : 'down', x, Math.round(y), width, Math.round(height), ZONE_ALPHA);
}

function paintCandle(brush: FootprintBrush, scene: FootprintScene, { x, bar: { bar } }: ScenePlace): void {
  const { places } = scene;
  const token = bar.closeTicks >= bar.openTicks ? 'up-edge' : 'down-edge';
  const [high, low] = [
    Math.round(yOfTicks(scene, bar.highTicks + 1)),
    Math.round(yOfTicks(scene, bar.lowTicks)),
  ];
  brush.rect(token, x + places.wick, high, 1, low - high);
  const top = Math.round(yOfTicks(scene, Math.max(bar.openTicks, bar.closeTicks) + 1));
  const bottom = Math.round(yOfTicks(scene, Math.min(bar.openTicks, bar.closeTicks)));
  brush.rect(token, x + places.body, top, places.bodyWidth, Math.max(1, bottom - top));
}

export function paintCandles(
  brush: FootprintBrush,
  scene: FootprintScene,
  bars: readonly ScenePlace[],
): void {
  for (const place of bars) paintCandle(brush, scene, place);
}

function paintStacks(brush: FootprintBrush, scene: FootprintScene, { x, bar }: ScenePlace): void {
  const { places } = scene;
  const right = x + places.cells + places.cellsWidth;
  for (const { side, lowTicks, highTicks, rows } of bar.cells.stacks) {
    const token = side === 'buy' ? 'up' : 'down';
    const [top, bottom] = [Math.round(yOfTicks(scene, highTicks + 1)), Math.round(yOfTicks(scene, lowTicks))];
    brush.rect(token, right, top, places.bracket, bottom - top);
    if (!places.hasCount) continue;
    brush.rect(token, right, top - 1, BADGE.width, BADGE.height);
    brush.setFont(600, 11);
    brush.text(String(rows), right + BADGE.width / 2, top + 6.5, 'surface', 'center');
  }
}

/** The row with the most volume has an outline; an extreme where both sides traded a dashed line. */
function paintOutlines(
  { context, theme }: FootprintBrush,
  scene: FootprintScene,
  { x, bar }: ScenePlace,
): void {
  const { places, rowHeight } = scene;
  const { cells } = bar;
  const left = Math.round(x + places.cells);
  const rowY = (row: number): number => Math.round(yOfTicks(scene, cells.lowTicks + row * cells.rowTicks));
  context.strokeStyle = theme.color['text-2'];
  context.lineWidth = 1;
  if (rowHeight >= 4) {
    const top = rowY(cells.mostRow + 1);
    context.strokeRect(left + 0.5, top + 0.5, places.cellsWidth - 1, rowY(cells.mostRow) - top - 1);
  }
  context.strokeStyle = theme.color['text-3'];
  context.lineWidth = 1.5;
  context.setLineDash([3, 2]);
  context.beginPath();
  for (const [isOpen, y] of [
    [cells.unfinishedHigh, rowY(cells.bids.length) - 2],
    [cells.unfinishedLow, rowY(0) + 2],
  ] as const) {
    if (!isOpen) continue;
    context.moveTo(left, y);
    context.lineTo(left + places.cellsWidth, y);
  }
  context.stroke();
  context.setLineDash([]);
}

/** Hatched behind the statistics' edge, with its word: figures of the bar may be too small. */
function paintGap(brush: FootprintBrush, scene: FootprintScene, { x, hasGap }: ScenePlace): void {
  if (!hasGap) return;
  const { layout, places } = scene;
  brush.rect('warn', x + places.cells, layout.bottom - 2, places.cellsWidth, 2);
  brush.setFont(500, 11);
  if (places.cellsWidth >= 22)
    brush.text('gap', x + places.cells + places.cellsWidth / 2, layout.bottom - 9, 'warn', 'center');
}

export function paintFront(
  brush: FootprintBrush,
  scene: FootprintScene,
  selectedEventId: string | null,
): void {
  for (const place of scene.bars) {
    paintOutlines(brush, scene, place);
    paintStacks(brush, scene, place);
    paintGap(brush, scene, place);
  }
  const { context, theme } = brush;
  for (const { event, x, y, size } of scene.glyphs) {
    paintGlyph(context, theme, event.type, x, y, size, { degraded: event.degraded });
    if (event.id !== selectedEventId) continue;
    context.strokeStyle = theme.color.focus;
    context.lineWidth = 2;
    context.strokeRect(x - size / 2 - 2, y - size / 2 - 2, size + 4, size + 4);
  }
}
