/** Volume of the last minutes against its normal at this time of day. */
import type { CompiledRule, RuleOf } from './compile-rule.ts';
import type { Fire } from './market-step.ts';
import type { MinuteMemory } from './minute-memory.ts';

interface Waiting {
  readonly rule: RuleOf<'volume'>;
  isHeld: boolean;
}

export class VolumeWatch {
  readonly #windows = new Map<number, Map<CompiledRule, Waiting>>();

  get isEmpty(): boolean {
    return this.#windows.size === 0;
  }

  add(rule: RuleOf<'volume'>): void {
    const { windowMinutes } = rule.test;
    const window = this.#windows.get(windowMinutes) ?? new Map<CompiledRule, Waiting>();
    // What is over the threshold when the rule is created is no news
    window.set(rule, { rule, isHeld: true });
    this.#windows.set(windowMinutes, window);
  }

  remove(rule: RuleOf<'volume'>): void {
    const { windowMinutes } = rule.test;
    const window = this.#windows.get(windowMinutes);
    window?.delete(rule);
    if (window?.size === 0) this.#windows.delete(windowMinutes);
  }

  step(atMs: number, memory: MinuteMemory, fire: Fire | null): void {
    for (const [windowMinutes, rules] of this.#windows) {
      const normal = memory.normalOf(atMs, windowMinutes);
      const volume = memory.volumeOf(atMs, windowMinutes);
      const times = normal === null || normal.volume === 0 ? 0 : volume / normal.volume;
      for (const waiting of rules.values()) {
        const isOver = times >= waiting.rule.test.multiple;
        const isNews = isOver && !waiting.isHeld;
        waiting.isHeld = isOver;
        if (isNews && fire !== null)
          fire(waiting.rule, { kind: 'volume', times, volume, windowMinutes, days: normal?.days ?? null });
      }
    }
  }
}
