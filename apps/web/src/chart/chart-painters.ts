/** Hands each canvas layer what it paints. */

import type { ChartInput } from '#chart/data/chart-input.ts';
import { rthOpenMs } from '#chart/data/session-marks.ts';
import type { ChartGuest } from '#chart/paint/chart-stage.ts';
import type { ChartStudies, StudyDepth } from '#chart/paint/chart-studies.ts';
import type { ChartTheme } from '#chart/paint/chart-theme.ts';
import { paintRight, paintTimes } from '#chart/paint/paint-axis.ts';
import { paintBack } from '#chart/paint/paint-back.ts';
import { paintCandles } from '#chart/paint/paint-candles.ts';
import { paintCrosshair, paintCrosshairPrice, paintCrosshairTime } from '#chart/paint/paint-crosshair.ts';
import { paintFront } from '#chart/paint/paint-front.ts';
import { paintNewsBands, paintNewsLane } from '#chart/paint/paint-news.ts';
import type { ChartModel } from '#chart/scene/chart-model.ts';
import type { Scene } from '#chart/scene/scene.ts';
import type { SurfacePainters } from './chart-surface.ts';

export interface PaintView {
  readonly scene: Scene;
  readonly theme: ChartTheme;
  readonly studies: ChartStudies | null;
  /** Event selected with J and K. */
  readonly focusedId: string | null;
}

type Context = CanvasRenderingContext2D;

function rthText(scene: Scene, model: ChartModel): string | null {
  const bar = scene.sessions.rthOpen === null ? undefined : scene.bars[scene.sessions.rthOpen];
  if (bar === undefined) return null;
  return `RTH open ${model.clock.minute(rthOpenMs(bar.startMs, model.input.instrument?.rthOpenMinute ?? 0))}`;
}

function marked({ input }: ChartModel, focusedId: string | null): ChartInput {
  return focusedId === null ? input : { ...input, selectedEventId: focusedId };
}

/** Painters of a chart; `view` gives null while nothing may be painted yet. */
export function chartPainters(
  model: ChartModel,
  view: () => PaintView | null,
  guest: ChartGuest | undefined,
): SurfacePainters {
  const layer =
    (paint: (context: Context, now: PaintView) => void) =>
    (context: Context): void => {
      const now = view();
      if (now !== null) paint(context, now);
    };
  const study = (depth: StudyDepth, context: Context, { scene, theme, studies }: PaintView): void => {
    const { instrument } = model.input;
    if (studies !== null && instrument !== null) studies.paint(depth, context, scene, theme, instrument);
  };
  return {
    back: layer((context, now) => {
      paintBack(context, now.scene, marked(model, now.focusedId), now.theme);
      paintNewsBands(context, now.scene, now.theme);
      study('back', context, now);
    }),
    candles: layer((context, { scene, theme }) => {
      if (model.input.style.candles) paintCandles(context, scene, theme);
    }),
    front: layer((context, now) => {
      const { scene, theme } = now;
      study('front', context, now);
      paintFront(context, scene, marked(model, now.focusedId), theme, rthText(scene, model));
      guest?.plot?.(context, scene, theme);
    }),
    right: layer((context, now) => {
      study('right', context, now);
      paintRight(context, now.scene, marked(model, now.focusedId), now.theme);
      guest?.axis?.(context, now.scene, now.theme);
    }),
    times: layer((context, { scene, theme }) => {
      paintTimes(context, scene, theme);
      paintNewsLane(context, scene, theme);
    }),
    plotTop: layer((context, { scene, theme }) => {
      const place = model.shownPlace;
      if (place !== null) paintCrosshair(context, scene, theme, place);
    }),
    rightTop: layer((context, { scene, theme }) => {
      const place = model.shownPlace;
      if (place !== null) paintCrosshairPrice(context, scene, model.input, theme, place);
    }),
    timesTop: layer((context, { scene, theme }) => {
      const place = model.shownPlace;
      if (place !== null) paintCrosshairTime(context, scene, theme, place, model);
    }),
  };
}
