/** Prices that rules wait for, sorted: an update touches only those between the price before it and its own range. */
import type { LevelTest, TradedSpan } from '@undertow/market';
import type { CompiledRule, RuleOf } from './compile-rule.ts';
import type { Fire } from './market-step.ts';

export interface Level<Rule extends CompiledRule = RuleOf<'price_level'>> {
  /** A drawn line has another one at each step. */
  readonly priceTicks: number;
  /** On which side of it the last trades were: -1 below, 1 above, 0 unknown. */
  side: -1 | 0 | 1;
  readonly rules: Set<Rule>;
}

export function sideOf(lastTicks: number, priceTicks: number): -1 | 0 | 1 {
  if (lastTicks === priceTicks) return 0;
  return lastTicks > priceTicks ? 1 : -1;
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
    const side = this.#lastTicks === null ? 0 : sideOf(this.#lastTicks, priceTicks);
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

/** A price that was the last traded one counts as reached again only after trades have left it. */
export function stepLevel(
  level: Level<LevelRule>,
  beforeTicks: number,
  traded: TradedSpan,
  fire: Fire | null,
): void {
  const { isUp, isDown } = crossingsOf(level, traded);
  const isReached =
    level.side !== 0 && beforeTicks !== level.priceTicks && (isUp || isDown || isWithin(level, traded));
  if (fire !== null) fireRules(level, { isUp, isDown, isReached }, fire);
  const now = sideOf(traded.lastTicks, level.priceTicks);
  if (now !== 0) level.side = now;
  else if (isUp !== isDown) level.side = isUp ? 1 : -1;
}

/** In which direction trades crossed the level: both when they returned within the span. */
function crossingsOf({ side, priceTicks }: Level<LevelRule>, { lowTicks, highTicks, lastTicks }: TradedSpan) {
  if (side < 0) {
    const isUp = highTicks > priceTicks;
    return { isUp, isDown: isUp && lastTicks < priceTicks };
  }
  const isDown = side > 0 && lowTicks < priceTicks;
  return { isUp: isDown && lastTicks > priceTicks, isDown };
}

function isWithin({ priceTicks }: Level<LevelRule>, { lowTicks, highTicks }: TradedSpan): boolean {
  return priceTicks >= lowTicks && priceTicks <= highTicks;
}

interface Happened {
  readonly isUp: boolean;
  readonly isDown: boolean;
  readonly isReached: boolean;
}

function fireRules(
  { rules, priceTicks: levelTicks }: Level<LevelRule>,
  { isUp, isDown, isReached }: Happened,
  fire: Fire,
): void {
  for (const rule of rules) {
    const { test } = rule.test;
    if (test === 'reaches') {
      if (isReached) fire(rule, { kind: 'reached', levelTicks });
    } else if (isUp && test !== 'crosses_below') fire(rule, { kind: 'crossed', isUp: true, levelTicks });
    else if (isDown && test !== 'crosses_above') fire(rule, { kind: 'crossed', isUp: false, levelTicks });
  }
}
