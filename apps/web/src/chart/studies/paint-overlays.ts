/** Lines of studies over the prices: averages, Bollinger bands, VWAP with its deviation. */
import { lastShownIndex } from '#chart/geometry/frame.ts';
import type { ChartTheme, ColorToken } from '#chart/paint/chart-theme.ts';
import type { Scene } from '#chart/scene/scene.ts';
import type { StudySet } from './study-set.ts';
import { BAND_MULTIPLES } from './vwap-series.ts';

type Context = CanvasRenderingContext2D;

/** Colours of lines over the prices, in the order in which they were added; then they begin again. */
export const OVERLAY_COLORS = [
  'info',
  'warn',
  'text-2',
  'line-strong',
] as const satisfies readonly ColorToken[];

export function overlayColor(at: number): (typeof OVERLAY_COLORS)[number] {
  return OVERLAY_COLORS[at % OVERLAY_COLORS.length]!;
}

/** Value of a bar of the chart, counted from its first one; NaN where there is none, which interrupts the line. */
export type ValueAt = (index: number) => number;

export const valuesAt =
  (values: readonly number[]): ValueAt =>
  (index) =>
    values[index] ?? Number.NaN;

/** A path along the composed bars. `yOf` places a value. */
export function tracePath(
  context: Context,
  scene: Scene,
  valueAt: ValueAt,
  yOf: (value: number) => number,
): void {
  const { frame, bars, from } = scene;
  context.beginPath();
  let isDrawing = false;
  for (let index = 0; index < bars.length; index += 1) {
    const value = valueAt(from + index);
    if (Number.isNaN(value)) isDrawing = false;
    else {
      if (isDrawing) context.lineTo(frame.xOf(index), yOf(value));
      else context.moveTo(frame.xOf(index), yOf(value));
      isDrawing = true;
    }
  }
}

export function paintLine(
  context: Context,
  scene: Scene,
  valueAt: ValueAt,
  color: string,
  dash: number[] = [],
): void {
  context.strokeStyle = color;
  context.lineWidth = 1.2;
  context.setLineDash(dash);
  tracePath(context, scene, valueAt, (ticks) => scene.frame.yOf(ticks));
  context.stroke();
  context.setLineDash([]);
  context.lineWidth = 1;
}

const BAND_DASHES: readonly number[][] = [
  [4, 3],
  [1, 3],
];

/** A band at so many deviations from the average of the session, which is the exchange's own where the bar has it. */
function bandAt({ bands, bars }: Pick<StudySet, 'bands' | 'bars'>, deviations: number): ValueAt {
  const points = bands?.points ?? [];
  return (index) => {
    const point = points[index];
    if (point === undefined) return Number.NaN;
    // The first bar of a session is not joined to the one before it
    if (index > 0 && points[index - 1]?.originMs !== point.originMs) return Number.NaN;
    return (bars[index]?.vwapTicks ?? point.value) + deviations * point.deviation;
  };
}

export function paintBands(context: Context, scene: Scene, studies: StudySet, theme: ChartTheme): void {
  if (studies.bands === null) return;
  context.globalAlpha = 0.8;
  BAND_MULTIPLES.forEach((multiple, at) => {
    for (const side of [1, -1]) {
      paintLine(
        context,
        scene,
        bandAt(studies, side * multiple),
        theme.color[at === 0 ? 'vwap' : 'text-3'],
        BAND_DASHES[at],
      );
    }
  });
  context.globalAlpha = 1;
}

function paintBandLabels(context: Context, scene: Scene, studies: StudySet, theme: ChartTheme): void {
  if (studies.bands === null) return;
  const shown = lastShownIndex(scene);
  const at = scene.from + shown;
  const x = Math.min(scene.frame.xOf(shown) + 6, scene.frame.layout.plotWidth - 22);
  context.font = theme.font.condensed400x11;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = theme.color['text-3'];
  for (const deviations of [2, 1, -1, -2]) {
    const ticks = bandAt(studies, deviations)(at);
    if (scene.frame.shows(ticks))
      context.fillText(`${deviations > 0 ? '+' : '−'}${Math.abs(deviations)}σ`, x, scene.frame.yOf(ticks));
  }
}

export function paintOverlays(context: Context, scene: Scene, studies: StudySet, theme: ChartTheme): void {
  const { top, mainHeight, plotWidth } = scene.frame.layout;
  context.save();
  context.beginPath();
  context.rect(0, top, plotWidth, mainHeight - top);
  context.clip();
  studies.overlaid.forEach(({ choice, lines }, at) => {
    const color = theme.color[overlayColor(at)];
    lines.forEach((values, line) => {
      paintLine(
        context,
        scene,
        valuesAt(values),
        color,
        choice.kind === 'bollinger' && line === 1 ? [4, 3] : [],
      );
    });
  });
  paintBandLabels(context, scene, studies, theme);
  context.restore();
}
