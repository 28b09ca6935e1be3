/** Do larger trades do worse? Rank correlation of size and result first, then the largest third against the rest. */

import { type Claim, OUTSIDE, type Question, REST, SLICE } from '#insights/claims/claim.ts';
import { type RowGroups, testOneGroup, unitsWithinDays } from '#insights/claims/shuffle-units.ts';
import { TEST_SHARES } from '#insights/claims/test-shares.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { shuffleRanks } from '#insights/tests/rank-shuffle.ts';

const MIN_EACH = 30;
const UPPER_THIRD = 2 / 3;

export function size(columns: TradeColumns): Question | null {
  const members = largerTrades(columns);
  const inside = members.reduce((sum, member) => sum + (member === SLICE ? 1 : 0), 0);
  const rest = members.reduce((sum, member) => sum + (member === REST ? 1 : 0), 0);
  if (inside < MIN_EACH || rest < MIN_EACH) return null;
  const rows: RowGroups = {
    values: columns.adjusted,
    labels: members.map((member) => (member === OUTSIDE ? 255 : member === SLICE ? 0 : 1)),
    groups: 1,
  };
  const shuffled = unitsWithinDays(columns, rows, null);
  if (shuffled === null || shuffled.labels.filter((label) => label === 0).length < MIN_EACH / 2) return null;
  const claim: Claim = {
    key: 'size:larger',
    values: columns.net,
    members,
    bound: null,
    unit: 'micros-per-trade',
    test: testOneGroup(columns, rows, 'within-day', 0),
    texts: {
      title: { better: 'Your larger trades do better', worse: 'Your larger trades do worse' },
      subject: 'Trades above your usual size',
      against: 'at your usual size or below',
      action: {
        better: 'Note what makes you size up, and check again after 30 more of these trades.',
        worse: 'Stay at your usual size for 30 trades, then check again.',
      },
      definition:
        'Contracts times point value (micros count a tenth) as a multiple of the usual size in that product; rank ' +
        'correlation with net first, then the largest third (above the usual size) against the rest; differences ' +
        'between symbols taken out; shuffled within each day. Size is often raised in winning periods.',
    },
    meaning: 'money',
    details: [],
  };
  return {
    kind: 'size',
    name: 'size',
    shares: TEST_SHARES.habit,
    overall: (plan, random) => {
      const all = sizedByDay(columns);
      const result = shuffleRanks(all.sizes, all.results, all.strata, plan, random);
      return result === null ? null : { p: result.p, t: result.rho };
    },
    claims: [claim],
  };
}

function largerTrades(columns: TradeColumns): Uint8Array {
  const known = columns.relativeSize.filter((value) => !Number.isNaN(value)).sort();
  const bound = Math.max(known[Math.floor(known.length * UPPER_THIRD)] ?? 1, 1);
  return Uint8Array.from(columns.relativeSize, (value) =>
    Number.isNaN(value) ? OUTSIDE : value > 1 + 1e-9 && value >= bound - 1e-9 ? SLICE : REST,
  );
}

function sizedByDay(columns: TradeColumns) {
  const rows: number[] = [];
  const strata = [0];
  for (let day = 0; day < columns.days; day++) {
    for (let row = columns.dayStarts[day]!; row < columns.dayStarts[day + 1]!; row++)
      if (!Number.isNaN(columns.relativeSize[row])) rows.push(row);
    strata.push(rows.length);
  }
  return {
    sizes: Float64Array.from(rows, (row) => columns.relativeSize[row]!),
    results: Float64Array.from(rows, (row) => columns.adjusted[row]!),
    strata: Int32Array.from(strata),
  };
}
