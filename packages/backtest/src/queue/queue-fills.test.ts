/** Fills in a recorded book: market orders walk it after their latency, limit orders wait for all that is ahead of them. */
import { COL_FLAGS, FLAG_LAST, FLAG_SNAPSHOT } from '@undertow/market';
import { expect, test } from 'vitest';
import type { TradeOutcome } from '#engine/fast-trade.ts';
import { FastTrades } from '#engine/fast-trade.ts';
import { SessionPrices } from '#engine/session-prices.ts';
import type { Signal } from '#engine/signals.ts';
import type { BacktestRule } from '#rule/backtest-rule.ts';
import { compileRule } from '#rule/compile-rule.ts';
import { RowScript } from '#testing/made-rows.ts';
import { RULE } from '#testing/made-rule.ts';
import { ES, madeSession } from '#testing/made-session.ts';
import { QueueFills } from './queue-fills.ts';

const FACTS = madeSession({ tradingDay: '2026-03-02', seed: 1 });
const T = FACTS.session.openMs + 600_000;
const BID = 20_000;

const REGIME = { trend: 'consolidating', volatility: null, isNews: false, session: 'overnight' } as const;
const signalOf = (side: 1 | -1, atMs = T): Signal => ({
  atMs,
  side,
  rangeTicks: 8,
  regime: REGIME,
  evidence: [],
});

/** Twenty levels on each side, an order of ten at each: ids 101 up for bids, 201 up for asks. */
function book(atMs = T - 1000): RowScript {
  const script = new RowScript();
  for (let level = 0; level < 20; level += 1)
    script.add(atMs, 101 + level, 'bid', BID - level, 10).add(atMs, 201 + level, 'ask', BID + 1 + level, 10);
  return script;
}

function fill(script: RowScript, rule: Partial<BacktestRule>, side: 1 | -1 = 1): TradeOutcome {
  const compiled = compileRule({ ...RULE, ...rule }, ES, null);
  const fast = new FastTrades(compiled, FACTS, [], new SessionPrices().start(FACTS));
  const signal = signalOf(side);
  const fills = new QueueFills({ rule: compiled, facts: FACTS, signals: [signal], fast, seed: 1 });
  for (const row of script.rows) fills.applyRow(row, 0);
  return fills.outcomeOf(signal);
}

const NO_JITTER = { ...RULE.fills, jitterMs: 0 };
const QUIET = { fills: NO_JITTER, exits: { ...RULE.exits, timeSeconds: 10 } };

test('a market order pays the book as it is when it arrives, not when it was sent', () => {
  const script = book()
    .cancel(T + 49, 201)
    .add(T + 51, 301, 'ask', BID + 1, 10)
    .add(T + 11_000, 302, 'bid', BID - 30, 1);
  expect(fill(script, QUIET)).toMatchObject({ entryTicks: BID + 2, entryMs: T + 50, exitTicks: BID });
});

test('what is larger than the best price walks on, and what is not displayed is not decided', () => {
  const script = book().add(T + 11_000, 302, 'bid', BID - 30, 1);
  const of = (size: number) => fill(script, { ...QUIET, position: { size, max: 1 } });
  expect(of(10)).toMatchObject({ entryTicks: BID + 1 });
  expect(of(15)).toMatchObject({ entryTicks: (10 * (BID + 1) + 5 * (BID + 2)) / 15 });
  expect(of(201)).toBe('undecided');
});

const LIMIT = { ...QUIET, order: { kind: 'limit', behindTicks: 0, waitSeconds: 5 } } as const;

test('a limit order fills when an order that joined later is executed, not before', () => {
  const ahead = book()
    .add(T + 100, 301, 'bid', BID, 5)
    .trade(T + 200, 'sell', [[101, 10]]);
  expect(fill(ahead.add(T + 9000, 900, 'bid', BID - 30, 1), LIMIT)).toBe('unfilled');
  const behind = book()
    .add(T + 100, 301, 'bid', BID, 5)
    .trade(T + 200, 'sell', [
      [101, 10],
      [301, 1],
    ])
    .add(T + 20_000, 900, 'bid', BID - 30, 1);
  expect(fill(behind, LIMIT)).toMatchObject({ entryTicks: BID, entryMs: T + 200, slippageTicks: 0.5 });
});

test('an order that grows or comes from another price is behind, one that shrinks stays ahead', () => {
  const after = (change: (script: RowScript) => RowScript) =>
    fill(
      change(book())
        .trade(T + 200, 'sell', [[101, 1]])
        .add(T + 20_000, 900, 'bid', BID - 30, 1),
      LIMIT,
    );
  expect(after((script) => script.modify(T + 100, 101, BID, 9))).toBe('unfilled');
  expect(after((script) => script.modify(T + 100, 101, BID, 11))).toMatchObject({ entryTicks: BID });
});

test('trades beyond its price fill a limit order', () => {
  const script = book()
    .cancel(T + 100, 101)
    .trade(T + 200, 'sell', [[102, 1]])
    .add(T + 20_000, 900, 'bid', BID - 30, 1);
  expect(fill(script, LIMIT)).toMatchObject({ entryTicks: BID });
});

test('the stop pays what the book shows after the trade that elects it', () => {
  const exits = { ...RULE.exits, stop: { value: 2, unit: 'ticks' as const }, target: null };
  const script = book().trade(T + 1000, 'sell', [
    [101, 10],
    [102, 10],
    [103, 4],
  ]);
  expect(fill(script, { fills: NO_JITTER, exits })).toMatchObject({
    reason: 'stop',
    entryTicks: BID + 1,
    exitTicks: BID - 2,
    slippageTicks: 1.5,
  });
});

test('the target waits in its queue like any limit order', () => {
  const exits = { ...RULE.exits, target: { value: 2, unit: 'ticks' as const } };
  const touched = book().trade(T + 1000, 'buy', [
    [201, 10],
    [202, 10],
    [203, 10],
  ]);
  expect(fill(touched, { fills: NO_JITTER, exits })).toBe('undecided');
  touched.trade(T + 2000, 'buy', [[204, 1]]);
  expect(fill(touched, { fills: NO_JITTER, exits })).toMatchObject({ reason: 'target', exitTicks: BID + 3 });
});

test('what the record does not decide is not filled', () => {
  expect(fill(new RowScript().add(T + 1000, 1, 'bid', BID, 1), QUIET)).toBe('undecided');
  expect(fill(book(), QUIET)).toBe('undecided');
});

test('a signal before the book is known is not filled', () => {
  const late = book(T + 10);
  late.add(T + 11_000, 302, 'bid', BID - 30, 1);
  expect(fill(late, QUIET)).toBe('undecided');
  // A snapshot after it, as where a recording begins again
  for (const row of late.rows.slice(0, -1)) row[COL_FLAGS] = FLAG_LAST | FLAG_SNAPSHOT;
  expect(fill(late, QUIET)).toBe('undecided');
});
