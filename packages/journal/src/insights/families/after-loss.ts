/** Results after a loss on the same day: the next trade (tilt), and trades after two losses in a row. */

import {
  type Claim,
  type ClaimTest,
  type ClaimTexts,
  OUTSIDE,
  type Question,
  REST,
  SLICE,
} from '#insights/claims/claim.ts';
import type { InsightDetail, InsightKind } from '#insights/claims/insight.ts';
import { TEST_SHARES } from '#insights/claims/test-shares.ts';
import { minutesBetween, type TradeColumns } from '#insights/claims/trade-columns.ts';
import { shuffleOrder } from '#insights/tests/order-shuffle.ts';
import { centredWithin } from '#insights/tests/rank-shuffle.ts';

const MIN_AFTER_LOSS = 25;
const MIN_AFTER_LOSSES = 15;

/** The next trade of the same day after a loss against the next one after a win. */
export function afterLoss(columns: TradeColumns): Question | null {
  const members = Uint8Array.from(columns.previous, (before) =>
    before < 0 || columns.outcome[before] === 0 ? OUTSIDE : columns.outcome[before] === -1 ? SLICE : REST,
  );
  const details = afterLossDetails(columns, members);
  return question(columns, 'after-loss', MIN_AFTER_LOSS, members, orderTest(columns, 'after-loss'), details, {
    title: { better: 'You do better after a loss', worse: 'You do worse after a loss' },
    subject: 'After a loss, your next trade the same day',
    against: 'after a win',
    action: {
      better: 'Keep what you do after a loss, and check again after 30 more of these trades.',
      worse: 'No new trade for 10 minutes after a loss; check again after 30 trades.',
    },
    definition:
      'Average net of the next trade of the same day after a losing one against the next one after a winning one; the ' +
      'day’s first trade left out; differences between symbols taken out; the order of each day’s results shuffled.',
  });
}

/** Trades after two or more losses in a row the same day against all other trades that had two before them. */
export function afterLossStreak(columns: TradeColumns): Question | null {
  const members = Uint8Array.from(columns.previous, (before) => {
    const earlier = before < 0 ? -1 : columns.previous[before]!;
    if (earlier < 0) return OUTSIDE;
    return columns.outcome[before] === -1 && columns.outcome[earlier] === -1 ? SLICE : REST;
  });
  const test = orderTest(columns, 'after-losses');
  return question(columns, 'after-loss-streak', MIN_AFTER_LOSSES, members, test, [], {
    title: {
      better: 'You do better after two losses in a row',
      worse: 'You do worse after two losses in a row',
    },
    subject: 'Trades after two or more losses in a row the same day',
    against: 'otherwise',
    action: {
      better: 'Keep what you do after two losses, and check again after 30 more of these trades.',
      worse: 'Stop for the day after two losses in a row for 15 days; then check again.',
    },
    definition:
      'Average net of trades whose two predecessors of the same day both lost against other trades with two ' +
      'predecessors; differences between symbols taken out; the order of each day’s results shuffled.',
  });
}

function question(
  columns: TradeColumns,
  kind: InsightKind,
  least: number,
  members: Uint8Array,
  test: ClaimTest,
  details: readonly InsightDetail[],
  texts: ClaimTexts,
): Question | null {
  let inside = 0;
  let rest = 0;
  for (const member of members) {
    if (member === SLICE) inside++;
    if (member === REST) rest++;
  }
  if (inside < least || rest < least) return null;
  const claim: Claim = {
    key: kind,
    values: columns.net,
    members,
    bound: null,
    unit: 'micros-per-trade',
    test,
    texts,
    meaning: 'money',
    details,
  };
  return {
    kind,
    name: kind,
    shares: kind === 'after-loss' ? TEST_SHARES.habit : TEST_SHARES.minor,
    overall: null,
    claims: [claim],
  };
}

/** The remaining rows keep their predecessors; a row without its predecessor does not count. */
function orderTest(columns: TradeColumns, rule: 'after-loss' | 'after-losses'): ClaimTest {
  return (mask, plan, random) => {
    const kept: number[] = [];
    const place = new Int32Array(columns.n).fill(-1);
    const strata = [0];
    for (let day = 0; day < columns.days; day++) {
      for (let row = columns.dayStarts[day]!; row < columns.dayStarts[day + 1]!; row++) {
        if (mask !== null && mask[row] === 0) continue;
        place[row] = kept.length;
        kept.push(row);
      }
      strata.push(kept.length);
    }
    if (kept.length === 0) return null;
    const starts = Int32Array.from(strata);
    return shuffleOrder(
      {
        values: centredWithin(
          Float64Array.from(kept, (row) => columns.adjusted[row]!),
          starts,
        ),
        outcomes: Int8Array.from(kept, (row) => columns.outcome[row]!),
        previous: Int32Array.from(kept, (row) => {
          const before = columns.previous[row]!;
          return before < 0 ? -1 : place[before]!;
        }),
        strata: starts,
        rule,
      },
      plan,
      random,
    );
  };
}

/** Size, pause and win rate after a loss and after a win: they accompany the difference and need not cause it. */
function afterLossDetails(columns: TradeColumns, members: Uint8Array): InsightDetail[] {
  const details: InsightDetail[] = [];
  for (const [member, name] of [
    [SLICE, 'after a loss'],
    [REST, 'after a win'],
  ] as const) {
    let n = 0;
    let wins = 0;
    let pause = 0;
    let size = 0;
    let sized = 0;
    members.forEach((of, row) => {
      if (of !== member) return;
      n++;
      if (columns.outcome[row] === 1) wins++;
      const before = columns.trades[columns.previous[row]!];
      pause += minutesBetween(before?.exitMs ?? 0, columns.entryMs[row]!);
      const relative = columns.relativeSize[row]!;
      if (Number.isNaN(relative)) return;
      size += relative;
      sized++;
    });
    if (n === 0) continue;
    details.push({ name: `win rate ${name}`, value: wins / n, unit: 'rate' });
    details.push({ name: `average pause ${name}`, value: pause / n, unit: 'minutes' });
    if (sized > 0)
      details.push({ name: `average size ${name}, in usual sizes`, value: size / sized, unit: 'ratio' });
  }
  return details;
}
