/**
 * What volume is usual at an instant by the causes that no order shows: the day's law, the latent pace and the regime.
 */
import { SECOND_NS } from '@undertow/market';
import type { MarketConditions } from '#flow/market-conditions.ts';

/** Contracts a unit of pace are known after this time, nanoseconds. */
const WARM_NS = 300 * SECOND_NS;

/**
 * Hidden from all traders: contracts that a unit of hidden pace has brought so far, times the pace of the moment
 * without that of news: a release is not the usual course of a day. Planned bursts do not teach what is usual.
 */
export class VolumeLaw {
  readonly #conditions: MarketConditions;
  #contracts = 0;
  #paceNs = 0;
  #volume = 0;
  #timeNs = 0;

  constructor(conditions: MarketConditions) {
    this.#conditions = conditions;
  }

  /** Contracts a second; 0 until enough was seen. */
  get usualPerSecond(): number {
    if (this.#timeNs < WARM_NS || this.#paceNs === 0) return 0;
    return (this.#contracts * this.#usualPace * SECOND_NS) / this.#paceNs;
  }

  /** Takes in what was traded up to now: `volume` counts from the session's begin. */
  learn(timeNs: number, volume: number, isPlanned: boolean): void {
    if (!isPlanned) {
      this.#contracts += volume - this.#volume;
      this.#paceNs += (timeNs - this.#timeNs) * this.#conditions.pace;
    }
    this.#volume = volume;
    this.#timeNs = timeNs;
  }

  get #usualPace(): number {
    const { day, latent, regime } = this.#conditions;
    return day.pace * latent.pace * regime.pace;
  }
}
