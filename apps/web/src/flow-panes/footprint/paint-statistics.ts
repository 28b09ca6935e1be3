/** Paints the rows below the bars, each tinted within its own row, and the times of the bars. */
import { scaleText, signedText, sizeText } from '#chart/data/size-text.ts';
import type { ZoneClock } from '#chart/data/time-labels.ts';
import type { FootprintBrush } from './footprint-brush.ts';
import type { FootprintBar } from './footprint-facts.ts';
import { STATISTICS } from './footprint-layout.ts';
import type { FootprintScene, SceneScales } from './footprint-scene.ts';

interface StatisticCell {
  /** The longest first: the first one that fits is shown. */
  readonly words: readonly string[];
  /** -1 to 1: share of the largest in its row, by sign; null has no tint. */
  readonly share: number | null;
  readonly isPlain: boolean;
}

const signed = (value: number): readonly string[] => {
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return [signedText(value), `${sign}${scaleText(value)}`];
};

/** `+10.9%`. */
const percentText = (value: number, decimals: number): string =>
  `${value < 0 ? '−' : value > 0 ? '+' : ''}${Math.abs(value).toFixed(decimals)}%`;

/** In the order of `STATISTICS`. */
export function statisticCells({ statistics }: FootprintBar, scales: SceneScales): readonly StatisticCell[] {
  const { volume, delta, deltaPercent, minDelta, maxDelta, cumulativeDelta } = statistics;
  return [
    { words: [sizeText(volume), scaleText(volume)], share: volume / scales.volume, isPlain: true },
    { words: signed(delta), share: delta / scales.delta, isPlain: false },
    {
      words: [percentText(deltaPercent, 1), percentText(deltaPercent, 0)],
      share: deltaPercent / scales.deltaPercent,
      isPlain: false,
    },
    { words: [`${signedText(maxDelta)}  ${signedText(minDelta)}`], share: null, isPlain: true },
    { words: signed(cumulativeDelta), share: cumulativeDelta / scales.cumulative, isPlain: false },
  ];
}

function paintCell(
  brush: FootprintBrush,
  { words, share, isPlain }: StatisticCell,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  if (share !== null) {
    const token = isPlain ? 'volume' : share < 0 ? 'down' : 'up';
    brush.rect(token, x, y + 1, width, height - 1, isPlain ? 0.35 + share * 0.5 : Math.abs(share) * 0.5);
  }
  const fitting = words.find((text) => brush.context.measureText(text).width <= width + 1);
  if (fitting !== undefined) brush.text(fitting, x + width / 2, y + height / 2 + 1, 'text', 'center');
}

export function paintStatistics(brush: FootprintBrush, scene: FootprintScene): void {
  const { layout, bars, places, scales } = scene;
  const top = layout.timesTop - layout.statistics * layout.statisticHeight;
  brush.within(layout.left, top, layout.right - layout.left, layout.timesTop - top, () => {
    brush.setFont(500, 12);
    for (const { x, bar } of bars) {
      const cells = statisticCells(bar, scales).slice(0, layout.statistics);
      for (const [row, cell] of cells.entries())
        paintCell(brush, cell, {
          x: x + places.cells,
          y: top + row * layout.statisticHeight,
          width: places.cellsWidth,
          height: layout.statisticHeight,
        });
    }
  });
  brush.setFont(500, 11);
  STATISTICS.slice(0, layout.statistics).forEach((name, row) => {
    const y = top + row * layout.statisticHeight;
    brush.rect('line', 0, Math.round(y), layout.width, 1);
    brush.text(name, 10, y + layout.statisticHeight / 2 + 1, 'text-3', 'left');
  });
}

/** Times are at least this far apart. */
const MIN_TIME_GAP = 44;

export function paintTimes(brush: FootprintBrush, scene: FootprintScene, clock: ZoneClock): void {
  const { layout, bars, places, barWidth } = scene;
  brush.rect('line', 0, layout.timesTop, layout.width, 1);
  brush.setFont(400, 11);
  const every = Math.max(1, Math.ceil(MIN_TIME_GAP / barWidth));
  for (const { index, x, bar } of bars) {
    if (index % every !== 0) continue;
    const middle = x + places.cells + places.cellsWidth / 2;
    if (middle < layout.left + 16) continue;
    brush.text(
      clock.minute(bar.bar.startMs),
      middle,
      (layout.timesTop + layout.height) / 2 + 1,
      'axis-text',
      'center',
    );
  }
}
