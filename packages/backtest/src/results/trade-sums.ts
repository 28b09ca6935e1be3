/** Sums of trades by session, and figures with their intervals from them. */
import type { SessionBootstrap, SessionSums, Statistic } from '#statistics/session-bootstrap.ts';
import type { BacktestTrade, Estimate } from './backtest-result.ts';

export const MICROS_PER_USD = 1_000_000;

/** Sums a value over the trades of each session. */
export function sumsOf<Trade extends Pick<BacktestTrade, 'tradingDay'>>(
  trades: readonly Trade[],
  days: ReadonlyMap<string, number>,
  value: (trade: Trade) => number,
): SessionSums {
  const sums = new Float64Array(days.size);
  for (const trade of trades) {
    const day = days.get(trade.tradingDay);
    if (day !== undefined) sums[day]! += value(trade);
  }
  return sums;
}

const totalOf = (column: SessionSums): number => column.reduce((sum, value) => sum + value, 0);

/** A figure of sums and its interval; without a value where it is not finite. */
export function estimate(
  bootstrap: SessionBootstrap,
  n: number,
  columns: readonly SessionSums[],
  statistic: Statistic,
): Estimate {
  const value = statistic(columns.map(totalOf));
  if (!Number.isFinite(value)) return { value: null, low: null, high: null, n };
  const interval = bootstrap.interval(columns, statistic);
  return { value, low: interval?.low ?? null, high: interval?.high ?? null, n };
}

/** The first sum for each of the second. */
export const ratio: Statistic = ([part = 0, whole = 0]) => part / whole;
