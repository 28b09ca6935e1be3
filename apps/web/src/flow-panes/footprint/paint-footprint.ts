/** Paints a scene from back to front. */
import type { ZoneClock } from '#chart/data/time-labels.ts';
import type { ClosedBars } from './closed-bars.ts';
import type { FootprintLayers } from './footprint-canvas.ts';
import type { FootprintInput } from './footprint-input.ts';
import type { FootprintScene } from './footprint-scene.ts';
import { paintAxis, paintLastPrice } from './paint-axis.ts';
import { paintCells } from './paint-cells.ts';
import { paintCandles, paintFront } from './paint-marks.ts';
import { paintStatistics, paintTimes } from './paint-statistics.ts';

export function paintFootprint(
  { back, front: brush }: FootprintLayers,
  scene: FootprintScene,
  input: FootprintInput,
  clock: ZoneClock,
  closed: ClosedBars,
): void {
  const { layout } = scene;
  closed.paint(back, scene, input);
  brush.context.clearRect(0, 0, layout.width, layout.height);
  brush.within(layout.left, 0, layout.right - layout.left, layout.bottom, () => {
    const forming = scene.bars.filter(({ bar }) => bar.isForming);
    paintCandles(brush, scene, forming);
    paintCells(brush, scene, forming, input);
    paintFront(brush, scene, input.selectedEventId);
  });
  paintStatistics(brush, scene);
  paintTimes(brush, scene, clock);
  paintAxis(brush, scene, input);
  paintLastPrice(brush, scene, input);
}
