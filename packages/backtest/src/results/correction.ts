/** What the number of rules tried on the same data makes of a result. */
import { falseDiscoveryRates } from '#statistics/false-discovery.ts';
import { chanceAbove, luckySharpe, momentsOf, sharpeOf, varianceOf } from '#statistics/sharpe.ts';
import type { BacktestTrade, BaseLine, Correction, TriedRules } from './backtest-result.ts';
import { ofYear } from './key-figures.ts';

/** A test at 5 % on both sides that finds what there is four times out of five. */
const Z_OF_TEST = 1.959_964 + 0.841_621;

export interface CorrectionInput {
  readonly trades: readonly BacktestTrade[];
  /** Net result of each session. */
  readonly nets: Float64Array;
  readonly baseLine: BaseLine | null;
  readonly tried: TriedRules;
}

/** Trades that separate the distance from random entries from luck, two digits exact. */
function tradesNeeded(trades: readonly BacktestTrade[], baseLine: BaseLine | null): number | null {
  if (baseLine === null || trades.length < 2) return null;
  const { mean, deviation } = momentsOf(trades.map(({ netR }) => netR));
  const distance = mean - baseLine.meanR;
  if (!(distance > 0)) return null;
  return Number((((Z_OF_TEST * deviation) / distance) ** 2).toPrecision(2));
}

export function correctionOf({ trades, nets, baseLine, tried }: CorrectionInput): {
  readonly correction: Correction;
  readonly sharpeSession: number | null;
} {
  const moments = momentsOf([...nets]);
  const sharpe = sharpeOf(moments);
  const rulesTried = Math.max(tried.pValues.length, tried.sharpes.length) + 1;
  const sharpes = sharpe === null ? tried.sharpes : [...tried.sharpes, sharpe];
  const lucky = luckySharpe(rulesTried, varianceOf(sharpes));
  const q = baseLine === null ? null : falseDiscoveryRates([baseLine.p, ...tried.pValues])[0]!;
  return {
    correction: {
      rulesTried,
      q,
      deflatedSharpe: sharpe === null ? null : chanceAbove({ ...moments, sharpe }, lucky),
      luckySharpeYear: rulesTried < 2 ? null : ofYear(lucky),
      tradesNeeded: tradesNeeded(trades, baseLine),
    },
    sharpeSession: sharpe,
  };
}
