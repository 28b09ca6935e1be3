/** When each rule fired, for an instrument and, where events raise it, an event type. */
import type { RuleFiring } from '#alert-dependencies.ts';

/** Rules, instruments and types remembered: beyond it those that fired least recently are forgotten. */
const MOST_KEYS = 200_000;
/** Firings of one: an event that is told late may lie between them, so the last one alone is not enough. */
const MOST_FIRINGS = 256;

type Named = Pick<RuleFiring, 'ruleId' | 'instrumentId' | 'eventType'>;
type Fired = Pick<RuleFiring, 'alertId' | 'atMs'>;

function keyOf({ ruleId, instrumentId, eventType }: Named): string {
  return `${ruleId}/${instrumentId}/${eventType ?? ''}`;
}

export class CoolDowns {
  /** Of each key oldest first. */
  readonly #fired = new Map<string, readonly Fired[]>();

  restore(firings: readonly RuleFiring[]): void {
    for (const firing of firings) this.#put(keyOf(firing), firing);
  }

  /**
   * Takes a firing unless the rule cools down at its instant, on the market's clock; answers how to take it back, or null
   * when it is held. What a clock that jumped left in the future or the past holds nothing.
   */
  take(firing: RuleFiring, coolDownSeconds: number): (() => void) | null {
    const key = keyOf(firing);
    const fired = this.#fired.get(key) ?? [];
    // The same cause again, after a restart: storage holds its alert already
    if (coolDownSeconds === 0 || fired.some(({ alertId }) => alertId === firing.alertId))
      return () => undefined;
    const isNear = ({ atMs }: Fired): boolean => Math.abs(firing.atMs - atMs) < coolDownSeconds * 1000;
    if (fired.some(isNear)) return null;
    this.#put(key, firing);
    return () => {
      const left = (this.#fired.get(key) ?? []).filter(({ alertId }) => alertId !== firing.alertId);
      this.#fired.set(key, left);
    };
  }

  #put(key: string, { alertId, atMs }: Fired): void {
    const before = this.#fired.get(key) ?? [];
    const at = before.findLastIndex((one) => one.atMs <= atMs) + 1;
    this.#fired.delete(key);
    this.#fired.set(key, before.toSpliced(at, 0, { alertId, atMs }).slice(-MOST_FIRINGS));
    const [oldest] = this.#fired.keys();
    if (this.#fired.size > MOST_KEYS && oldest !== undefined) this.#fired.delete(oldest);
  }
}
