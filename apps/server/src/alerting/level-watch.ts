/** Prices that rules wait for, sorted: an update touches only those between the price before it and its own range. */
import {
  type LevelSide,
  type LevelTest,
  meetLevel,
  metAs,
  sideOfLevel,
  type TradedSpan,
} from '@undertow/market';
import type { CompiledRule, RuleOf } from './compile-rule.ts';
import type { Fire } from './market-step.ts';

export interface Level<Rule extends CompiledRule = RuleOf<'price_level'>> {
  /** A drawn line has another one at each step. */
  readonly priceTicks: number;
  side: LevelSide;
  readonly rules: Set<Rule>;
}

export class LevelWatch {
  /** Lowest price first. */
  readonly #levels: Level[] = [];
  #lastTicks: number | null = null;

  get lastTicks(): number | null {
    return this.#lastTicks;
  }

  /** Position of the first level at or above the price. */
  #from(priceTicks: number): number {
    let low = 0;
    let high = this.#levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#levels[middle]!.priceTicks < priceTicks) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  add(rule: RuleOf<'price_level'>): void {
    const { priceTicks } = rule.test;
    const at = this.#from(priceTicks);
    const known = this.#levels[at];
    if (known?.priceTicks === priceTicks) {
      known.rules.add(rule);
      return;
    }
    const side = this.#lastTicks === null ? 0 : sideOfLevel(this.#lastTicks, priceTicks);
    const level: Level = { priceTicks, side, rules: new Set([rule]) };
    this.#levels.splice(at, 0, level);
  }

  remove(rule: RuleOf<'price_level'>): void {
    const at = this.#from(rule.test.priceTicks);
    const level = this.#levels[at];
    if (level === undefined || !level.rules.delete(rule) || level.rules.size > 0) return;
    this.#levels.splice(at, 1);
  }

  /** Other prices follow, of another contract: on which side of a level they are is not known yet. */
  reset(): void {
    this.#lastTicks = null;
    for (const level of this.#levels) level.side = 0;
  }

  /** Processes the trades since the previous step. */
  step(traded: TradedSpan, fire: Fire | null): void {
    const { lowTicks, highTicks, lastTicks } = traded;
    const before = this.#lastTicks ?? lastTicks;
    const isFirst = this.#lastTicks === null;
    this.#lastTicks = lastTicks;
    const end = Math.max(highTicks, before);
    const first = isFirst ? 0 : this.#from(Math.min(lowTicks, before));
    for (let at = first; at < this.#levels.length; at += 1) {
      const level = this.#levels[at]!;
      if (!isFirst && level.priceTicks > end) break;
      stepLevel(level, before, traded, fire);
    }
  }
}

/** A rule that compares with one price at a time. */
export type LevelRule = CompiledRule & { readonly test: { readonly test: LevelTest } };

export function stepLevel(
  level: Level<LevelRule>,
  beforeTicks: number,
  traded: TradedSpan,
  fire: Fire | null,
): void {
  const { side: from, priceTicks: levelTicks, rules } = level;
  const met = meetLevel(from, levelTicks, beforeTicks, traded);
  level.side = met.side;
  if (fire === null) return;
  for (const rule of rules) {
    const { test } = rule.test;
    const side = metAs(test, met, from);
    if (side === 0) continue;
    fire(
      rule,
      test === 'reaches' ? { kind: 'reached', levelTicks } : { kind: 'crossed', isUp: side > 0, levelTicks },
    );
  }
}
