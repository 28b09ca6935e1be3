/** Fast fills: the worst prices of each second, the stop before the target, undecided where the data cannot say. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SessionFacts } from '#facts/session-facts.ts';
import type { BacktestRule } from '#rule/backtest-rule.ts';
import { compileRule } from '#rule/compile-rule.ts';
import { RULE } from '#testing/made-rule.ts';
import { CALENDAR, ES, madeSession, withoutTrades, withQuotes } from '#testing/made-session.ts';
import { FastTrades, type TradeOutcome } from './fast-trade.ts';
import { type ExitTicks, PositionPath } from './position-path.ts';
import { moneyOf } from './rule-run.ts';
import { SessionPrices } from './session-prices.ts';

const DAY = '2026-03-02';
const OPEN = CALENDAR.sessionBounds(DAY).openMs;
const AT = 100;

const fillsOf = (facts: SessionFacts, rule: Partial<BacktestRule>): FastTrades =>
  new FastTrades(compileRule({ ...RULE, ...rule }, ES, null), facts, [], new SessionPrices().start(facts));

function trade(facts: SessionFacts, rule: Partial<BacktestRule> = {}, side: 1 | -1 = 1): TradeOutcome {
  return fillsOf(facts, rule).trade({ side, atMs: OPEN + AT * 1000 + 100, rangeTicks: 8 });
}

/** Best bids by second: flat at 20,000 up to the signal, then these, the last one on. */
const withBids = (...after: number[]): SessionFacts =>
  madeSession({
    tradingDay: DAY,
    seed: 1,
    seconds: 3000,
    bids: [...Array.from({ length: AT + 1 }, () => 20_000), ...after],
  });

test('a market order pays the spread, in and out', () => {
  const facts = withBids(20_000);
  const filled = trade(facts, { exits: { ...RULE.exits, timeSeconds: 60 } });
  expect(filled).toMatchObject({ entryTicks: 20_001, exitTicks: 20_000, reason: 'time', slippageTicks: 1 });
});

test('an order that can arrive in either of two seconds pays the worse', () => {
  const facts = withBids(20_003);
  const late = { ...RULE, fills: { ...RULE.fills, latencyMs: 890 } };
  expect(trade(facts, late)).toMatchObject({ entryTicks: 20_004 });
});

test('a stop pays the worst bid of its second, a target waits for trades beyond it', () => {
  expect(trade(withBids(20_000, 19_980))).toMatchObject({ reason: 'stop', exitTicks: 19_980 });
  const touched = withBids(20_000, 20_024, 20_000);
  expect(trade(touched, { exits: { ...RULE.exits, timeSeconds: 30 } })).toMatchObject({ reason: 'time' });
  expect(trade(withBids(20_000, 20_026))).toMatchObject({ reason: 'target', exitTicks: 20_025 });
});

test('where one second meets both, it was the stop', () => {
  const at = (values: Int32Array, ticks: number): Int32Array =>
    values.map((value, second) => (second === AT + 5 ? ticks : value));
  const both = withQuotes(withBids(20_000), ({ tradeLow, tradeHigh }) => ({
    tradeLow: at(tradeLow, 19_900),
    tradeHigh: at(tradeHigh, 20_100),
  }));
  expect(trade(both)).toMatchObject({ reason: 'stop' });
});

test('a trailing stop follows the best price, not beyond the second before', () => {
  const exits = { ...RULE.exits, target: null, trailing: { value: 4, unit: 'ticks' as const } };
  const filled = trade(withBids(20_000, 20_005, 20_010, 20_008, 20_002), { exits });
  expect(filled).toMatchObject({ reason: 'trailing', exitTicks: 20_002 });
});

test('a size that the book does not show is not decided, one beyond the best price pays the fifth', () => {
  const of = (size: number) => trade(withBids(20_000), { position: { size, max: 1 } });
  expect(of(40)).toMatchObject({ entryTicks: 20_001 });
  expect(of(80)).toMatchObject({ entryTicks: 20_003 });
  expect(of(401)).toBe('undecided');
});

test('in a gap or a halt, after the record and without a range nothing is decided', () => {
  const at = { fromMs: OPEN + AT * 1000, toMs: OPEN + (AT + 1) * 1000 };
  const facts = withBids(20_000);
  for (const kind of ['gap', 'halt'] as const)
    expect(trade({ ...facts, spans: [{ kind, ...at }] })).toBe('undecided');
  expect(trade({ ...facts, spans: [{ kind: 'news', ...at }] })).toMatchObject({ entryTicks: 20_001 });
  expect(trade({ ...facts, recorded: { openMs: OPEN, closeMs: OPEN + AT * 1000 } })).toBe('undecided');
  const exits = { ...RULE.exits, stop: { value: 2, unit: 'ranges' as const } };
  const fills = fillsOf(facts, { exits });
  expect(fills.trade({ side: 1, atMs: OPEN + AT * 1000, rangeTicks: null })).toBe('undecided');
});

test('a position that is open in a gap leaves at the first price after it', () => {
  const span = { kind: 'gap' as const, fromMs: OPEN + (AT + 50) * 1000, toMs: OPEN + (AT + 90) * 1000 };
  const facts = { ...withBids(20_000), spans: [span] };
  const filled = trade(facts, { exits: { ...RULE.exits, timeSeconds: 60 } });
  expect(filled).toMatchObject({ exitMs: span.toMs, isThroughGap: true });
});

test('a limit order is reached by trades beyond it, within its time', () => {
  const order = { kind: 'limit', behindTicks: 2, waitSeconds: 10 } as const;
  expect(trade(withBids(20_000), { order })).toBe('unfilled');
  expect(trade(withBids(20_000, 19_990, 20_000), { order })).toMatchObject({ entryTicks: 19_998 });
  expect(trade(withoutTrades(withBids(20_000, 19_990), 0, 3000), { order })).toBe('unfilled');
});

const anyWalk = fc.record({
  seed: fc.integer(),
  second: fc.integer({ min: 60, max: 2000 }),
  side: fc.constantFrom(1 as const, -1 as const),
  size: fc.integer({ min: 1, max: 60 }),
});

test('no fill is better than the touch at arrival, and costs only lower a result', () => {
  fc.assert(
    fc.property(anyWalk, ({ seed, second, side, size }) => {
      const facts = madeSession({ tradingDay: DAY, seed, seconds: 3000 });
      const compiled = compileRule({ ...RULE, position: { size, max: 1 } }, ES, null);
      const fills = new FastTrades(compiled, facts, [], new SessionPrices().start(facts));
      const filled = fills.trade({ side, atMs: OPEN + second * 1000, rangeTicks: 8 });
      if (typeof filled === 'string') return;
      const { askClose, bidClose } = facts.quotes.columns();
      const touch = side > 0 ? askClose[second]! : bidClose[second]!;
      expect(side * (filled.entryTicks - touch)).toBeGreaterThanOrEqual(0);
      const money = moneyOf(compiled, side, filled);
      expect(money.slippageMicros).toBeGreaterThanOrEqual(0);
      expect(money.netMicros).toBeLessThanOrEqual(money.grossMicros);
      expect(money.netMicros).toBe(money.grossMicros - money.slippageMicros - money.commissionMicros);
      expect(filled.maeTicks).toBeGreaterThanOrEqual(0);
      expect(filled.mfeTicks).toBeGreaterThanOrEqual(side * (filled.exitTicks - filled.entryTicks));
    }),
  );
});

/** Stop, target and trailing stop second after second, as they are described; null while none of them is met. */
function plainExit(
  facts: SessionFacts,
  side: 1 | -1,
  [entryTicks, second]: readonly [ticks: number, second: number],
  exits: ExitTicks,
) {
  const { tradeLow, tradeHigh } = facts.quotes.columns();
  const stop = side * entryTicks - (exits.stop ?? Number.POSITIVE_INFINITY);
  const target = side * entryTicks + (exits.target ?? Number.POSITIVE_INFINITY);
  let best = side * entryTicks;
  for (let at = second; at < tradeLow.length; at += 1) {
    const prices = [side * tradeLow[at]!, side * tradeHigh[at]!];
    const trailing = best - (exits.trailing ?? Number.POSITIVE_INFINITY);
    if (Math.min(...prices) <= Math.max(stop, trailing))
      return { second: at, reason: trailing > stop ? 'trailing' : 'stop' };
    if (at > second && Math.max(...prices) > target) return { second: at, reason: 'target' };
    if (at > second) best = Math.max(best, ...prices);
  }
  return null;
}

const anyTicks = fc.record({
  stop: fc.option(fc.integer({ min: 1, max: 30 })),
  target: fc.option(fc.integer({ min: 1, max: 30 })),
  trailing: fc.option(fc.integer({ min: 1, max: 30 })),
});

test('taking whole minutes finds the same exit as second after second', () => {
  fc.assert(
    fc.property(anyWalk, anyTicks, ({ seed, second, side }, exits) => {
      const facts = madeSession({ tradingDay: DAY, seed, seconds: 3000 });
      const prices = new SessionPrices().start(facts);
      const entryTicks = prices.worstQuote(side, second) ?? 0;
      const path = new PositionPath(prices);
      path.follow(side, entryTicks, second, exits, 3000);
      const plain = plainExit(facts, side, [entryTicks, second], exits);
      expect({ reason: path.reason, second: path.second }).toEqual(plain ?? { reason: null, second: 3000 });
    }),
    { numRuns: 500 },
  );
});

test('prices of one session are gone in the next, also where it is longer than a day', () => {
  const prices = new SessionPrices();
  const first = withBids(20_000);
  expect(prices.start(first).worstQuote(1, 500)).toBe(20_001);
  const next = withBids(...Array.from({ length: 200 }, () => 20_050));
  expect(prices.start(next).worstQuote(1, 500)).toBe(20_051);
  const { session, recorded } = next;
  const until = (closeMs: number) => ({
    ...next,
    session: { ...session, closeMs },
    recorded: { ...recorded, closeMs },
  });
  const long = prices.start(until(session.openMs + 30 * 3_600_000));
  expect([long.worstQuote(1, 500), long.worstQuote(1, 29 * 3600)]).toEqual([20_051, 20_051]);
});
