/** The figures of all trades: expectancy, win rate, net, profit factor, Sharpe ratio, drawdown, costs. */
import type { SessionBootstrap } from '#statistics/session-bootstrap.ts';
import { MIN_DEVIATION } from '#statistics/sharpe.ts';
import type { BacktestTrade, CostFigures, EquityPoint, KeyFigures } from './backtest-result.ts';
import { estimate, MICROS_PER_USD, ratio, sumsOf } from './trade-sums.ts';

const SESSIONS_OF_YEAR = 252;

/** Net result of each session, US dollars. */
export function sessionNets(
  trades: readonly BacktestTrade[],
  days: ReadonlyMap<string, number>,
): Float64Array {
  return sumsOf(trades, days, ({ netMicros }) => netMicros).map((micros) => micros / MICROS_PER_USD);
}

export function equityOf(nets: Float64Array, days: ReadonlyMap<string, number>): EquityPoint[] {
  let netUsd = 0;
  let peakUsd = 0;
  return [...days].map(([tradingDay, at]) => {
    netUsd += nets[at]!;
    peakUsd = Math.max(peakUsd, netUsd);
    return { tradingDay, netUsd, drawdownUsd: peakUsd - netUsd };
  });
}

/** By trade, not by session: what happened within a day counts. */
function largestFall(trades: readonly BacktestTrade[]) {
  let [micros, peak, fall] = [0, 0, 0];
  let peakDay: string | null = null;
  let found: readonly [from: string | null, to: string | null] = [null, null];
  for (const { netMicros, tradingDay } of trades) {
    peakDay ??= tradingDay;
    micros += netMicros;
    if (micros > peak) {
      peak = micros;
      peakDay = tradingDay;
    }
    if (peak - micros > fall) {
      fall = peak - micros;
      found = [peakDay, tradingDay];
    }
  }
  return { maxDrawdownUsd: fall / MICROS_PER_USD, drawdownFrom: found[0], drawdownTo: found[1] };
}

/** Of the sums of results, of their squares and of sessions; NaN where all results are equal. */
function sharpeYear([sum = 0, squares = 0, sessions = 0]: readonly number[]): number {
  const mean = sum / sessions;
  const deviation = Math.sqrt(squares / sessions - mean * mean);
  // Of equal results only the rounding of their squares is left
  return deviation > 10 * MIN_DEVIATION * Math.abs(mean) ? ofYear(mean / deviation) : Number.NaN;
}

export function keyFigures(
  trades: readonly BacktestTrade[],
  days: ReadonlyMap<string, number>,
  bootstrap: SessionBootstrap,
): KeyFigures {
  const n = trades.length;
  const sums = (value: (trade: BacktestTrade) => number) => sumsOf(trades, days, value);
  const counts = sums(() => 1);
  const nets = sessionNets(trades, days);
  const squares = nets.map((net) => net * net);
  const ones = nets.map(() => 1);
  const won = sums(({ netMicros }) => Math.max(0, netMicros));
  const lost = sums(({ netMicros }) => Math.max(0, -netMicros));
  return {
    expectancyR: estimate(bootstrap, n, [sums(({ netR }) => netR), counts], ratio),
    expectancyUsd: estimate(bootstrap, n, [nets, counts], ratio),
    winRate: estimate(bootstrap, n, [sums(({ netMicros }) => (netMicros > 0 ? 1 : 0)), counts], ratio),
    netUsd: estimate(bootstrap, n, [nets], ([net = 0]) => net),
    profitFactor: estimate(bootstrap, n, [won, lost], ratio),
    sharpeYear: estimate(bootstrap, days.size, [nets, squares, ones], sharpeYear),
    ...largestFall(trades),
  };
}

export function costFigures(trades: readonly BacktestTrade[]): CostFigures {
  const usd = (value: (trade: BacktestTrade) => number): number =>
    trades.reduce((sum, trade) => sum + value(trade), 0) / MICROS_PER_USD;
  return {
    grossUsd: usd(({ grossMicros }) => grossMicros),
    slippageUsd: usd(({ slippageMicros }) => slippageMicros),
    commissionUsd: usd(({ commissionMicros }) => commissionMicros),
    netUsd: usd(({ netMicros }) => netMicros),
  };
}

/** A year of Sharpe ratios of sessions. */
export function ofYear(sharpe: number): number {
  return sharpe * Math.sqrt(SESSIONS_OF_YEAR);
}
