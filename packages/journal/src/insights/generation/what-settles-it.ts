/**
 * What would settle a claim: how many more trades of its kind until an effect of this size is distinguishable from
 * chance.
 */
import jStat from 'jstat';
import { counted } from '#insights/claims/wording.ts';
import type { Judgement } from './judge-claim.ts';
import { PROVEN_Q } from './judge-claim.ts';

/** The wanted chance of finding an effect that is there. */
const POWER = 0.8;
const MAX_TRADES = 5000;

/**
 * Trades of the slice still missing if the effect stays as it is: the statistic grows with the root of the sample, and
 * must reach the bound that the correction leaves (`burden` tests) plus the quantile for 80% power. 0 when there.
 */
export function tradesMissing(n: number, t: number, burden: number): number {
  const bound = jStat.normal.inv(1 - PROVEN_Q / burden / 2, 0, 1) + jStat.normal.inv(POWER, 0, 1);
  return Math.max(0, Math.ceil(n * ((bound / t) ** 2 - 1)));
}

export function settlesText({ averages, t, burden }: Judgement): string {
  const missing = tradesMissing(averages.n, t, burden);
  if (!(missing <= MAX_TRADES))
    return `More than ${counted(MAX_TRADES, 'trade')} of this kind before this can be distinguished from chance.`;
  return missing === 0
    ? 'The same again in later trades would settle it.'
    : `About ${counted(missing, 'more trade')} of this kind before this can be distinguished from chance.`;
}
