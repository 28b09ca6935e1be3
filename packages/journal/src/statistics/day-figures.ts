/** Figures of days and of the path: drawdown, recovery, Sharpe, Sortino, Calmar, each from resampled blocks of days. */

import {
  blockBootstrap,
  blockDaysFor,
  MIN_BOOTSTRAP_DAYS,
  percentileInterval,
  quantileOfSorted,
} from '#inference/bootstrap.ts';
import type { Interval } from '#inference/intervals.ts';
import type { SeededRandom } from '#numbers/random.ts';
import { type DaySegments, drawdownOfOrder, type EquityPath } from './equity-path.ts';
import { FIGURES } from './figures.ts';
import { figureOf, missing } from './make-statistic.ts';
import type { Statistic } from './statistic.ts';
import type { TradeDays } from './trade-days.ts';
import { weekdaysBetween } from './weekdays-between.ts';

const TRADING_DAYS_A_YEAR = 252;
const DAYS_A_YEAR = 365.25;

/** Resampled paths: max drawdown and total of each, in the order drawn. */
interface PathDraws {
  readonly depths: Float64Array;
  readonly recoveries: Float64Array;
  readonly sharpes: Float64Array;
  readonly sortinos: Float64Array;
}

/** Mean over sample standard deviation; NaN without variation. */
export function sharpeOf(values: Float64Array, order: Int32Array): number {
  let mean = 0;
  for (let at = 0; at < order.length; at++) mean += values[order[at]!]!;
  mean /= order.length;
  let squares = 0;
  for (let at = 0; at < order.length; at++) squares += (values[order[at]!]! - mean) ** 2;
  const deviation = Math.sqrt(squares / (order.length - 1));
  return deviation > Math.abs(mean) * 1e-12 ? mean / deviation : Number.NaN;
}

/** Mean over the root of the mean square of losing days, all days counted, target 0; NaN without a losing day. */
export function sortinoOf(values: Float64Array, order: Int32Array): number {
  let sum = 0;
  let squares = 0;
  for (let at = 0; at < order.length; at++) {
    const value = values[order[at]!]!;
    sum += value;
    if (value < 0) squares += value * value;
  }
  return squares > 0 ? sum / order.length / Math.sqrt(squares / order.length) : Number.NaN;
}

/**
 * Daily returns: net over the equity at the start of the day, or net alone without a balance ("money Sharpe": the same
 * ratio while the size does not change). Null when the account was used up on the way.
 */
function dailyReturns(segments: DaySegments, startBalanceMicros: number | null): Float64Array | null {
  if (startBalanceMicros === null) return segments.net;
  let equity = startBalanceMicros;
  const returns = new Float64Array(segments.net.length);
  for (let day = 0; day < returns.length; day++) {
    if (equity <= 0) return null;
    returns[day] = segments.net[day]! / equity;
    equity += segments.net[day]!;
  }
  return returns;
}

/**
 * Days with trades in a year, for scaling: 252 times the share of weekdays that had trades. A user who trades every
 * weekday gets 252, one who trades twice a week about 100.
 */
export function tradedDaysAYear({ dayNumbers }: TradeDays): number {
  const first = dayNumbers[0];
  const last = dayNumbers.at(-1);
  if (first === undefined || last === undefined) return TRADING_DAYS_A_YEAR;
  return (TRADING_DAYS_A_YEAR * dayNumbers.length) / Math.max(weekdaysBetween(first, last), 1);
}

function drawPaths(
  segments: DaySegments,
  returns: Float64Array,
  resamples: number,
  random: SeededRandom,
): PathDraws {
  const draws: PathDraws = {
    depths: new Float64Array(resamples),
    recoveries: new Float64Array(resamples),
    sharpes: new Float64Array(resamples),
    sortinos: new Float64Array(resamples),
  };
  blockBootstrap(segments.net.length, blockDaysFor(segments.net.length), resamples, random, (order, draw) => {
    const depth = drawdownOfOrder(segments, order);
    let total = 0;
    for (let at = 0; at < order.length; at++) total += segments.net[order[at]!]!;
    draws.depths[draw] = depth;
    draws.recoveries[draw] = depth === 0 && total === 0 ? Number.NaN : total / depth;
    draws.sharpes[draw] = sharpeOf(returns, order);
    draws.sortinos[draw] = sortinoOf(returns, order);
  });
  return draws;
}

function scaled(interval: Interval | null, factor: number): Interval | null {
  return interval && [interval[0] * factor, interval[1] * factor];
}

function calmarOf(days: TradeDays, path: EquityPath, startBalanceMicros: number | null): Statistic {
  const n = days.days.length;
  if (n < FIGURES.calmar.show) return missing('too-few-days', n);
  if (startBalanceMicros === null || path.deepestShare === null) return missing('no-balance', n);
  const end = path.points.at(-1)?.equityMicros ?? 0;
  if (end <= 0) return missing('not-positive', n);
  if (path.deepestShare === 0) return missing('no-drawdown', n);
  const years = ((days.dayNumbers.at(-1) ?? 0) - (days.dayNumbers[0] ?? 0) + 1) / DAYS_A_YEAR;
  const annual = (end / startBalanceMicros) ** (1 / years) - 1;
  return figureOf(FIGURES.calmar, n, annual / path.deepestShare, null);
}

function ratioFigures(days: TradeDays, returns: Float64Array | null, draws: PathDraws | null) {
  const n = days.days.length;
  if (n < FIGURES.sharpe.show) {
    const few = missing('too-few-days', n);
    return { sharpe: few, sortino: few };
  }
  if (returns === null) return { sharpe: missing('not-positive', n), sortino: missing('not-positive', n) };
  const factor = Math.sqrt(tradedDaysAYear(days));
  const asTheyWere = Int32Array.from(returns, (_, day) => day);
  const sortino = sortinoOf(returns, asTheyWere);
  return {
    sharpe: figureOf(
      FIGURES.sharpe,
      n,
      sharpeOf(returns, asTheyWere) * factor,
      scaled(draws && percentileInterval(draws.sharpes), factor),
    ),
    sortino: Number.isNaN(sortino)
      ? missing('no-losses', n)
      : figureOf(
          FIGURES.sortino,
          n,
          sortino * factor,
          scaled(draws && percentileInterval(draws.sortinos), factor),
        ),
  };
}

function drawdownFigures(n: number, path: EquityPath, draws: PathDraws | null, maeCount: number) {
  const depth = path.deepest?.depthMicros ?? 0;
  const sorted = draws?.depths.toSorted() ?? new Float64Array();
  const interval = draws && percentileInterval(draws.depths);
  const resampled = (name: 'drawdownMedian' | 'drawdown95', probability: number): Statistic =>
    draws === null
      ? missing('too-few-days', n)
      : figureOf(FIGURES[name], n, quantileOfSorted(sorted, probability), null);
  return {
    maxDrawdown: figureOf(FIGURES.maxDrawdown, n, depth, interval),
    maxDrawdownShare:
      path.deepestShare === null
        ? missing('no-balance', n)
        : figureOf(FIGURES.maxDrawdownShare, n, path.deepestShare, null),
    drawdownMedian: resampled('drawdownMedian', 0.5),
    drawdown95: resampled('drawdown95', 0.95),
    openDrawdown:
      maeCount === 0
        ? missing('no-excursions')
        : figureOf(FIGURES.openDrawdown, maeCount, path.openDepthMicros, null),
  };
}

/** Figures of the path and of its days. `maeCount`: trades whose worst open loss is known. */
export function dayFiguresOf(
  days: TradeDays,
  segments: DaySegments,
  path: EquityPath,
  options: {
    readonly startBalanceMicros: number | null;
    readonly maeCount: number;
    readonly resamples: number;
    readonly random: SeededRandom;
  },
) {
  const n = days.trades.length;
  const dayCount = days.days.length;
  const returns = dailyReturns(segments, options.startBalanceMicros);
  const draws =
    dayCount < MIN_BOOTSTRAP_DAYS
      ? null
      : drawPaths(segments, returns ?? segments.net, options.resamples, options.random);
  const depth = path.deepest?.depthMicros ?? 0;
  const total = segments.net.reduce((sum, net) => sum + net, 0);
  return {
    ...drawdownFigures(n, path, draws, options.maeCount),
    ...ratioFigures(days, returns, draws),
    longestDrawdown:
      dayCount < FIGURES.longestDrawdown.show
        ? missing('too-few-days', dayCount)
        : figureOf(FIGURES.longestDrawdown, dayCount, path.longest.days, null),
    recoveryFactor:
      n >= FIGURES.recoveryFactor.show && depth === 0
        ? missing('no-drawdown', n)
        : figureOf(FIGURES.recoveryFactor, n, total / depth, draws && percentileInterval(draws.recoveries)),
    calmar: calmarOf(days, path, options.startBalanceMicros),
  };
}
