/** How fast a match engine numbers orders: ids of orders placed together lie closer than a second's worth of it. */
import { MINUTE_MS } from '@undertow/market';
import { DecayedMean } from '#statistics/decayed-mean.ts';

const HALF_LIFE_MS = 5 * MINUTE_MS;

export class IdPace {
  readonly #steps = new DecayedMean(HALF_LIFE_MS);
  readonly #gaps = new DecayedMean(HALF_LIFE_MS);
  #newest = 0;
  #newestMs = Number.NaN;

  /** Ids a second over the last minutes; NaN before two fresh orders were seen. */
  get perSecond(): number {
    return (1000 * this.#steps.value) / this.#gaps.value;
  }

  /** An order that is in the feed at this instant; one that is older than the newest is ignored. */
  note(id: number, timeMs: number): void {
    if (id <= this.#newest) return;
    if (this.#newest > 0) {
      this.#steps.add(timeMs, id - this.#newest);
      this.#gaps.add(timeMs, timeMs - this.#newestMs);
    }
    this.#newest = id;
    this.#newestMs = timeMs;
  }

  clear(): void {
    this.#newest = 0;
    this.#newestMs = Number.NaN;
  }
}

/** Into how many groups ids fall when those at most `gap` apart belong together. */
export function groupsOf(ids: readonly number[], gap: number): number {
  const sorted = [...ids].sort((a, b) => a - b);
  return sorted.reduce((groups, id, at) => (at === 0 || id - sorted[at - 1]! > gap ? groups + 1 : groups), 0);
}
