/**
 * The market after the exit: winners closed early, stops too tight. Only with recorded prices after the exit.
 */

import { type Claim, OUTSIDE, type Question, SLICE } from '#insights/claims/claim.ts';
import { TEST_SHARES } from '#insights/claims/test-shares.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import type { TradeContext } from '#insights/claims/trade-context.ts';
import { moneyText, rateText } from '#insights/claims/wording.ts';
import { binomialTest } from '#insights/tests/binomial-test.ts';
import { flipSigns } from '#insights/tests/sign-flip.ts';

const MIN_TRADES = 30;

interface AfterExit {
  /** Best and worst of the 30 minutes after the exit, money at or above zero; NaN where not recorded. */
  readonly further: Float64Array;
  readonly back: Float64Array;
}

export function afterExit(columns: TradeColumns, contexts: readonly TradeContext[]): AfterExit {
  const byTrade = new Map(contexts.map((context) => [context.tradeId, context]));
  const of = (pick: (context: TradeContext) => number | null): Float64Array =>
    Float64Array.from(columns.trades, ({ id }) => {
      const context = byTrade.get(id);
      return (context && pick(context)) ?? Number.NaN;
    });
  return {
    further: of((context) => context.mfeAfterExitMicros),
    back: of((context) => context.maeAfterExitMicros),
  };
}

/**
 * Winners: how much further than back the price went after the exit. The best price after an exit always lies beyond
 * it; only more than the worst price on the other side means anything.
 */
export function earlyExit(columns: TradeColumns, { further, back }: AfterExit): Question | null {
  const values = further.map((value, row) => {
    const difference = value - back[row]!;
    return Number.isNaN(difference) ? 0 : difference;
  });
  const members = Uint8Array.from(columns.outcome, (outcome, row) =>
    outcome === 1 && !Number.isNaN(further[row]! + back[row]!) ? SLICE : OUTSIDE,
  );
  if (sliceSize(members) < MIN_TRADES) return null;
  const claim: Claim = {
    key: 'early-exit',
    values,
    members,
    bound: 0,
    unit: 'micros-per-trade',
    test: (mask, plan, random) => {
      const sums = new Float64Array(columns.days);
      values.forEach((value, row) => {
        if (members[row] !== SLICE || (mask !== null && mask[row] === 0)) return;
        const day = columns.day[row]!;
        sums[day]! += value;
      });
      return flipSigns(sums, 'greater', plan, random);
    },
    texts: {
      title: { better: '', worse: 'You leave winners early' },
      subject: '',
      against: '',
      action: {
        better: '',
        worse: 'Keep a third of the next 30 winners for 30 minutes longer, then check again.',
      },
      definition:
        'Winning trades with recorded prices: the best price of the 30 minutes after the exit less the worst, both from ' +
        'the exit, in the money of the trade; the sign of each day’s sum flipped at random, one-sided.',
    },
    meaning: 'more-is-worse',
    details: [],
    sentence: ({ mean }, sample, currency) =>
      `After your winning exits the market went ${moneyText(mean, currency)} further your way than back on average (${sample}).`,
  };
  return {
    kind: 'early-exit',
    name: 'early-exit',
    shares: TEST_SHARES.usual,
    overall: null,
    claims: [claim],
  };
}

/**
 * Losers: after the exit, did the price reach the trader's usual win from the entry sooner than the same distance on
 * the other side? Trades where it reached both or neither within the 30 minutes do not count.
 */
export function tightStop(columns: TradeColumns, { further, back }: AfterExit): Question | null {
  const usualWin = usualWinOf(columns);
  const reached = Float64Array.from(columns.net, (net, row) => {
    const needed =
      usualWin * (Number.isNaN(columns.relativeSize[row]) ? 1 : columns.relativeSize[row]!) - net;
    return Number(further[row]! >= needed) - Number(back[row]! >= needed);
  });
  const covered = Uint8Array.from(columns.outcome, (outcome, row) =>
    outcome === -1 && !Number.isNaN(further[row]! + back[row]!) ? SLICE : OUTSIDE,
  );
  if (Number.isNaN(usualWin) || sliceSize(covered) < MIN_TRADES) return null;
  const members = covered.map((member, row) => (member === SLICE && reached[row] !== 0 ? SLICE : OUTSIDE));
  if (sliceSize(members) === 0) return null;
  const values = reached.map((value) => (value > 0 ? 1 : 0));
  const claim: Claim = {
    key: 'tight-stop',
    values,
    members,
    bound: 0.5,
    unit: 'rate',
    test: rateTest(values, members, 0.5),
    texts: {
      title: { better: '', worse: 'Your stops may be too tight' },
      subject: '',
      against: '',
      action: {
        better: '',
        worse: 'Half the size and twice the stop for the next 30 trades, then check again.',
      },
      definition:
        'Losing trades with recorded prices of which the 30 minutes after the exit reached, from the entry, your usual ' +
        '(median) win on one side only: how often it was your side, against one half; exact binomial, one-sided.',
    },
    meaning: 'more-is-worse',
    details: [{ name: 'losing trades with recorded prices', value: sliceSize(covered), unit: 'count' }],
    sentence: ({ mean, baseline }, sample) =>
      `Of the losing trades whose price moved by your usual win in either direction within 30 minutes, ${rateText(mean)} ` +
      `reached the win (${sample}); ${rateText(baseline)} is chance.`,
  };
  return {
    kind: 'tight-stop',
    name: 'tight-stop',
    shares: TEST_SHARES.usual,
    overall: null,
    claims: [claim],
  };
}

/** Exact one-sided binomial test of a rate over the rows that are left; t is the distance in standard errors. */
export function rateTest(values: Float64Array, members: Uint8Array, bound: number): Claim['test'] {
  return (mask) => {
    let n = 0;
    let hits = 0;
    members.forEach((member, row) => {
      if (member !== SLICE || (mask !== null && mask[row] === 0)) return;
      n++;
      hits += values[row]!;
    });
    if (n === 0) return null;
    return {
      p: binomialTest(hits, n, bound, 'greater'),
      t: (hits / n - bound) / Math.sqrt((bound * (1 - bound)) / n),
    };
  };
}

function sliceSize(members: Uint8Array): number {
  return members.reduce((sum, member) => sum + (member === SLICE ? 1 : 0), 0);
}

/** Median net of the winners, at the usual size. */
function usualWinOf(columns: TradeColumns): number {
  const wins = columns.net
    .map((net, row) => net / (Number.isNaN(columns.relativeSize[row]) ? 1 : columns.relativeSize[row]!))
    .filter((net) => net > 0)
    .sort();
  return wins[Math.floor(wins.length / 2)] ?? Number.NaN;
}
