/** The ground, the zones and every closed bar with its cells: painted when they change, copied in the frames between. */
import type { ChartTheme } from '#chart/paint/chart-theme.ts';
import { FootprintBrush } from './footprint-brush.ts';
import type { FootprintBar } from './footprint-facts.ts';
import type { FootprintInput } from './footprint-input.ts';
import type { FootprintScene } from './footprint-scene.ts';
import { paintCells } from './paint-cells.ts';
import { paintBack, paintCandles } from './paint-marks.ts';

/** What the copy was painted from. */
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
  readonly #context: CanvasRenderingContext2D;
  #painted: Painted | null = null;

  constructor() {
    const context = document.createElement('canvas').getContext('2d', { alpha: false });
    if (context === null) throw new Error('this browser has no canvas');
    this.#context = context;
  }

  paint(onto: FootprintBrush, scene: FootprintScene, input: FootprintInput): void {
    const { canvas, textBaseline } = onto.context;
    const closed = scene.bars.filter(({ bar }) => !bar.isForming);
    const now = { theme: onto.theme, bars: closed.map(({ bar }) => bar), figures: figuresOf(scene, input) };
    const own = this.#context.canvas;
    const hasSize = own.width === canvas.width && own.height === canvas.height;
    if (!hasSize || this.#painted === null || !isSame(this.#painted, now)) {
      if (!hasSize) Object.assign(own, { width: canvas.width, height: canvas.height });
      const { layout } = scene;
      this.#context.setTransform(onto.context.getTransform());
      this.#context.textBaseline = textBaseline;
      const brush = new FootprintBrush(this.#context, onto.theme);
      brush.rect('surface', 0, 0, layout.width, layout.height);
      brush.within(layout.left, 0, layout.right - layout.left, layout.bottom, () => {
        paintBack(brush, scene);
        paintCandles(brush, scene, closed);
        paintCells(brush, scene, closed, input);
      });
      this.#painted = now;
    }
    onto.context.save();
    onto.context.resetTransform();
    onto.context.drawImage(own, 0, 0);
    onto.context.restore();
  }
}
