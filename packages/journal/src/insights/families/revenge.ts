/** Revenge trading: back in within five minutes of a loss, larger than before or reversed in the same symbol. */

import { type Claim, OUTSIDE, type Question, REST, SLICE } from '#insights/claims/claim.ts';
import { type RowGroups, testOneGroup } from '#insights/claims/shuffle-units.ts';
import { TEST_SHARES } from '#insights/claims/test-shares.ts';
import { minutesBetween, type TradeColumns } from '#insights/claims/trade-columns.ts';

const WITHIN_MINUTES = 5;
const MIN_TRADES = 15;
const MIN_DAYS = 8;

export function revenge(columns: TradeColumns): Question | null {
  const members = Uint8Array.from(columns.numberInDay, (number, row) =>
    number === 0 ? OUTSIDE : isRevenge(columns, row) ? SLICE : REST,
  );
  const days = new Set<number>();
  let n = 0;
  let rest = 0;
  members.forEach((member, row) => {
    if (member === REST) rest++;
    if (member !== SLICE) return;
    n++;
    days.add(columns.day[row]!);
  });
  if (n < MIN_TRADES || days.size < MIN_DAYS || rest < MIN_TRADES) return null;
  const rows: RowGroups = {
    values: besidesTheTrigger(columns),
    labels: members.map((member) => (member === OUTSIDE ? 255 : member === SLICE ? 0 : 1)),
    groups: 1,
  };
  const claim: Claim = {
    key: 'revenge',
    values: columns.net,
    members,
    bound: null,
    unit: 'micros-per-trade',
    test: testOneGroup(columns, rows, 'within-day', 0),
    texts: {
      title: { better: 'Your quick trades after a loss do better', worse: 'Revenge trades cost you' },
      subject: 'Trades within five minutes of a loss, larger than it or reversed in its symbol,',
      against: 'for your other trades',
      action: {
        better: 'Keep a note of why you went back in, and check again after 30 more of these trades.',
        worse: 'No entry within five minutes of a loss for 30 trades; then check again.',
      },
      definition:
        'Average net of trades opened at most five minutes after a losing exit of the same day that are larger than the ' +
        'losing one or reversed in its symbol, against all other trades; positions from flat to flat; differences ' +
        'between symbols taken out; the losing trade left out of what each is compared with; labels shuffled within each day.',
    },
    meaning: 'money',
    details: [],
  };
  return { kind: 'revenge', name: 'revenge', shares: TEST_SHARES.habit, overall: null, claims: [claim] };
}

function isRevenge(columns: TradeColumns, row: number): boolean {
  const before = columns.previous[row]!;
  if (before < 0 || columns.outcome[before] !== -1) return false;
  const trade = columns.trades[row];
  const lost = columns.trades[before];
  if (!trade || !lost) return false;
  if (minutesBetween(lost.exitMs, columns.entryMs[row]!) > WITHIN_MINUTES) return false;
  const larger = columns.relativeSize[row]! > columns.relativeSize[before]!;
  const moreContracts = trade.root === lost.root && trade.quantity > lost.quantity;
  return larger || moreContracts || (trade.root === lost.root && trade.side !== lost.side);
}

/**
 * Result less the average of the day's other trades without the one right before it. The trade before a revenge trade
 * is always a loss: a day's average that holds it would be too low a mark, and every trade after a loss would look
 * good.
 */
export function besidesTheTrigger(columns: TradeColumns): Float64Array {
  const { adjusted, day, dayStarts, previous } = columns;
  const sums = new Float64Array(columns.days);
  adjusted.forEach((value, row) => {
    sums[day[row]!]! += value;
  });
  return adjusted.map((value, row) => {
    const at = day[row]!;
    const before = previous[row]!;
    const others = dayStarts[at + 1]! - dayStarts[at]! - (before < 0 ? 1 : 2);
    const sum = sums[at]! - value - (before < 0 ? 0 : adjusted[before]!);
    return others > 0 ? value - sum / others : 0;
  });
}
