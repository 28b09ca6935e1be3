/** Do losers run past their stop? Losing trades whose worst moment was beyond 1.2 times the planned risk. */

import { type Claim, OUTSIDE, type Question, SLICE } from '#insights/claims/claim.ts';
import { TEST_SHARES } from '#insights/claims/test-shares.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { rateText } from '#insights/claims/wording.ts';
import { rateTest } from './after-exit.ts';

const MIN_TRADES = 20;
const BEYOND = 1.2;
/** Up to this share it is not a habit: slippage, gaps. */
const USUAL_RATE = 0.1;

export function wideStop(columns: TradeColumns): Question | null {
  const members = Uint8Array.from(columns.trades, ({ plannedRiskMicros, maeMicros }, row) =>
    columns.outcome[row] === -1 && plannedRiskMicros !== null && plannedRiskMicros > 0 && maeMicros !== null
      ? SLICE
      : OUTSIDE,
  );
  if (members.reduce((sum, member) => sum + member, 0) < MIN_TRADES) return null;
  const values = Float64Array.from(columns.trades, ({ plannedRiskMicros, maeMicros }) =>
    Number((maeMicros ?? 0) > (plannedRiskMicros ?? Number.POSITIVE_INFINITY) * BEYOND),
  );
  const claim: Claim = {
    key: 'wide-stop',
    values,
    members,
    bound: USUAL_RATE,
    unit: 'rate',
    test: rateTest(values, members, USUAL_RATE),
    texts: {
      title: { better: '', worse: 'Your losers run past their stop' },
      subject: '',
      against: '',
      action: { better: '', worse: 'Leave the stop where it was placed for 30 trades, then check again.' },
      definition:
        'Losing trades with a first stop and a known worst moment: how often that was beyond 1.2 times the planned risk, ' +
        'against 10%; exact binomial, one-sided. Whether the stop was moved cannot be seen without the order history.',
    },
    meaning: 'more-is-worse',
    details: [],
    sentence: ({ mean, baseline }, sample) =>
      `${rateText(mean)} of your losing trades with a stop went beyond 1.2 times the planned risk (${sample}); up to ` +
      `${rateText(baseline)} is usual.`,
  };
  return { kind: 'wide-stop', name: 'wide-stop', shares: TEST_SHARES.usual, overall: null, claims: [claim] };
}
