/** The market after the exit: winners left early, and losers whose stop was too near. */
import { expect, test } from 'vitest';
import { SLICE } from '#insights/claims/claim.ts';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import type { TradeContext } from '#insights/claims/trade-context.ts';
import { SeededRandom } from '#numbers/random.ts';
import { insightsOf, sampleOf, statedDays } from '#testing/stated-trades.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { afterExit, earlyExit, tightStop } from './after-exit.ts';

/** Best and worst of the half hour after the exit, in units of money; null where not recorded. */
type After = readonly [further: number | null, back: number | null];

function contextsOf(trades: readonly JournalTrade[], after: (trade: JournalTrade, at: number) => After) {
  return trades.map((trade, at): TradeContext => {
    const [further, back] = after(trade, at);
    return {
      tradeId: trade.id,
      covered: true,
      typesBeforeEntry: [],
      mfeAfterExitMicros: further === null ? null : further * 1e6,
      maeAfterExitMicros: back === null ? null : back * 1e6,
    };
  });
}

const early = (trades: readonly JournalTrade[], contexts: readonly TradeContext[]) => {
  const columns = tradeColumns(trades);
  return earlyExit(columns, afterExit(columns, contexts));
};

const tight = (trades: readonly JournalTrade[], contexts: readonly TradeContext[]) => {
  const columns = tradeColumns(trades);
  return tightStop(columns, afterExit(columns, contexts));
};

/** One trade a day. */
const oneADay = (nets: readonly number[]) =>
  statedDays(nets.length, (day) => [{ at: 0, net: nets[day] ?? Number.NaN }]);

const times = <Value>(n: number, value: Value): Value[] => Array.from({ length: n }, () => value);

test('winners after which the market went further than back are left early, by the difference of both', () => {
  const trades = statedDays(30, () => [
    { at: 0, net: 80 },
    { at: 30, net: -60 },
  ]);
  const context = contextsOf(trades, (trade) => (trade.netMicros > 0 ? [120, 50] : [0, 900]));
  const insight = insightsOf(trades, { context }).get('early-exit');
  // 30 winners of 70 each, shrunk to zero by 20: 2100 / 50 = 42.
  expect(insight).toMatchObject({
    standing: 'proven',
    insightType: 'weakness',
    title: 'You leave winners early',
    actionable: 'Keep a third of the next 30 winners for 30 minutes longer, then check again.',
    effect: {
      value: 42_000_000,
      ci95: [70_000_000, 70_000_000],
      n: 30,
      days: 30,
      mean: 70_000_000,
      baseline: 0,
    },
  });
  expect(insight?.description).toContain(
    'After your winning exits the market went $70.00 further your way than back on average (30 trades, 30 days). Allowing ' +
      'for the size of the sample, the difference is +$42.00 a trade (95% range +$70.00 to +$70.00).',
  );
  expect(insight?.description).toContain('If it held, it cost about $');
  expect(insight?.impactMicrosPerMonth).toBeLessThan(0);
});

test('a market that went as far back as further, or further back, is no early exit', () => {
  const trades = oneADay(times(40, 80));
  for (const after of [[90, 90] as const, [50, 120] as const])
    expect(insightsOf(trades, { context: contextsOf(trades, () => after) }).has('early-exit')).toBe(false);
});

test('early exits take 30 winners with both the best and the worst price after the exit', () => {
  const known = (nets: readonly number[], after: After = [120, 50]) => {
    const trades = oneADay(nets);
    return sampleOf(
      early(
        trades,
        contextsOf(trades, (_, at) => (at === 0 ? after : [120, 50])),
      ),
    );
  };
  expect(known(times(30, 80))).toEqual({ slice: 30, rest: 0 });
  expect(known(times(29, 80))).toBeNull();
  expect(known([...times(29, 80), -80])).toBeNull();
  expect(known([...times(29, 80), 0])).toBeNull();
  expect(known(times(30, 80), [null, 50])).toBeNull();
  expect(known(times(30, 80), [120, null])).toBeNull();
  expect(known(times(30, 80), [0, 0])).toEqual({ slice: 30, rest: 0 });
});

test('a trade without a context has no prices after its exit', () => {
  const trades = oneADay(times(31, 80));
  const contexts = contextsOf(trades, () => [120, 50]);
  expect(sampleOf(early(trades, contexts.slice(1)))?.slice).toBe(30);
  expect(early(trades, contexts.slice(2))).toBeNull();
});

test('losers that reach the usual win from their entry afterwards had a stop that was too near', () => {
  // Usual win 100. A loser of 50 reaches it 150 beyond its exit; five of 40 went as far the other way, five neither way.
  const trades = oneADay([...times(40, -50), ...times(3, 100)]);
  const context = contextsOf(trades, (_, at) =>
    at < 30 ? [150, 149] : at < 35 ? [149, 150] : at < 40 ? [149, 149] : [0, 0],
  );
  const insight = insightsOf(trades, { context }).get('tight-stop');
  // 30 of 35; shrunk (30 + 20 / 2) / 55 - 1 / 2 = 22.7%.
  expect(insight).toMatchObject({
    insightType: 'weakness',
    title: 'Your stops may be too tight',
    actionable: 'Half the size and twice the stop for the next 30 trades, then check again.',
    effect: { value: 0.227273, unit: 'rate', n: 35, days: 35, mean: 0.857143, baseline: 0.5 },
    details: [{ name: 'losing trades with recorded prices', value: 40, unit: 'count' }],
    impactMicrosPerMonth: null,
  });
  expect(insight?.description).toContain(
    'Of the losing trades whose price moved by your usual win in either direction within 30 minutes, 86% reached the win ' +
      '(35 trades, 35 days); 50% is chance.',
  );
});

test('the test of tight stops is the exact chance of so many of them', () => {
  const trades = oneADay([...times(40, -50), ...times(3, 100)]);
  const contexts = contextsOf(trades, (_, at) => (at < 30 ? [150, 0] : at < 35 ? [0, 150] : [0, 0]));
  const claim = tight(trades, contexts)?.claims[0];
  const answer = claim?.test(null, { shuffles: 10, enough: 10 }, new SeededRandom(1));
  // 35 over 0 to 5: 1 + 35 + 595 + 6545 + 52360 + 324632.
  expect(answer?.p).toBeCloseTo(384_168 / 2 ** 35, 12);
  expect(answer?.t).toBeCloseTo((30 / 35 - 0.5) / Math.sqrt(0.25 / 35), 9);
});

test('the usual win is the median of the winners at the usual size, and a larger loser needs more', () => {
  // Wins of 60, 100 and 900 at one contract and 400 at two, 200 each: the upper of the two in the middle is 200.
  const wins = [60, 100, 900, 400];
  const trades = statedDays(44, (day) => [
    day < 40
      ? { at: 0, net: -50, quantity: day < 20 ? 1 : 2 }
      : { at: 0, net: wins[day - 40] ?? 0, quantity: day === 43 ? 2 : 1 },
  ]);
  const reached = (further: number) => {
    const claim = tight(
      trades,
      contextsOf(trades, () => [further, 0]),
    )?.claims[0];
    return claim?.values.filter((value, row) => claim.members[row] === SLICE && value === 1).length ?? 0;
  };
  // 200 and 50 to come back from the loss; 400 and 50 at two contracts.
  expect(reached(249)).toBe(0);
  expect(reached(250)).toBe(20);
  expect(reached(449)).toBe(20);
  expect(reached(450)).toBe(40);
});

test('tight stops take 30 losers with recorded prices, and at least one winner', () => {
  const asked = (nets: readonly number[]) => {
    const trades = oneADay(nets);
    return sampleOf(
      tight(
        trades,
        contextsOf(trades, () => [500, 0]),
      ),
    );
  };
  expect(asked([...times(30, -50), 100])).toEqual({ slice: 30, rest: 0 });
  expect(asked([...times(29, -50), 100])).toBeNull();
  expect(asked([...times(29, -50), 0, 100])).toBeNull();
  expect(asked(times(40, -50))).toBeNull();
});

test('losers of which the price reached both ways or neither are not counted, and none left is no question', () => {
  const trades = oneADay([...times(30, -50), 100]);
  for (const after of [[150, 150] as const, [149, 149] as const])
    expect(
      tight(
        trades,
        contextsOf(trades, () => after),
      ),
    ).toBeNull();
});
