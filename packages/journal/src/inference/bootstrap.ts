/**
 * Resampling of whole days. Trades of one day are correlated, so days are drawn with replacement and never trades; a
 * day is kept as the row of its sums, so that a draw costs as many additions as there are days, however many trades
 * they had.
 */
import type { SeededRandom } from '#numbers/random.ts';

/** Fewer days than this give no interval: the spread between so few days is too uncertain. */
export const MIN_BOOTSTRAP_DAYS = 20;
/** Consecutive days that stay together where the order matters (drawdown, Sharpe). */
const BLOCK_DAYS = 5;
/**
 * Minimum number of days: fewer give too few blocks (of 20 days, 95 % intervals of the Sharpe ratio held 82
 * %).
 */
const BLOCKS_FROM_DAYS = 60;
/** More draws without a value than this, and there is no interval. */
const MAX_UNDEFINED = 0.05;

/** Sums are taken four columns at a time: rows are as wide as a multiple of it. */
const COLUMNS_AT_ONCE = 4;

/** Sums of each day, one row of `width` columns a day (a multiple of four), row after row. Any unit. */
export interface DaySums {
  readonly days: number;
  readonly width: number;
  readonly values: Float64Array;
}

/** An empty table of day sums with at least `columns` columns; its rows are `width` apart, not `columns`. */
export function emptyDaySums(days: number, columns: number): DaySums {
  const width = Math.ceil(columns / COLUMNS_AT_ONCE) * COLUMNS_AT_ONCE;
  return { days, width, values: new Float64Array(days * width) };
}

/** Adds to a column of a day. */
export function addToDay({ width, values }: DaySums, day: number, column: number, amount: number): void {
  const place = day * width + column;
  values[place]! += amount;
}

/** Column sums of the drawn rows, four columns at a time so that the running sums stay in registers. */
function addRows({ width, values }: DaySums, rows: Int32Array, totals: Float64Array): void {
  for (let column = 0; column < width; column += COLUMNS_AT_ONCE) {
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    for (let drawn = 0; drawn < rows.length; drawn++) {
      const at = rows[drawn]! + column;
      first += values[at]!;
      second += values[at + 1]!;
      third += values[at + 2]!;
      fourth += values[at + 3]!;
    }
    totals[column] = first;
    totals[column + 1] = second;
    totals[column + 2] = third;
    totals[column + 3] = fourth;
  }
}

/**
 * Draws as many days as there are, with replacement, `resamples` times, and hands the column sums of each draw to
 * `visit` (the same array each time, to be read and not kept).
 */
export function bootstrapDays(
  sums: DaySums,
  resamples: number,
  random: SeededRandom,
  visit: (totals: Float64Array, draw: number) => void,
): void {
  const { days, width } = sums;
  const rows = new Int32Array(days);
  const totals = new Float64Array(width);
  for (let draw = 0; draw < resamples; draw++) {
    for (let drawn = 0; drawn < days; drawn++) rows[drawn] = random.below(days) * width;
    addRows(sums, rows, totals);
    visit(totals, draw);
  }
}

/**
 * The value of a statistic of sums in each draw of days. NaN where a draw has no value (nothing to divide by);
 * Infinity is allowed and sorts last.
 */
export function bootstrapStatistic(
  sums: DaySums,
  resamples: number,
  random: SeededRandom,
  statistic: (totals: Float64Array) => number,
): Float64Array {
  const values = new Float64Array(resamples);
  bootstrapDays(sums, resamples, random, (totals, draw) => {
    values[draw] = statistic(totals);
  });
  return values;
}

/** Days in a block for a record of so many days: single days while there are too few for blocks. */
export function blockDaysFor(days: number): number {
  return days < BLOCKS_FROM_DAYS ? 1 : BLOCK_DAYS;
}

/**
 * Moving block bootstrap (Künsch 1989): runs of `block` consecutive days, drawn with replacement and put one after the
 * other until there are as many days as before. `visit` gets the indexes of the days in their new order (the same array
 * each time). With fewer days than a block every draw is the days as they were.
 */
export function blockBootstrap(
  days: number,
  block: number,
  resamples: number,
  random: SeededRandom,
  visit: (order: Int32Array, draw: number) => void,
): void {
  const length = Math.min(block, days);
  const order = new Int32Array(days);
  for (let draw = 0; draw < resamples; draw++) {
    for (let at = 0; at < days; ) {
      const start = random.below(days - length + 1);
      for (let step = 0; step < length && at < days; step++) order[at++] = start + step;
    }
    visit(order, draw);
  }
}

/** Quantile of sorted values by linear interpolation between neighbours (type 7). NaN without values. */
export function quantileOfSorted(sorted: Float64Array, probability: number): number {
  if (sorted.length === 0) return Number.NaN;
  const place = (sorted.length - 1) * probability;
  const below = sorted[Math.floor(place)]!;
  const above = sorted[Math.ceil(place)]!;
  return below === above ? below : below + (above - below) * (place - Math.floor(place));
}

/**
 * Middle `level` of bootstrap draws (percentile interval). It moves along with any growing function, so the interval of
 * log(x) and of x are the same. Null when more than 5 % of the draws have no value or an end is infinite.
 */
export function percentileInterval(draws: Float64Array, level = 0.95): readonly [number, number] | null {
  const known = draws.filter((value) => !Number.isNaN(value)).sort();
  if (known.length === 0 || known.length < draws.length * (1 - MAX_UNDEFINED)) return null;
  const low = quantileOfSorted(known, (1 - level) / 2);
  const high = quantileOfSorted(known, (1 + level) / 2);
  return Number.isFinite(low) && Number.isFinite(high) ? [low, high] : null;
}
