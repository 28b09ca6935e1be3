/**
 * The effect of trading past the own daily stop. The stop is the trader's own figure, never chosen from the results.
 */

import { type Claim, OUTSIDE, type Question, SLICE } from '#insights/claims/claim.ts';
import { TEST_SHARES } from '#insights/claims/test-shares.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { moneyText, signedMoney } from '#insights/claims/wording.ts';
import { flipSigns } from '#insights/tests/sign-flip.ts';

const MIN_DAYS = 10;

/** @param stopMicros money above zero: the day's loss at which trading was meant to end */
export function dailyStop(columns: TradeColumns, stopMicros: number | null): Question | null {
  if (stopMicros === null || stopMicros <= 0) return null;
  const members = tradesPastStop(columns, stopMicros);
  const days = new Set<number>();
  members.forEach((member, row) => {
    if (member === SLICE) days.add(columns.day[row]!);
  });
  if (days.size < MIN_DAYS) return null;
  // Held against the average of all trades: the other trades of these days are losers by the choice of the days.
  const usual = columns.net.reduce((sum, net) => sum + net, 0) / columns.n;
  const claim: Claim = {
    key: 'daily-stop',
    values: columns.net,
    members,
    bound: usual,
    unit: 'micros-per-trade',
    test: (mask, plan, random) => {
      const sums = new Float64Array(columns.days);
      members.forEach((member, row) => {
        if (member !== SLICE || (mask !== null && mask[row] === 0)) return;
        const day = columns.day[row]!;
        sums[day] = sums[day]! + columns.net[row]! - usual;
      });
      return flipSigns(
        sums.filter((sum) => sum !== 0),
        'both',
        plan,
        random,
      );
    },
    texts: {
      title: {
        better: 'Trades past your daily stop do better than usual',
        worse: 'Trades past your daily stop cost you',
      },
      subject: 'Trades opened past your daily stop',
      against: 'for all trades',
      action: {
        better: 'Keep the stop anyway, and check again after 10 more such days.',
        worse: 'End the day at your stop for the next 10 such days, then check again.',
      },
      definition:
        'Average net of trades opened after the day’s closed result had reached your own daily stop, against the average ' +
        'of all trades; the sign of each such day flipped at random.',
    },
    meaning: 'money',
    details: [
      { name: 'daily stop', value: stopMicros, unit: 'micros' },
      { name: 'days past the stop', value: days.size, unit: 'count' },
    ],
    sentence: ({ mean, baseline }, sample, currency) =>
      `Trades opened past your daily stop of ${moneyText(stopMicros, currency)} averaged ` +
      `${signedMoney(mean, currency)} (${sample}), against ${signedMoney(baseline, currency)} for all trades.`,
  };
  return {
    kind: 'daily-stop',
    name: 'daily-stop',
    shares: TEST_SHARES.usual,
    overall: null,
    claims: [claim],
  };
}

function tradesPastStop(columns: TradeColumns, stopMicros: number): Uint8Array {
  const members = new Uint8Array(columns.n).fill(OUTSIDE);
  for (let day = 0; day < columns.days; day++) {
    const from = columns.dayStarts[day]!;
    const to = columns.dayStarts[day + 1]!;
    let sum = 0;
    let reachedMs = Number.POSITIVE_INFINITY;
    for (let row = from; row < to; row++) {
      if (columns.entryMs[row]! >= reachedMs) members[row] = SLICE;
      sum += columns.net[row]!;
      if (sum <= -stopMicros) reachedMs = Math.min(reachedMs, columns.trades[row]?.exitMs ?? reachedMs);
    }
  }
  return members;
}
