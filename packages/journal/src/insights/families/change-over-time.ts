/** Have results changed? The last 30 trading days against all before; whole days are shuffled. */

import { type Claim, type Question, REST, SLICE } from '#insights/claims/claim.ts';
import { type RowGroups, testOneGroup } from '#insights/claims/shuffle-units.ts';
import { TEST_SHARES } from '#insights/claims/test-shares.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';

const LATEST_DAYS = 30;
const MIN_DAYS_BEFORE = 20;

export function changeOverTime(columns: TradeColumns): Question | null {
  const from = columns.days - LATEST_DAYS;
  if (from < MIN_DAYS_BEFORE) return null;
  const members = Uint8Array.from(columns.day, (day) => (day >= from ? SLICE : REST));
  const rows: RowGroups = {
    values: columns.adjusted,
    labels: members.map((member) => (member === SLICE ? 0 : 1)),
    groups: 1,
  };
  const claim: Claim = {
    key: 'change-over-time',
    values: columns.net,
    members,
    bound: null,
    unit: 'micros-per-trade',
    test: testOneGroup(columns, rows, 'across-days', 0),
    texts: {
      title: { better: 'Your last 30 trading days are better', worse: 'Your last 30 trading days are worse' },
      subject: 'Trades of the last 30 trading days',
      against: 'before',
      action: {
        better: 'Write down what you changed, and compare again in 30 trading days.',
        worse: 'Write down what changed (size, hours, market), and compare again in 30 trading days.',
      },
      definition:
        'Average net of the last 30 trading days against all trading days before; differences between symbols taken ' +
        'out; whole days shuffled. The market or your size may have changed rather than you.',
    },
    meaning: 'money',
    details: [],
  };
  return {
    kind: 'change-over-time',
    name: 'change-over-time',
    shares: TEST_SHARES.minor,
    overall: null,
    claims: [claim],
  };
}
