/** The ground, the zones and every closed bar with its cells: painted when they change. */
import type { ChartTheme } from '#chart/paint/chart-theme.ts';
import type { FootprintBrush } from './footprint-brush.ts';
import type { FootprintBar } from './footprint-facts.ts';
import type { FootprintInput } from './footprint-input.ts';
import type { FootprintScene } from './footprint-scene.ts';
import { paintCells } from './paint-cells.ts';
import { paintBack, paintCandles } from './paint-marks.ts';

/** What was painted. */
interface Painted {
  readonly theme: ChartTheme;
  readonly bars: readonly FootprintBar[];
  readonly figures: string;
}

function figuresOf(scene: FootprintScene, { cells, isOld }: FootprintInput): string {
  const { layout, barWidth, rowHeight, rowTicks, topTicks, font, scales, zones, prices, bars } = scene;
  return JSON.stringify([
    ...[layout.width, layout.height, barWidth, rowHeight, rowTicks, topTicks, font, bars[0]?.x, cells, isOld],
    ...[scales.side, scales.cellVolume, scales.cellDelta, zones, prices],
  ]);
}

const isSame = (before: Painted, now: Painted): boolean =>
  before.theme === now.theme &&
  before.figures === now.figures &&
  before.bars.length === now.bars.length &&
  before.bars.every((bar, at) => bar === now.bars[at]);

export class ClosedBars {
  #painted: Painted | null = null;

  /** Paints onto a canvas of its own, under that of the other painters, where something changed. */
  paint(brush: FootprintBrush, scene: FootprintScene, input: FootprintInput): void {
    const closed = scene.bars.filter(({ bar }) => !bar.isForming);
    const { width, height } = brush.context.canvas;
    const now = {
      theme: brush.theme,
      bars: closed.map(({ bar }) => bar),
      figures: `${width} ${height} ${figuresOf(scene, input)}`,
    };
    if (this.#painted !== null && isSame(this.#painted, now)) return;
    this.#painted = now;
    const { layout } = scene;
    brush.rect('surface', 0, 0, layout.width, layout.height);
    brush.within(layout.left, 0, layout.right - layout.left, layout.bottom, () => {
      paintBack(brush, scene);
      paintCandles(brush, scene, closed);
      paintCells(brush, scene, closed, input);
    });
  }
}
