/** A rule for one instrument in integer ticks: what the watches compare with. */
import { type EventsPerDay, lineOfAlert, type NearLevel } from '@undertow/contracts';
import {
  type BookSide,
  type DrawnLine,
  type FlowEventType,
  type Instrument,
  type LevelTest,
  MINUTE_MS,
  parsePriceTicks,
  type Trend,
} from '@undertow/market';
import type { AlertRule } from '#ports/alerts.ts';

/** What an event must be near to: a price of the owner's, or a level of the session. */
export interface CompiledNear {
  readonly priceTicks: number | null;
  readonly level: NearLevel | null;
  readonly withinTicks: number;
}

export type CompiledTest =
  | { readonly kind: 'price_level'; readonly test: LevelTest; readonly priceTicks: number }
  | {
      readonly kind: 'price_line';
      readonly test: LevelTest;
      readonly name: string;
      readonly line: DrawnLine;
      /** Trades of another contract do not meet it; null: of whichever is traded. */
      readonly contract: string | null;
    }
  | {
      readonly kind: 'price_move';
      readonly direction: 'up' | 'down' | 'either';
      /** Exactly one of the two is set. */
      readonly ticks: number | null;
      readonly ratio: number | null;
      readonly windowMs: number;
    }
  | { readonly kind: 'volume'; readonly multiple: number; readonly windowMinutes: number }
  | { readonly kind: 'trend'; readonly to: ReadonlySet<Trend> }
  | {
      readonly kind: 'event';
      readonly types: ReadonlySet<FlowEventType>;
      readonly side: BookSide | null;
      readonly minConfidence: number;
      readonly minSize: number;
      readonly perDay: EventsPerDay;
      readonly near: CompiledNear | null;
    };

type TestOf<K extends CompiledTest['kind']> = Extract<CompiledTest, { kind: K }>;

export interface CompiledRule {
  readonly rule: AlertRule;
  readonly instrument: Instrument;
  readonly test: CompiledTest;
}

export type RuleOf<K extends CompiledTest['kind']> = CompiledRule & { readonly test: TestOf<K> };

/** True for a rule of one kind. */
export function isKind<K extends CompiledTest['kind']>(
  compiled: CompiledRule,
  kind: K,
): compiled is RuleOf<K> {
  return compiled.test.kind === kind;
}

function testOf(
  { condition }: Pick<AlertRule, 'condition'>,
  instrument: Instrument,
  chosen: EventsPerDay,
): CompiledTest {
  switch (condition.kind) {
    case 'price_level':
      return {
        kind: 'price_level',
        test: condition.test,
        priceTicks: parsePriceTicks(instrument, condition.price),
      };
    case 'price_line': {
      const { test, line } = condition;
      return {
        kind: 'price_line',
        test,
        name: line.name,
        line: lineOfAlert(instrument, line),
        contract: line.contract,
      };
    }
    case 'price_move':
      return {
        kind: 'price_move',
        direction: condition.direction,
        ticks: condition.ticks,
        ratio: condition.percent === null ? null : condition.percent / 100,
        windowMs: condition.withinMinutes * MINUTE_MS,
      };
    case 'volume':
      return { kind: 'volume', multiple: condition.multiple, windowMinutes: condition.windowMinutes };
    case 'trend':
      return { kind: 'trend', to: new Set(condition.to) };
    case 'event': {
      const { near, eventTypes, side, minConfidence, minSize, perDay } = condition;
      return {
        kind: 'event',
        types: new Set(eventTypes),
        side,
        minConfidence,
        minSize,
        perDay: perDay === 'chosen' ? chosen : perDay,
        near: near && {
          priceTicks: near.price === null ? null : parsePriceTicks(instrument, near.price),
          level: near.level,
          withinTicks: near.withinTicks,
        },
      };
    }
  }
}

/**
 * `chosen` is the owner's preference. Throws RangeError for a price that the instrument cannot have; its message gives
 * the
 * step and the nearest price.
 */
export function compileRule(rule: AlertRule, instrument: Instrument, chosen: EventsPerDay): CompiledRule {
  return { rule, instrument, test: testOf(rule, instrument, chosen) };
}
