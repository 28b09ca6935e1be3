/** Waits for a move of so many ticks or percent within a time. It fires when the move reaches that, not while it lasts. */
import { moveSide, movesInto } from '@undertow/market';
import type { CompiledCondition } from '#rule/compile-rule.ts';
import type { ConditionWatch, OnFiring } from './condition-watch.ts';
import type { KnownFacts } from './known-facts.ts';

type MoveTest = Extract<CompiledCondition, { kind: 'move' }>;

/** Extreme of a sliding window: values that a later one exceeds are dropped. */
class WindowExtreme {
  readonly #sign: number;
  #seconds: number[] = [];
  #ticks: number[] = [];
  #head = 0;

  /** `sign`: 1 for the highest, -1 for the lowest. */
  constructor(sign: number) {
    this.#sign = sign;
  }

  push(second: number, ticks: number): void {
    while (this.#ticks.length > this.#head) {
      if (this.#sign * (this.#ticks[this.#ticks.length - 1]! - ticks) > 0) break;
      this.#ticks.pop();
      this.#seconds.pop();
    }
    this.#seconds.push(second);
    this.#ticks.push(ticks);
  }

  /** The extreme from the second on; null without a trade. */
  from(second: number): number | null {
    while (this.#head < this.#seconds.length && this.#seconds[this.#head]! < second) this.#head += 1;
    return this.#ticks[this.#head] ?? null;
  }

  clear(): void {
    this.#seconds = [];
    this.#ticks = [];
    this.#head = 0;
  }
}

export class MoveWatch implements ConditionWatch {
  readonly reads = 'quotes';
  readonly #test: MoveTest;
  readonly #highs = new WindowExtreme(1);
  readonly #lows = new WindowExtreme(-1);
  /** A move that exists when the session begins is no news. */
  #isHeld = true;

  constructor(test: MoveTest) {
    this.#test = test;
  }

  startSession(): void {
    this.#highs.clear();
    this.#lows.clear();
    this.#isHeld = true;
  }

  step(known: KnownFacts, row: number, onFiring: OnFiring): void {
    const lowTicks = known.quote('tradeLow', row);
    const highTicks = known.quote('tradeHigh', row);
    if (lowTicks > highTicks) return;
    const second = known.quote('second', row);
    const fromSecond = second - this.#test.windowSeconds;
    const before = { lowest: this.#lows.from(fromSecond), highest: this.#highs.from(fromSecond) };
    const { up, down } = movesInto({ lowTicks, highTicks, lastTicks: known.quote('tradeLast', row) }, before);
    this.#lows.push(second, lowTicks);
    this.#highs.push(second, highTicks);
    const side = moveSide(up, down, this.#test);
    const isNews = side !== 0 && !this.#isHeld;
    this.#isHeld = side !== 0;
    if (isNews) onFiring(side, -1);
  }
}
