/** Where the parts of a footprint are in its pane: names at the left, bars, price axis at the right, statistics and times below. */

const AXIS_WIDTH = 64;
const TIME_HEIGHT = 22;
const STATISTIC_HEIGHT = 21;
/** Free at the right of the newest bar, for its zone. */
const FREE_RIGHT = 34;
const TOP = 8;

export const STATISTICS = ['Volume', 'Delta', 'Delta %', 'Max, min', 'CVD'] as const;

export interface FootprintLayout {
  readonly width: number;
  readonly height: number;
  /** Bars are between these. */
  readonly left: number;
  readonly right: number;
  /** Right edge of the newest bar. */
  readonly barsRight: number;
  readonly top: number;
  readonly bottom: number;
  readonly statisticHeight: number;
  /** How many of `STATISTICS` have space. */
  readonly statistics: number;
  readonly timesTop: number;
}

/** Low panes give their space to the cells first. */
function statisticsIn(height: number): number {
  if (height >= 300) return STATISTICS.length;
  return height >= 190 ? 2 : 0;
}

export function footprintLayout(width: number, height: number): FootprintLayout {
  const statistics = statisticsIn(height);
  const timesTop = height - TIME_HEIGHT;
  const right = Math.max(0, width - AXIS_WIDTH);
  const left = statistics === 0 ? 0 : Math.min(width < 460 ? 54 : 78, right);
  return {
    width,
    height,
    left,
    right,
    barsRight: Math.max(left, right - FREE_RIGHT),
    top: TOP,
    bottom: Math.max(TOP, timesTop - statistics * STATISTIC_HEIGHT - 4),
    statisticHeight: STATISTIC_HEIGHT,
    statistics,
    timesTop,
  };
}

/** Places within a bar, from its left edge. */
export interface BarPlaces {
  readonly wick: number;
  readonly body: number;
  readonly bodyWidth: number;
  readonly cells: number;
  readonly cellsWidth: number;
  /** Width of the bracket of a stack; its count is shown where there is space. */
  readonly bracket: number;
  readonly hasCount: boolean;
}

/** Wide bars as in the design; narrow ones keep a candle of a line and give the rest to their cells. */
export function barPlaces(barWidth: number): BarPlaces {
  if (barWidth >= 60)
    return {
      wick: 5,
      body: 3,
      bodyWidth: 5,
      cells: 12,
      cellsWidth: Math.round(barWidth) - 32,
      bracket: 3,
      hasCount: true,
    };
  if (barWidth >= 24)
    return {
      wick: 2,
      body: 1,
      bodyWidth: 3,
      cells: 6,
      cellsWidth: Math.round(barWidth) - 11,
      bracket: 3,
      hasCount: false,
    };
  return {
    wick: 0,
    body: 0,
    bodyWidth: 1,
    cells: 2,
    cellsWidth: Math.max(2, Math.round(barWidth) - 4),
    bracket: 2,
    hasCount: false,
  };
}

export const MAX_CELL_FONT = 12.5;
/** Smaller figures cannot be read: colour alone is left. */
export const MIN_CELL_FONT = 9;

/** Pixels of the figures in cells, in steps of a half; 0 where they do not fit. `digit` is the width of one in em. */
export function cellFont(rowHeight: number, width: number, digits: number, digit: number): number {
  const byWidth = (width - 5) / (Math.max(1, digits) * digit);
  const font = Math.floor(Math.min(MAX_CELL_FONT, rowHeight - 3, byWidth) * 2) / 2;
  return font < MIN_CELL_FONT ? 0 : font;
}
