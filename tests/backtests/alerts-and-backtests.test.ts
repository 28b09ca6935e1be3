/** A rule of alerts and the backtest that it becomes fire at the same instants of the same market. */
import { backtestOfAlert } from '@undertow/backtest';
import { madeSession } from '@undertow/backtest/testing/made-session.ts';
import { signalTimes } from '@undertow/backtest/testing/rule-signals.ts';
import type { AlertCondition } from '@undertow/contracts';
import { LEVEL_TESTS, SECOND_MS, SIMULATED_CALENDAR } from '@undertow/market';
import { compileRule } from '@undertow/server/src/alerting/compile-rule.ts';
import { RuleBoard } from '@undertow/server/src/alerting/rule-board.ts';
import { testEvent } from '@undertow/server/testing/event.ts';
import { ES, makeRule, makeStep } from '@undertow/server/testing/rule-board.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

type Facts = ReturnType<typeof madeSession>;

/** What happens in a session, each with its instant: trades of a second at its end, findings when they are known. */
function stepsOf({ quotes, findings, session }: Facts) {
  const { count, second, tradeLow, tradeHigh, tradeLast } = quotes.columns();
  const trades = Array.from({ length: count }, (_, row) => {
    const [lowTicks, highTicks, lastTicks] = [tradeLow[row]!, tradeHigh[row]!, tradeLast[row]!];
    const atMs = session.openMs + (second[row]! + 1) * SECOND_MS;
    return makeStep(atMs, { traded: { lowTicks, highTicks, lastTicks } });
  });
  const events = Array.from({ length: findings.count }, (_, row) => {
    const atMs = findings.knownMs[row]!;
    const event = testEvent(findings.ids[findings.finding[row]!]!, atMs, {
      type: 'iceberg',
      side: findings.side[row]! > 0 ? 'bid' : 'ask',
      exact: findings.flags[row]! === 1,
      ...{ priceLowTicks: findings.lowTicks[row]!, priceHighTicks: findings.highTicks[row]! },
      ...{ confidence: findings.confidence[row]! / 1000, size: findings.size[row]! },
      // Below 0: it was not ranked
      ...(findings.perDay[row]! < 0 ? {} : { perDay: findings.perDay[row]! / 1000 }),
    });
    return makeStep(atMs, { events: [event] });
  });
  return [...trades, ...events].toSorted((a, b) => a.atMs - b.atMs);
}

function alertTimes(condition: AlertCondition, facts: Facts): number[] {
  const board = new RuleBoard(ES, SIMULATED_CALENDAR);
  board.add(compileRule(makeRule('r', condition), ES, 10));
  return stepsOf(facts).flatMap((step) => board.step(step).map(({ atMs }) => atMs));
}

const BASE = 20_000;
const priceOf = (ticks: number): string => (ticks / 4).toFixed(2);
const price = fc.integer({ min: BASE - 6, max: BASE + 6 }).map(priceOf);
const level: fc.Arbitrary<AlertCondition> = fc.record({
  kind: fc.constant('price_level' as const),
  test: fc.constantFrom(...LEVEL_TESTS),
  price,
});
const move: fc.Arbitrary<AlertCondition> = fc.record({
  kind: fc.constant('price_move' as const),
  direction: fc.constantFrom('up' as const, 'down' as const, 'either' as const),
  ticks: fc.integer({ min: 1, max: 12 }),
  percent: fc.constant(null),
  withinMinutes: fc.integer({ min: 1, max: 2 }),
});
const event: fc.Arbitrary<AlertCondition> = fc.record({
  kind: fc.constant('event' as const),
  eventTypes: fc.constant<'iceberg'[]>(['iceberg']),
  side: fc.constantFrom('bid' as const, 'ask' as const, null),
  minConfidence: fc.constantFrom(0, 0.5, 0.8, 1),
  minSize: fc.constantFrom(0, 100, 200),
  perDay: fc.constantFrom('chosen' as const, 3 as const, null),
  near: fc.option(fc.record({ price, level: fc.constant(null), withinTicks: fc.nat(6) }), { nil: null }),
});
/** Prices that jump, stay and return: gaps over a level, and trades at it. */
const bids = fc.array(fc.integer({ min: BASE - 8, max: BASE + 8 }), { minLength: 5, maxLength: 200 });
const events = fc
  .uniqueArray(
    fc.record({
      atSecond: fc.integer({ min: 1, max: 190 }),
      side: fc.constantFrom(1 as const, -1 as const),
      type: fc.constant('iceberg' as const),
      size: fc.constantFrom(50, 100, 199, 200, 300),
      confidence: fc.constantFrom(300, 500, 799, 800, 1000),
      flags: fc.constantFrom(0, 1),
    }),
    { maxLength: 12, selector: ({ atSecond }) => atSecond },
  )
  .map((made) => made.toSorted((a, b) => a.atSecond - b.atSecond));

test('a rule of alerts fires when its backtest enters, whatever the rule and the market', () => {
  let fired = 0;
  fc.assert(
    fc.property(fc.oneof(level, move, event), bids, events, fc.nat(1000), (condition, path, made, seed) => {
      const facts = madeSession({ tradingDay: '2026-11-18', seed, bids: path, events: made, seconds: 200 });
      const alert = { name: 'r', condition, sessionHours: 'any' as const, coolDownSeconds: 0 };
      const times = alertTimes(condition, facts);
      fired += times.length;
      expect(signalTimes(backtestOfAlert(alert, 'ES'), facts, 10)).toEqual(times);
    }),
    { numRuns: 300 },
  );
  expect(fired).toBeGreaterThan(100);
});
