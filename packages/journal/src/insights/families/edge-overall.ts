/** Is the average trade above zero after costs? One-sided: only an edge can be shown, its absence is stated as such. */

import { type Claim, type Question, SLICE } from '#insights/claims/claim.ts';
import { eachRowOf, factOf, resampleFigure } from '#insights/claims/fact.ts';
import type { Insight } from '#insights/claims/insight.ts';
import { TEST_SHARES } from '#insights/claims/test-shares.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { counted, signedMoney } from '#insights/claims/wording.ts';
import { flipSigns } from '#insights/tests/sign-flip.ts';

const MIN_TRADES = 50;
const MIN_DAYS = 20;
const DEFINITION =
  'Average net of all trades after costs against zero, one-sided; the sign of each day’s sum flipped at random.';

export function edgeOverall(columns: TradeColumns): Question | null {
  if (columns.n < MIN_TRADES || columns.days < MIN_DAYS) return null;
  const claim: Claim = {
    key: 'edge-overall',
    values: columns.net,
    members: new Uint8Array(columns.n).fill(SLICE),
    bound: 0,
    unit: 'micros-per-trade',
    test: (mask, plan, random) => {
      const days = new Float64Array(columns.days);
      columns.net.forEach((net, row) => {
        if (mask !== null && mask[row] === 0) return;
        const day = columns.day[row]!;
        days[day]! += net;
      });
      return flipSigns(days, 'greater', plan, random);
    },
    texts: {
      title: { better: 'Your average trade makes money after costs', worse: '' },
      subject: 'Your trades',
      against: '',
      action: {
        better: 'Keep size and rules as they are while this is checked again every 50 trades.',
        worse: '',
      },
      definition: DEFINITION,
    },
    meaning: 'only-better',
    details: [],
  };
  return {
    kind: 'edge-overall',
    name: 'edge-overall',
    shares: TEST_SHARES.edge,
    overall: null,
    claims: [claim],
  };
}

/** The text when no edge was shown, which is usual, with what is still missing. */
export function edgeNotShown(
  columns: TradeColumns,
  sampling: { readonly seed: number; readonly resamples: number },
): Insight {
  const mean = Math.round(columns.net.reduce((sum, net) => sum + net, 0) / columns.n) + 0;
  const resampled = resampleFigure(
    columns,
    2,
    (day, add) =>
      eachRowOf(columns, day, (row) => {
        add(0, columns.net[row]!);
        add(1, 1);
      }),
    (totals) => totals[0]! / totals[1]!,
    { ...sampling, name: 'edge-overall' },
  );
  const ci95: readonly [number, number] | null = resampled.ci95 && [
    Math.round(resampled.ci95[0]) + 0,
    Math.round(resampled.ci95[1]) + 0,
  ];
  const money = columns.currency;
  const few = columns.n < MIN_TRADES || columns.days < MIN_DAYS;
  const losing = ci95 !== null && ci95[1] < 0;
  const range = ci95 ? ` (95% range ${signedMoney(ci95[0], money)} to ${signedMoney(ci95[1], money)})` : '';
  return factOf(columns, {
    key: 'edge-overall',
    kind: 'edge-overall',
    standing: few ? 'not-enough-data' : 'fact',
    title: losing ? 'Your average trade loses money after costs' : 'An edge is not shown yet',
    description:
      `Your trades averaged ${signedMoney(mean, money)} after costs in ${counted(columns.n, 'trade')} on ` +
      `${counted(columns.days, 'day')}${range}. ` +
      (losing
        ? 'The range lies below zero.'
        : 'That cannot be distinguished from zero, which is the usual result.'),
    definition: DEFINITION,
    settles: few ? missingText(columns) : losing ? '' : moreTradesText(mean, ci95, columns.n),
    priority: losing ? 'high' : 'low',
    confidence: resampled.confidence,
    effect: {
      value: mean,
      ci95,
      unit: 'micros-per-trade',
      n: columns.n,
      days: columns.days,
      mean,
      baseline: 0,
    },
  });
}

function missingText(columns: TradeColumns): string {
  const trades = Math.max(0, MIN_TRADES - columns.n);
  const days = Math.max(0, MIN_DAYS - columns.days);
  const parts = [
    ...(trades > 0 ? [counted(trades, 'more trade')] : []),
    ...(days > 0 ? [counted(days, 'more day')] : []),
  ];
  return `${parts.join(' and ')} before this is tested.`;
}

/** (1.64 + 0.84) standard errors: one-sided 5% and 80% power. The standard error is that of the resampled days. */
function moreTradesText(mean: number, ci95: readonly [number, number] | null, n: number): string {
  if (ci95 === null || mean <= 0) return '';
  const error = (ci95[1] - ci95[0]) / 3.92;
  const missing = Math.ceil(n * ((2.486 * error) / mean) ** 2 - n);
  if (missing > 100_000) return '';
  return `About ${counted(Math.max(1, missing), 'more trade')} before an average like this can be distinguished from zero.`;
}
