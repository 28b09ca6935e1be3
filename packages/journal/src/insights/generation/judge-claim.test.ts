/** Confidence and priority as the reference defines them. */
import { describe, expect, test } from 'vitest';
import { type Claim, type ClaimTest, REST, SLICE } from '#insights/claims/claim.ts';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { tradesOfNets } from '#testing/closed-trades.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { confidenceOf, judgeClaim, judgingGround, priorityOf } from './judge-claim.ts';
import { tradesForNotable } from './no-pattern.ts';
import { tradesMissing } from './what-settles-it.ts';

describe('confidence', () => {
  test('is the share of supporting draws in whole percent, rounded down', () => {
    expect(confidenceOf(0.8799, true, false)).toBe(87);
  });

  test('never passes 99', () => {
    expect(confidenceOf(1, true, false)).toBe(99);
  });

  test('is four fifths when seen once and 0.7 of it when it depends on one trade', () => {
    expect(confidenceOf(1, false, false)).toBe(80);
    expect(confidenceOf(1, true, true)).toBe(70);
    expect(confidenceOf(0.9, false, true)).toBe(50);
  });
});

describe('priority', () => {
  test('steps at 25, 10 and 5 percent of the average month, whatever the sign', () => {
    const month = 1_000_000_000;
    expect(priorityOf(-0.25 * month, month)).toBe('critical');
    expect(priorityOf(0.249 * month, month)).toBe('high');
    expect(priorityOf(0.1 * month, month)).toBe('high');
    expect(priorityOf(-0.05 * month, month)).toBe('medium');
    expect(priorityOf(0.049 * month, month)).toBe('low');
  });

  test('is low without money or without a month to compare with', () => {
    expect(priorityOf(null, 1)).toBe('low');
    expect(priorityOf(5, 0)).toBe('low');
  });
});

describe('what would settle it', () => {
  test('grows with the number of tests and shrinks with the effect', () => {
    expect(tradesMissing(100, 2.5, 20)).toBeGreaterThan(tradesMissing(100, 2.5, 5));
    expect(tradesMissing(100, 3, 20)).toBeLessThan(tradesMissing(100, 2, 20));
    // One test: (1.960 + 0.842)^2 / 4 - 1 of 100 trades.
    expect(tradesMissing(100, 2, 1)).toBe(97);
    expect(tradesMissing(100, 5, 10)).toBe(0);
  });

  test('gives the sample for half a standard deviation in a quarter of the trades', () => {
    // One test: (1.960 + 0.842)^2 / 0.25 / (0.25 x 0.75) = 167.4.
    expect(tradesForNotable(1)).toBe(170);
    expect(tradesForNotable(25)).toBeGreaterThan(300);
    expect(tradesForNotable(25)).toBeLessThan(360);
  });
});

describe('a tested claim', () => {
  /** Every fourth trade of forty days loses `slice`, the others make and lose 10 by turns. */
  const nets = (slice: number) =>
    Array.from({ length: 160 }, (_, at) => (at % 4 === 0 ? slice : at % 2 ? 10 : -10));
  const judge = (trades: readonly JournalTrade[], q: number, test: ClaimTest, more: Partial<Claim> = {}) => {
    const columns = tradeColumns(trades);
    const claim: Claim = {
      key: 'made-up',
      values: columns.net,
      members: Uint8Array.from(columns.net, (_, row) => (row % 4 === 0 ? SLICE : REST)),
      bound: null,
      unit: 'micros-per-trade',
      test,
      texts: {
        title: { better: '', worse: '' },
        subject: '',
        against: '',
        action: { better: '', worse: '' },
        definition: '',
      },
      meaning: 'money',
      details: [],
      ...more,
    };
    const question = { kind: 'side' as const, name: 'side', shares: 1, overall: null, claims: [claim] };
    const plan = { shuffles: 99, enough: 99 };
    return judgeClaim(judgingGround(columns, { seed: 1 }, plan, 200), {
      question,
      claim,
      p: q / 2,
      q,
      t: -4,
      burden: 2,
    });
  };
  const always =
    (p: number): ClaimTest =>
    () => ({ p, t: -4 });

  test('is proven at q = 0.05 and to watch above it', () => {
    expect(judge(tradesOfNets(nets(-20), 4), 0.05, always(0.001)).standing).toBe('proven');
    expect(judge(tradesOfNets(nets(-20), 4), 0.051, always(0.2)).standing).toBe('to-watch');
    expect(judge(tradesOfNets(nets(-20), 4), 0.11, always(0.2)).standing).toBe('not-enough-data');
  });

  test('between 0.05 and 0.10 is proven by a replication with its own test', () => {
    const judged = judge(tradesOfNets(nets(-20), 4), 0.08, always(0.01));
    expect(judged).toMatchObject({ standing: 'proven', seenAgain: true, sinceShown: false });
  });

  test('with fewer than 20 days has no interval and is at most to watch', () => {
    const judged = judge(tradesOfNets(nets(-20), 16), 0.01, always(0.001));
    expect(judged.resampled.ci95).toBeNull();
    expect(judged.standing).toBe('to-watch');
  });

  test('below a tenth of an average trade is dropped, however significant', () => {
    expect(judge(tradesOfNets(nets(3), 4), 0.0001, always(0.0001)).standing).toBe('dropped');
  });

  test('below the cost of a round turn is dropped too', () => {
    const trades = tradesOfNets(nets(-20), 4).map((trade) => ({ ...trade, costsMicros: 25e6 }));
    expect(judge(trades, 0.0001, always(0.0001)).standing).toBe('dropped');
  });

  test('whose plain averages point the other way is dropped', () => {
    expect(judge(tradesOfNets(nets(60), 4), 0.001, always(0.001)).standing).toBe('dropped');
  });

  test('depends on one trade when it fades without the largest winner and loser', () => {
    const fades: ClaimTest = (mask) => ({ p: mask?.includes(0) ? 0.3 : 0.001, t: -4 });
    const trades = tradesOfNets(nets(-20), 4);
    expect(judge(trades, 0.01, fades).restsOnOneTrade).toBe(true);
    expect(judge(trades, 0.01, always(0.001)).restsOnOneTrade).toBe(false);
    expect(judge(trades, 0.01, fades).confidence).toBeLessThanOrEqual(70);
  });

  test('costs its shrunk effect times its trades a month', () => {
    const judged = judge(tradesOfNets(nets(-20), 4), 0.01, always(0.001));
    // 40 trades of -20 shrunk by 20 of the average of all, over 55 days.
    const all = judged.averages.baseline * 0.75 - 20e6 * 0.25;
    expect(judged.averages.shrunk).toBeCloseTo((40 * -20e6 + 20 * all) / 60 - judged.averages.baseline, 3);
    expect(judged.impactMicrosPerMonth).toBeCloseTo((judged.averages.shrunk * 40) / (53 / 30.436875), -6);
  });
});
