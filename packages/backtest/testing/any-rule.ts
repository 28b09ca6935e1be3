/** Any rule that can be tested, for property tests. */
import {
  BOOK_SIDES,
  FLOW_EVENT_TYPES,
  LEVEL_TESTS,
  NEAR_LEVELS,
  NEWS_FILTERS,
  PATTERN_DIRECTIONS,
  PATTERN_TYPES,
  SESSION_HOURS,
  TRENDS,
} from '@undertow/market';
import fc from 'fast-check';
import { type BacktestRule, VOLATILITIES, WEEKDAYS } from '#rule/backtest-rule.ts';
import type { Condition, Near } from '#rule/condition.ts';

const some = <Word>(words: readonly Word[]) =>
  fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: words.length });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
/** On the grid of ES. */
const price = fc.integer({ min: 1, max: 100_000 }).map((ticks) => (ticks / 4).toFixed(2));
const share = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);

const near: fc.Arbitrary<Near> = fc.oneof(
  fc.record({ price, level: fc.constant(null), withinTicks: fc.nat(10_000) }),
  fc.record({
    price: fc.constant(null),
    level: fc.constantFrom(...NEAR_LEVELS),
    withinTicks: fc.nat(10_000),
  }),
);
const test = fc.constantFrom(...LEVEL_TESTS);
const event: fc.Arbitrary<Condition> = fc.record({
  kind: fc.constant('event'),
  eventTypes: some(FLOW_EVENT_TYPES),
  side: maybe(fc.constantFrom(...BOOK_SIDES)),
  minConfidence: share,
  minSize: fc.nat(10_000_000),
  perDay: fc.constantFrom(...(['chosen', 3, 10, 30, null] as const)),
  near: maybe(near),
});
const pattern: fc.Arbitrary<Condition> = fc.record({
  kind: fc.constant('pattern'),
  patternTypes: some(PATTERN_TYPES),
  direction: maybe(fc.constantFrom(...PATTERN_DIRECTIONS)),
  minConfidence: share,
  minSize: fc.nat(10_000_000),
  near: maybe(near),
});
const instant = fc
  .integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 })
  .map((ms) => new Date(ms).toISOString());
const line: fc.Arbitrary<Condition> = fc
  .tuple(test, fc.string({ maxLength: 40 }), fc.tuple(instant, instant), price, price)
  .filter(([, , [one, other]]) => one !== other)
  .map(([levelTest, name, ends, first, second]) => {
    const [from = '', to = ''] = ends.toSorted();
    return {
      kind: 'price_line',
      test: levelTest,
      drawingId: 'd-1',
      part: '0.618',
      line: {
        name,
        from: { at: from, price: first },
        to: { at: to, price: second },
        extent: 'right',
        contract: 'ESZ6',
      },
    };
  });
const move: fc.Arbitrary<Condition> = fc
  .tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 1440 }), fc.boolean())
  .chain(([ticks, withinMinutes, isTicks]) =>
    fc.constantFrom('up' as const, 'down' as const, 'either' as const).map((direction) => ({
      kind: 'price_move',
      direction,
      ticks: isTicks ? ticks : null,
      percent: isTicks ? null : (ticks % 5000) / 100 + 0.01,
      withinMinutes,
    })),
  );

export const anyAlertCondition: fc.Arbitrary<Condition> = fc.oneof(
  event,
  fc.record({ kind: fc.constant('price_level'), test, price }),
  line,
  move.map((found) =>
    found.kind === 'price_move' && found.percent !== null
      ? { ...found, percent: Number(found.percent.toFixed(2)) }
      : found,
  ),
  fc.record({
    kind: fc.constant('volume'),
    multiple: fc.integer({ min: 11, max: 1000 }).map((tenths) => tenths / 10),
    windowMinutes: fc.constantFrom(1, 5, 10, 15, 30, 60),
  }),
  fc.record({ kind: fc.constant('trend'), to: some(TRENDS) }),
);

const distance = fc.oneof(
  fc.record({ unit: fc.constant('ticks' as const), value: fc.integer({ min: 1, max: 9999 }) }),
  fc.record({
    unit: fc.constant('ranges' as const),
    value: fc.integer({ min: 1, max: 9999 }).map((hundredths) => hundredths / 100),
  }),
);
const clock = fc
  .nat(1439)
  .map(
    (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  );

const entry: fc.Arbitrary<BacktestRule['entry']> = fc.oneof(
  fc.tuple(fc.oneof(anyAlertCondition, pattern)).map((all) => ({ all, withinSeconds: null })),
  fc.record({
    all: fc.array(fc.oneof(anyAlertCondition, pattern), { minLength: 2, maxLength: 4 }),
    withinSeconds: fc.integer({ min: 1, max: 14_400 }),
  }),
);

export const anyRule: fc.Arbitrary<BacktestRule> = fc.record({
  name: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter((name) => name.trim() === name),
  product: fc.constant('ES'),
  entry,
  filters: fc.record({
    session: fc.constantFrom(...SESSION_HOURS),
    hours: maybe(fc.record({ from: clock, to: clock })),
    weekdays: maybe(some(WEEKDAYS)),
    trend: maybe(some(TRENDS)),
    volatility: maybe(some(VOLATILITIES)),
    quality: fc.constantFrom('any', 'complete'),
    news: fc.constantFrom(...NEWS_FILTERS),
  }),
  direction: fc.constantFrom('with_event', 'against_event', 'long', 'short'),
  order: fc.oneof(
    fc.constant({ kind: 'market' as const }),
    fc.record({
      kind: fc.constant('limit' as const),
      behindTicks: fc.nat(100),
      waitSeconds: fc.integer({ min: 1, max: 3600 }),
    }),
  ),
  position: fc.record({ size: fc.integer({ min: 1, max: 1000 }), max: fc.integer({ min: 1, max: 20 }) }),
  exits: fc.record({
    stop: maybe(distance),
    target: maybe(distance),
    trailing: maybe(distance),
    timeSeconds: maybe(fc.integer({ min: 1, max: 86_400 })),
    oppositeEvent: fc.boolean(),
    sessionEnd: fc.boolean(),
  }),
  coolDownSeconds: fc.nat(86_400),
  costs: fc.record({ roundTurn: fc.nat(99_999).map((cents) => (cents / 100).toFixed(2)) }),
  fills: fc.record({
    model: fc.constantFrom('fast', 'queue'),
    latencyMs: fc.nat(60_000),
    jitterMs: fc.nat(60_000),
  }),
});
