/** Trades with and without an event of the order flow in the two minutes before the entry. */
import { expect, test } from 'vitest';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import type { TradeContext } from '#insights/claims/trade-context.ts';
import { insightsOf, type StatedTrade, sampleOf, statedDays } from '#testing/stated-trades.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { contextQuestions } from './context.ts';

type Types = readonly string[];

const contextsOf = (
  trades: readonly JournalTrade[],
  typesOf: (trade: JournalTrade, at: number) => Types | null,
): TradeContext[] =>
  trades.map((trade, at) => {
    const types = typesOf(trade, at);
    return {
      tradeId: trade.id,
      covered: types !== null,
      typesBeforeEntry: types ?? ['stop_run'],
      mfeAfterExitMicros: null,
      maeAfterExitMicros: null,
    };
  });

/** Every day -50 and -10 after a stop run, +70 and +10 without one. */
const RUN_DAY: readonly StatedTrade[] = [
  { at: 0, net: -50 },
  { at: 30, net: 70 },
  { at: 60, net: -10 },
  { at: 90, net: 10 },
];
const everySecond = (_: JournalTrade, at: number): Types => (at % 2 === 0 ? ['stop_run'] : []);

const samples = (
  trades: readonly JournalTrade[],
  typesOf: (trade: JournalTrade, at: number) => Types | null,
) =>
  contextQuestions(tradeColumns(trades), contextsOf(trades, typesOf)).map(
    (question) => [question.claims[0]?.key, sampleOf(question)] as const,
  );

test('worse trades after a type of event are a weakness, with both averages and the name of the type', () => {
  const trades = statedDays(30, () => RUN_DAY);
  const insight = insightsOf(trades, { context: contextsOf(trades, everySecond) }).get('context:stop_run');
  // 60 of -30 against 60 of +40; both 5; shrunk (-1800 + 100) / 80 - 40 = -61.25.
  expect(insight).toMatchObject({
    kind: 'context',
    standing: 'proven',
    insightType: 'weakness',
    title: 'You do worse after stop run',
    actionable: 'Leave out entries right after stop run for 30 trades, then check again.',
    effect: { value: -61_250_000, n: 60, days: 30, mean: -30_000_000, baseline: 40_000_000 },
  });
  expect(insight?.description).toContain(
    'Trades with stop run in the two minutes before the entry lost $30.00 on average (60 trades, 30 days), against ' +
      '+$40.00 without it. Allowing for the size of the sample, the difference is −$61.25 a trade',
  );
});

test('better trades after a type of event are a strength', () => {
  const trades = statedDays(30, () => RUN_DAY);
  const without = contextsOf(trades, (_, at) => (at % 2 === 1 ? ['absorption'] : []));
  expect(insightsOf(trades, { context: without }).get('context:absorption')).toMatchObject({
    insightType: 'strength',
    title: 'You do better after absorption',
    effect: { mean: 40_000_000, baseline: -30_000_000 },
  });
});

test('equal results with and without give no finding', () => {
  const trades = statedDays(30, () => RUN_DAY);
  // With: -50 and +70 of one day, -10 and +10 of the next; without: the others. Both are +5 on average.
  const isFirstHalf = (at: number): boolean => at % 4 < 2;
  const even = contextsOf(trades, (_, at) => (isFirstHalf(at) === at % 8 < 4 ? ['stop_run'] : []));
  expect(insightsOf(trades, { context: even }).has('context:stop_run')).toBe(false);
});

test('every type has a question of its own, in the order of names, and a trade may count in several', () => {
  const trades = statedDays(20, () => RUN_DAY);
  const types = (_: JournalTrade, at: number): Types =>
    at % 4 === 0 ? ['stop_run', 'absorption'] : at % 4 === 1 ? ['absorption'] : [];
  expect(samples(trades, types)).toEqual([
    ['context:absorption', { slice: 40, rest: 40 }],
    ['context:stop_run', { slice: 20, rest: 60 }],
  ]);
});

test('trades that no recording covers take no part, whatever their context says', () => {
  const trades = statedDays(20, () => RUN_DAY);
  const covered = (trade: JournalTrade, at: number): Types | null => (at < 8 ? null : everySecond(trade, at));
  expect(samples(trades, covered)).toEqual([['context:stop_run', { slice: 36, rest: 36 }]]);
  expect(
    contextQuestions(
      tradeColumns(trades),
      contextsOf(trades, () => null),
    ),
  ).toEqual([]);
});

test('it takes 20 trades with the event and 20 without', () => {
  const trades = statedDays(10, () => RUN_DAY);
  expect(samples(trades, everySecond)).toEqual([['context:stop_run', { slice: 20, rest: 20 }]]);
  expect(samples(trades, (trade, at) => (at === 0 ? [] : everySecond(trade, at)))).toEqual([]);
  expect(samples(trades, (trade, at) => (at === 1 ? ['stop_run'] : everySecond(trade, at)))).toEqual([]);
});

test('ten trades with the event must share day and symbol with trades without it', () => {
  // On the first `mixed` days one trade with and one without; later days have either kind only.
  const days = (mixed: number, root = 'ES') =>
    statedDays(60, () => [
      { at: 0, net: -50 },
      { at: 30, net: 50, root },
    ]).map((trade, at) => ({ trade, isRun: Math.floor(at / 2) < mixed ? at % 2 === 0 : at % 4 < 2 }));
  const count = (mixed: number, root?: string) => {
    const made = days(mixed, root);
    const trades = made.map(({ trade }) => trade);
    return samples(trades, (_, at) => (made[at]?.isRun ? ['stop_run'] : [])).length;
  };
  expect(count(10)).toBe(1);
  expect(count(9)).toBe(0);
  expect(count(60)).toBe(1);
  expect(count(60, 'NQ')).toBe(0);
});
