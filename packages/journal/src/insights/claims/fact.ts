/** Findings that are exact counts and resampled figures rather than tests: how one is put together. */
import {
  addToDay,
  bootstrapStatistic,
  emptyDaySums,
  MIN_BOOTSTRAP_DAYS,
  percentileInterval,
} from '#inference/bootstrap.ts';
import { SeededRandom } from '#numbers/random.ts';
import type { Insight } from './insight.ts';
import type { TradeColumns } from './trade-columns.ts';

type Given = Pick<Insight, 'key' | 'kind' | 'title' | 'description' | 'definition'>;

/** An insight without p-value. Exact by default, hence a confidence of 99. */
export function factOf(columns: TradeColumns, given: Given & Partial<Insight>): Insight {
  return {
    insightType: 'other',
    standing: 'fact',
    actionable: '',
    settles: '',
    priority: 'low',
    confidence: 99,
    effect: null,
    details: [],
    p: null,
    q: null,
    seenAgain: null,
    restsOnOneTrade: false,
    impactMicrosPerMonth: null,
    currency: columns.currency,
    tradeIds: [],
    ...given,
  };
}

export interface ResampledFigure {
  readonly ci95: readonly [number, number] | null;
  /**
   * Whole percent of draws with the sign of the figure and at least half of it, at most 99, x 0.8 as it is seen once.
   */
  readonly confidence: number;
}

/**
 * Draws days with replacement. `columnsOf` gives the sums that a day contributes, `figureOf` the figure of the summed
 * columns. Null interval with fewer than 20 days.
 */
export function resampleFigure(
  columns: TradeColumns,
  width: number,
  columnsOf: (day: number, add: (column: number, value: number) => void) => void,
  figureOf: (totals: Float64Array) => number,
  sampling: { readonly seed: number; readonly resamples: number; readonly name: string },
): ResampledFigure {
  const sums = emptyDaySums(columns.days, width);
  const whole = new Float64Array(width);
  for (let day = 0; day < columns.days; day++)
    columnsOf(day, (column, value) => {
      addToDay(sums, day, column, value);
      whole[column]! += value;
    });
  const random = new SeededRandom(sampling.seed, sampling.name);
  const draws = bootstrapStatistic(sums, sampling.resamples, random, figureOf);
  const figure = figureOf(whole);
  let supporting = 0;
  for (const draw of draws) if (draw * Math.sign(figure) >= Math.abs(figure) / 2) supporting++;
  return {
    ci95: columns.days < MIN_BOOTSTRAP_DAYS ? null : percentileInterval(draws),
    confidence: Math.min(99, Math.floor((supporting / sampling.resamples) * 80 + 1e-9)),
  };
}

/** Calls `visit` for every row of a day. */
export function eachRowOf(columns: TradeColumns, day: number, visit: (row: number) => void): void {
  for (let row = columns.dayStarts[day]!; row < columns.dayStarts[day + 1]!; row++) visit(row);
}
