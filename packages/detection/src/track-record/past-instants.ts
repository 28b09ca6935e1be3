/** The mids of the last hours, and how often a declared outcome came true at past instants of the same volatility. */
import { HOUR_MS, MINUTE_MS } from '@undertow/market';
import { type Passage, PassageWatch } from './passage.ts';
import type { BaseRate, VolatilityThird } from './track-row.ts';

/** One mid a second: the longest rule takes half an hour, and its instants begin in the hour before that. */
const MIDS = 6000;
const INSTANT_EVERY_MS = MINUTE_MS / 2;

interface Instant {
  /** Number of its mid since the beginning. */
  readonly at: number;
  readonly volatility: VolatilityThird;
}

export class PastInstants {
  readonly #timesMs = new Float64Array(MIDS);
  readonly #midTicks = new Float64Array(MIDS);
  #count = 0;
  #instants: Instant[] = [];
  #instantDueMs = Number.NEGATIVE_INFINITY;

  /** The mid of each second in their order, ticks; `volatilityOf` is called when an instant begins. */
  add(timeMs: number, midTicks: number, volatilityOf: () => VolatilityThird): void {
    this.#timesMs[this.#count % MIDS] = timeMs;
    this.#midTicks[this.#count % MIDS] = midTicks;
    if (timeMs >= this.#instantDueMs) {
      this.#instantDueMs = timeMs + INSTANT_EVERY_MS;
      const oldest = this.#count - MIDS;
      if ((this.#instants[0]?.at ?? 0) <= oldest)
        this.#instants = this.#instants.filter(({ at }) => at > oldest);
      this.#instants.push({ at: this.#count, volatility: volatilityOf() });
    }
    this.#count += 1;
  }

  /** The price path is broken: no outcome reaches across. */
  clear(): void {
    this.#count = 0;
    this.#instants = [];
    this.#instantDueMs = Number.NEGATIVE_INFINITY;
  }

  /**
   * The same barriers at every past instant of that volatility whose outcome is known by now and that began within the
   * hour before the last such; null where none was decided.
   */
  baseRate(passage: Passage, volatility: VolatilityThird, nowMs: number): BaseRate | null {
    const lastMs = nowMs - PassageWatch.spanMs(passage);
    let resolved = 0;
    let hits = 0;
    for (const instant of this.#instants) {
      if (instant.volatility !== volatility || instant.at <= this.#count - MIDS) continue;
      const fromMs = this.#timesMs[instant.at % MIDS]!;
      if (fromMs > lastMs || fromMs < lastMs - HOUR_MS) continue;
      const outcome = this.#outcomeFrom(instant.at, { ...passage, fromMs });
      if (outcome === null) continue;
      resolved += 1;
      if (outcome) hits += 1;
    }
    return resolved === 0 ? null : { resolved, rate: hits / resolved };
  }

  #outcomeFrom(at: number, passage: Passage): boolean | null {
    const watch = new PassageWatch({ ...passage, midTicks: this.#midTicks[at % MIDS]! });
    for (let next = at + 1; next < this.#count; next += 1) {
      const outcome = watch.outcomeAt(this.#timesMs[next % MIDS]!, this.#midTicks[next % MIDS]!);
      if (outcome !== undefined) return outcome;
    }
    return null;
  }
}
