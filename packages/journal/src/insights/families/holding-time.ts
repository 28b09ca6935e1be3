/** Are losers held longer than winners? Mann-Whitney on the logarithm of the holding time, within each day. */

import { type Claim, OUTSIDE, type Question, REST, SLICE } from '#insights/claims/claim.ts';
import { type RowGroups, testOneGroup } from '#insights/claims/shuffle-units.ts';
import { TEST_SHARES } from '#insights/claims/test-shares.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { ratioText } from '#insights/claims/wording.ts';
import { ranksOf } from '#insights/tests/rank-shuffle.ts';

const MIN_EACH = 20;
const MIN_MS = 1000;

export function holdingTime(columns: TradeColumns): Question | null {
  const logs = Float64Array.from(columns.trades, ({ entryMs, exitMs }) =>
    entryMs === null || exitMs < entryMs ? Number.NaN : Math.log(Math.max(MIN_MS, exitMs - entryMs)),
  );
  const members = Uint8Array.from(columns.outcome, (outcome, row) =>
    outcome === 0 || Number.isNaN(logs[row]) ? OUTSIDE : outcome === -1 ? SLICE : REST,
  );
  const losers = members.reduce((sum, member) => sum + (member === SLICE ? 1 : 0), 0);
  const winners = members.reduce((sum, member) => sum + (member === REST ? 1 : 0), 0);
  if (losers < MIN_EACH || winners < MIN_EACH) return null;
  const rows: RowGroups = {
    // The rank sum of Mann and Whitney, with ranks over all trades that have a time.
    values: ranksOf(logs.map((log) => (Number.isNaN(log) ? 0 : log))),
    labels: members.map((member) => (member === OUTSIDE ? 255 : member === SLICE ? 0 : 1)),
    groups: 1,
  };
  const claim: Claim = {
    key: 'holding-time',
    values: logs.map((log) => (Number.isNaN(log) ? 0 : log)),
    members,
    bound: null,
    unit: 'ratio',
    test: testOneGroup(columns, rows, 'within-day', 0),
    texts: {
      title: { better: 'You hold losers longer than winners', worse: '' },
      subject: 'Your losing trades',
      against: 'your winning ones',
      action: {
        better: 'Give the next 30 trades a time limit of your usual winner, then check again.',
        worse: '',
      },
      definition:
        'Logarithm of the holding time of losing trades against winning ones (Mann-Whitney); ranks shuffled within each ' +
        'day. Only reported when losers last longer: a stop nearer than the target makes losers short by design.',
    },
    meaning: 'behaviour',
    details: [],
    sentence: ({ difference }, sample) =>
      `Your losing trades lasted ${ratioText(Math.exp(difference))} times as long as your winning ones (${sample}).`,
  };
  return {
    kind: 'holding-time',
    name: 'holding-time',
    shares: TEST_SHARES.minor,
    overall: null,
    claims: [claim],
  };
}
