/** A rule for one instrument in integer ticks and milliseconds. */
import {
  type BookSide,
  type DrawnLine,
  type Instrument,
  type LevelTest,
  MINUTE_MS,
  NEAR_LEVELS,
  parsePriceTicks,
  SECOND_MS,
  TRENDS,
} from '@undertow/market';
import type { BacktestRule } from './backtest-rule.ts';
import type { Condition, EventCondition, Near, PatternCondition, PerDay } from './condition.ts';
import { instantMs } from './instant-ms.ts';

const THOUSANDTHS = 1000;
const MICROS_PER_USD = 1_000_000;
const NANOS_PER_MICRO = 1000;

export interface CompiledNear {
  readonly priceTicks: number | null;
  /** Position in `NEAR_LEVELS`, -1 for a price. */
  readonly level: number;
  readonly withinTicks: number;
}

export interface FindingTest {
  readonly kind: 'finding';
  readonly types: ReadonlySet<string>;
  /** 1 bid or up, -1 ask or down, null either. */
  readonly side: 1 | -1 | null;
  /** Thousandths. */
  readonly minConfidence: number;
  readonly minSize: number;
  /** Thousandths; null: any. */
  readonly maxPerDay: number | null;
  readonly near: CompiledNear | null;
}

export type CompiledCondition =
  | FindingTest
  | { readonly kind: 'level'; readonly test: LevelTest; readonly priceTicks: number }
  | {
      readonly kind: 'line';
      readonly test: LevelTest;
      readonly line: DrawnLine;
      readonly contract: string | null;
    }
  | {
      readonly kind: 'move';
      readonly direction: 'up' | 'down' | 'either';
      readonly ticks: number | null;
      readonly ratio: number | null;
      readonly windowSeconds: number;
    }
  | { readonly kind: 'volume'; readonly multiple: number; readonly windowMinutes: number }
  /** Positions in `TRENDS`. */
  | { readonly kind: 'trend'; readonly to: ReadonlySet<number> };

export interface CompiledRule {
  readonly rule: BacktestRule;
  readonly instrument: Instrument;
  readonly conditions: readonly CompiledCondition[];
  /** The first condition on either side: what an exit by an opposite event waits for. */
  readonly opposite: CompiledCondition;
  readonly withinMs: number;
  readonly roundTurnMicros: number;
  /** Money of one tick of one contract. */
  readonly tickMicros: number;
}

function nearOf(near: Near | null, instrument: Instrument): CompiledNear | null {
  if (near === null) return null;
  return {
    priceTicks: near.price === null ? null : parsePriceTicks(instrument, near.price),
    level: near.level === null ? -1 : NEAR_LEVELS.indexOf(near.level),
    withinTicks: near.withinTicks,
  };
}

const SIDE_SIGNS: Readonly<Record<BookSide | 'up' | 'down', 1 | -1>> = { bid: 1, up: 1, ask: -1, down: -1 };

function findingTest(
  condition: EventCondition | PatternCondition,
  instrument: Instrument,
  chosen: Exclude<PerDay, 'chosen'>,
): FindingTest {
  const isEvent = condition.kind === 'event';
  const side = isEvent ? condition.side : condition.direction;
  const perDay = isEvent ? (condition.perDay === 'chosen' ? chosen : condition.perDay) : null;
  return {
    kind: 'finding',
    types: new Set<string>(isEvent ? condition.eventTypes : condition.patternTypes),
    side: side === null ? null : SIDE_SIGNS[side],
    minConfidence: Math.round(condition.minConfidence * THOUSANDTHS),
    minSize: condition.minSize,
    maxPerDay: perDay === null ? null : perDay * THOUSANDTHS,
    near: nearOf(condition.near, instrument),
  };
}

function lineOf({ line }: Extract<Condition, { kind: 'price_line' }>, instrument: Instrument): DrawnLine {
  const end = ({ at, price }: typeof line.from) => ({
    atMs: instantMs(at),
    priceTicks: parsePriceTicks(instrument, price),
  });
  return { from: end(line.from), to: end(line.to), extent: line.extent };
}

function compileCondition(
  condition: Condition,
  instrument: Instrument,
  chosen: Exclude<PerDay, 'chosen'>,
): CompiledCondition {
  switch (condition.kind) {
    case 'event':
    case 'pattern':
      return findingTest(condition, instrument, chosen);
    case 'price_level':
      return {
        kind: 'level',
        test: condition.test,
        priceTicks: parsePriceTicks(instrument, condition.price),
      };
    case 'price_line':
      return {
        kind: 'line',
        test: condition.test,
        line: lineOf(condition, instrument),
        contract: condition.line.contract,
      };
    case 'price_move':
      return {
        kind: 'move',
        direction: condition.direction,
        ticks: condition.ticks,
        ratio: condition.percent === null ? null : condition.percent / 100,
        windowSeconds: (condition.withinMinutes * MINUTE_MS) / SECOND_MS,
      };
    case 'volume':
      return { kind: 'volume', multiple: condition.multiple, windowMinutes: condition.windowMinutes };
    case 'trend':
      return { kind: 'trend', to: new Set(condition.to.map((trend) => TRENDS.indexOf(trend))) };
  }
}

function eitherSide(condition: CompiledCondition): CompiledCondition {
  if (condition.kind === 'finding') return { ...condition, side: null };
  if (condition.kind === 'move') return { ...condition, direction: 'either' };
  if (condition.kind === 'trend') return { ...condition, to: new Set(TRENDS.keys()) };
  if (condition.kind === 'volume') return condition;
  return condition.test === 'reaches' ? condition : { ...condition, test: 'crosses' };
}

/**
 * `chosen` is the preference of the rule's owner for events a day. Throws RangeError for a price that the instrument cannot
 * have.
 */
export function compileRule(
  rule: BacktestRule,
  instrument: Instrument,
  chosen: Exclude<PerDay, 'chosen'>,
): CompiledRule {
  const conditions = rule.entry.all.map((condition) => compileCondition(condition, instrument, chosen));
  return {
    rule,
    instrument,
    conditions,
    opposite: eitherSide(conditions[0]!),
    withinMs: (rule.entry.withinSeconds ?? 0) * SECOND_MS,
    roundTurnMicros: Math.round(Number(rule.costs.roundTurn) * MICROS_PER_USD),
    tickMicros: (instrument.tickNanos * instrument.pointValue) / NANOS_PER_MICRO,
  };
}
