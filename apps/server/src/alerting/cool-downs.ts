/** When each rule fired last, for an instrument and, where events raise it, an event type. */
import type { LastFiring } from '#alert-dependencies.ts';

/** Firings remembered: beyond it the oldest are forgotten. */
const MOST = 200_000;

type Named = Pick<LastFiring, 'ruleId' | 'instrumentId' | 'eventType'>;

interface Last {
  readonly alertId: string;
  readonly atMs: number;
}

function keyOf({ ruleId, instrumentId, eventType }: Named): string {
  return `${ruleId}/${instrumentId}/${eventType ?? ''}`;
}

export class CoolDowns {
  readonly #last = new Map<string, Last>();

  restore(firings: readonly LastFiring[]): void {
    for (const firing of firings) this.#put(keyOf(firing), { alertId: firing.alertId, atMs: firing.atMs });
  }

  /**
   * Takes a firing unless the rule cools down at its instant, on the market's clock; answers how to take it back, or null
   * when it is held. What a clock that jumped left in the future or the past holds nothing.
   */
  take(firing: LastFiring, coolDownSeconds: number): (() => void) | null {
    const key = keyOf(firing);
    const last = this.#last.get(key);
    const isSame = last?.alertId === firing.alertId;
    if (last !== undefined && !isSame && Math.abs(firing.atMs - last.atMs) < coolDownSeconds * 1000)
      return null;
    const mine = { alertId: firing.alertId, atMs: firing.atMs };
    this.#put(key, mine);
    return () => {
      if (this.#last.get(key) !== mine) return;
      if (last === undefined) this.#last.delete(key);
      else this.#last.set(key, last);
    };
  }

  #put(key: string, last: Last): void {
    this.#last.delete(key);
    this.#last.set(key, last);
    const [oldest] = this.#last.keys();
    if (this.#last.size > MOST && oldest !== undefined) this.#last.delete(oldest);
  }
}
