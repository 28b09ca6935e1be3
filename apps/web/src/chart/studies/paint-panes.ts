/** Panes of RSI, MACD and ATR below the chart: each on its own scale, with its newest value at the left. */
import type { Instrument } from '@undertow/market';
import { candleWidth } from '#chart/geometry/chart-layout.ts';
import { lastShownIndex } from '#chart/geometry/frame.ts';
import type { ChartTheme } from '#chart/paint/chart-theme.ts';
import { crisp, strokeLine } from '#chart/paint/paint-back.ts';
import type { Scene } from '#chart/scene/scene.ts';
import type { IndicatorSeries } from './indicator-series.ts';
import { tracePath, valuesAt } from './paint-overlays.ts';
import { indicatorName } from './study-choices.ts';
import type { StudySet } from './study-set.ts';
import { valueText } from './study-words.ts';

type Context = CanvasRenderingContext2D;

interface Scale {
  readonly low: number;
  readonly high: number;
  /** Values with a hairline and, at the right, a number. */
  readonly marks: readonly number[];
}

/** Space of the head. */
const HEAD = 14;
/** Wilder's levels, and what is shown of the scale at least. */
const RSI_MARKS = [30, 70] as const;
const RSI_LEAST = { low: 20, high: 80 } as const;

/** What of a series is on screen decides its scale; null while nothing of it is known. */
export function scaleOf(
  { choice, lines }: Pick<IndicatorSeries, 'choice' | 'lines'>,
  scene: Pick<Scene, 'from' | 'bars'>,
): Scale | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const values of lines)
    for (let index = scene.from; index < scene.from + scene.bars.length; index += 1) {
      const value = values[index] ?? Number.NaN;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  if (low > high) return null;
  if (choice.kind === 'rsi')
    return { low: Math.min(RSI_LEAST.low, low), high: Math.max(RSI_LEAST.high, high), marks: RSI_MARKS };
  if (choice.kind === 'macd') {
    const most = Math.max(Math.abs(low), Math.abs(high), 1e-9);
    return { low: -most, high: most, marks: [0] };
  }
  return { low: 0, high: Math.max(high * 1.1, 1e-9), marks: [high] };
}

const yIn =
  (scale: Scale, top: number, height: number) =>
  (value: number): number =>
    top + HEAD + (height - HEAD - 2) * (1 - (value - scale.low) / (scale.high - scale.low));

function paintHistogram(
  context: Context,
  scene: Scene,
  values: readonly number[],
  yOf: (value: number) => number,
  theme: ChartTheme,
): void {
  const width = candleWidth(scene.frame.barSpacing);
  const zero = Math.round(yOf(0));
  scene.bars.forEach((_, index) => {
    const value = values[scene.from + index] ?? Number.NaN;
    if (Number.isNaN(value)) return;
    context.fillStyle = scene.grey ? theme.color['text-off'] : theme.color[value >= 0 ? 'up' : 'down'];
    const y = Math.round(yOf(value));
    const x = Math.round(scene.frame.xOf(index)) - (width - 1) / 2;
    context.fillRect(x, Math.min(y, zero), width, Math.max(1, Math.abs(y - zero)));
  });
}

function paintPane(
  context: Context,
  scene: Scene,
  series: IndicatorSeries,
  top: number,
  theme: ChartTheme,
  instrument: Instrument,
): void {
  const { plotWidth, studyHeight } = scene.frame.layout;
  const scale = scaleOf(series, scene);
  const { choice, lines } = series;
  context.lineWidth = 1;
  context.strokeStyle = theme.color.line;
  strokeLine(context, 0, crisp(top - 8), plotWidth, crisp(top - 8));
  if (scale !== null) {
    const yOf = yIn(scale, top, studyHeight);
    context.strokeStyle = theme.color.grid;
    for (const mark of scale.marks) strokeLine(context, 0, crisp(yOf(mark)), plotWidth, crisp(yOf(mark)));
    if (choice.kind === 'macd') paintHistogram(context, scene, lines[2] ?? [], yOf, theme);
    const shown = choice.kind === 'macd' ? lines.slice(0, 2) : lines;
    shown.forEach((values, line) => {
      context.strokeStyle = theme.color[line === 0 ? 'info' : 'warn'];
      context.lineWidth = 1.2;
      tracePath(context, scene, valuesAt(values), yOf);
      context.stroke();
    });
  }
  const at = scene.from + lastShownIndex(scene);
  const texts = lines.map((values) => valueText(choice.kind, instrument, values[at] ?? Number.NaN));
  const known = texts.some((text) => text !== '');
  context.font = theme.font.condensed400x11;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = theme.color['text-3'];
  context.fillText(`${indicatorName(choice)}  ${known ? texts.join('  ') : 'too few bars'}`, 8, top + 2);
}

export function paintPanes(
  context: Context,
  scene: Scene,
  { paned }: StudySet,
  theme: ChartTheme,
  instrument: Instrument,
): void {
  const { studyTop, studyStep, studyHeight } = scene.frame.layout;
  if (studyHeight <= HEAD) return;
  paned.forEach((series, at) => {
    paintPane(context, scene, series, studyTop + at * studyStep, theme, instrument);
  });
}

/** Numbers of the scales, on the price axis. */
export function paintPaneScales(
  context: Context,
  scene: Scene,
  { paned }: StudySet,
  theme: ChartTheme,
  instrument: Instrument,
): void {
  const { studyTop, studyStep, studyHeight, signalsWidth, axisWidth } = scene.frame.layout;
  if (studyHeight <= HEAD) return;
  context.save();
  context.font = theme.font.condensed400x11;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  paned.forEach((series, at) => {
    const top = studyTop + at * studyStep;
    context.strokeStyle = theme.color.line;
    strokeLine(context, 0, crisp(top - 8), signalsWidth + axisWidth, crisp(top - 8));
    const scale = scaleOf(series, scene);
    if (scale === null) return;
    context.fillStyle = theme.color['text-3'];
    const yOf = yIn(scale, top, studyHeight);
    for (const mark of scale.marks)
      context.fillText(
        series.choice.kind === 'rsi' ? String(mark) : valueText(series.choice.kind, instrument, mark),
        signalsWidth + 8,
        yOf(mark),
      );
  });
  context.restore();
}
