/** Wait for what a minute shows when it is over: a change of the daily trend, and unusual volume. */
import { TRENDS } from '@undertow/market';
import type { CompiledCondition } from '#rule/compile-rule.ts';
import type { ConditionWatch, OnFiring } from './condition-watch.ts';
import type { KnownFacts } from './known-facts.ts';
import type { SessionMemory } from './session-memory.ts';

const TREND_SIGNS = TRENDS.map((trend) => ({ bullish: 1, bearish: -1, consolidating: 0 })[trend]);

export class TrendWatch implements ConditionWatch {
  readonly reads = 'minutes';
  readonly #to: ReadonlySet<number>;
  #trend: number | null = null;

  constructor({ to }: Extract<CompiledCondition, { kind: 'trend' }>) {
    this.#to = to;
  }

  startSession(_known: KnownFacts, isRoll: boolean): void {
    if (isRoll) this.#trend = null;
  }

  step(known: KnownFacts, row: number, onFiring: OnFiring): void {
    const before = this.#trend;
    const trend = known.minute('trend', row);
    this.#trend = trend;
    if (before !== null && trend !== before && this.#to.has(trend)) onFiring(TREND_SIGNS[trend]!, -1);
  }
}

export class VolumeWatch implements ConditionWatch {
  readonly reads = 'minutes';
  readonly #multiple: number;
  readonly #windowMinutes: number;
  readonly #memory: SessionMemory;
  #isHeld = true;

  constructor(
    { multiple, windowMinutes }: Extract<CompiledCondition, { kind: 'volume' }>,
    memory: SessionMemory,
  ) {
    this.#multiple = multiple;
    this.#windowMinutes = windowMinutes;
    this.#memory = memory;
  }

  startSession(): void {
    this.#isHeld = true;
  }

  step(known: KnownFacts, row: number, onFiring: OnFiring): void {
    const minute = known.minute('minute', row);
    let volume = 0;
    for (let at = row; at >= 0 && known.minute('minute', at) > minute - this.#windowMinutes; at -= 1)
      volume += known.minute('volume', at);
    const normal = this.#memory.normalVolume(minute, this.#windowMinutes);
    const isOver = normal !== null && volume >= this.#multiple * normal;
    const isNews = isOver && !this.#isHeld;
    this.#isHeld = isOver;
    if (isNews) onFiring(0, -1);
  }
}
