/** Lines that rules wait for: at each step a line has one price, with which the trades are compared as with a level. */
import {
  type EpochMs,
  type ExchangeCalendar,
  lineTicks,
  sideOfLevel,
  type TradedSpan,
} from '@undertow/market';
import type { RuleOf } from './compile-rule.ts';
import { stepLevel } from './level-watch.ts';
import type { Fire } from './market-step.ts';

type LineRule = RuleOf<'price_line'>;

interface Line {
  readonly ticksAt: (atMs: number) => number | null;
  /** On which side of it the last trades were: -1 below, 1 above, 0 unknown. */
  side: -1 | 0 | 1;
}

/** What was known before the step. */
export interface BeforeStep {
  /** The contract that is traded; null where it is not known. */
  readonly contract: string | null;
  readonly beforeTicks: number | null;
}

export class LineWatch {
  readonly #calendar: ExchangeCalendar;
  readonly #lines = new Map<LineRule, Line>();

  constructor(calendar: ExchangeCalendar) {
    this.#calendar = calendar;
  }

  add(rule: LineRule): void {
    this.#lines.set(rule, { ticksAt: lineTicks(rule.test.line, this.#calendar), side: 0 });
  }

  remove(rule: LineRule): void {
    this.#lines.delete(rule);
  }

  /** Other prices follow, of another contract: on which side of a line they are is not known yet. */
  reset(): void {
    for (const line of this.#lines.values()) line.side = 0;
  }

  /** Processes the trades since the previous step. Price also crosses a line that comes to it. */
  step(atMs: EpochMs, traded: TradedSpan, before: BeforeStep, fire: Fire | null): void {
    for (const [rule, line] of this.#lines) this.#stepLine(rule, line, { atMs, traded, before, fire });
  }

  #stepLine(rule: LineRule, line: Line, { atMs, traded, before, fire }: LineStep): void {
    const { contract, name } = rule.test;
    const isOther = contract !== null && before.contract !== null && contract !== before.contract;
    const priceTicks = isOther ? null : line.ticksAt(atMs);
    if (priceTicks === null) {
      line.side = 0;
      return;
    }
    // A rule that is new knows from the last trade on which side it is
    if (line.side === 0 && before.beforeTicks !== null)
      line.side = sideOfLevel(before.beforeTicks, priceTicks);
    const level = { priceTicks, side: line.side, rules: new Set([rule]) };
    const named: Fire | null =
      fire && ((compiled, fact) => fire(compiled, { ...fact, lineName: name } as typeof fact));
    stepLevel(level, before.beforeTicks ?? traded.lastTicks, traded, named);
    line.side = level.side;
  }
}

interface LineStep {
  readonly atMs: EpochMs;
  readonly traded: TradedSpan;
  readonly before: BeforeStep;
  readonly fire: Fire | null;
}
