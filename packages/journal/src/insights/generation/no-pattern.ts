/** The result when no test passed: no pattern is strong enough, and how many trades a notable one would take. */
import jStat from 'jstat';
import { factOf } from '#insights/claims/fact.ts';
import type { Insight } from '#insights/claims/insight.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { counted, countText } from '#insights/claims/wording.ts';

/** A difference of half a usual swing in every fourth trade. */
const NOTABLE_EFFECT = 0.5;
const SLICE_SHARE = 0.25;
const POWER = 0.8;
/** As many tests as a full record usually gets. */
const USUAL_TESTS = 15;

/** @param tested tests of this generation */
export function noPattern(columns: TradeColumns, tested: number): Insight {
  const needed = tradesForNotable(Math.max(USUAL_TESTS, tested));
  const enough = columns.n >= needed;
  return factOf(columns, {
    key: 'no-pattern',
    kind: 'edge-overall',
    standing: enough ? 'fact' : 'not-enough-data',
    title: 'No pattern is strong enough yet',
    description:
      tested === 0
        ? `${counted(columns.n, 'trade')} on ${counted(columns.days, 'day')} are too few to check anything.`
        : `We checked ${counted(tested, 'thing')} in ${counted(columns.n, 'trade')} on ${counted(columns.days, 'day')}, ` +
          'and none can be distinguished from chance. That is the usual result.',
    definition:
      'Permutation tests of the fixed catalogue, corrected together by Benjamini and Hochberg; the sample is the one at ' +
      'which a difference of half a standard deviation in a quarter of the trades is found with 80% power.',
    settles: enough
      ? ''
      : `About ${countText(needed)} trades in all are needed to see a difference of half a usual swing in every fourth trade.`,
    effect: {
      value: tested,
      ci95: null,
      unit: 'count',
      n: columns.n,
      days: columns.days,
      mean: tested,
      baseline: null,
    },
    details: [{ name: 'trades needed', value: needed, unit: 'count' }],
  });
}

/** Two groups of a quarter and three quarters, two-sided at 5% shared by all tests. Rounded up to ten. */
export function tradesForNotable(tests: number): number {
  const quantiles = jStat.normal.inv(1 - 0.05 / tests / 2, 0, 1) + jStat.normal.inv(POWER, 0, 1);
  return Math.ceil((quantiles / NOTABLE_EFFECT) ** 2 / (SLICE_SHARE * (1 - SLICE_SHARE)) / 10) * 10;
}
