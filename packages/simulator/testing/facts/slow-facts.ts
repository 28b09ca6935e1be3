/** Stylised facts of the simulator reference, rows 12 to 18, that show over minutes: from one sample a second. */

import { log } from '#random/exact-math.ts';
import type { SlowFactName } from './fact-targets.ts';
import {
  autocorrelation,
  differences,
  excessKurtosis,
  mean,
  quantile,
  realisedVariance,
  regression,
} from './statistics.ts';

const MINUTE = 60;
/** Share of the largest returns of each sign that make a tail. */
const TAIL_SHARE = 0.05;
const CLUSTER_LAGS = [1, 2, 3, 5, 10];
/** Minutes are counted from six beginnings: the mean of the six is steadier than one of them (subsampling). */
const BEGINNINGS = [0, 10, 20, 30, 40, 50];

/** Feed it every second; minutes are counted from the first. */
export class SlowFacts {
  readonly #mids: number[] = [];
  readonly #depths: number[] = [];
  /** Contracts traded in each second, and of those in events that refilled an iceberg. */
  readonly #volumes: number[] = [];
  #volume = 0;
  #total = 0;
  #refilled = 0;

  addMatch(contracts: number, refilled: boolean): void {
    this.#volume += contracts;
    this.#total += contracts;
    if (refilled) this.#refilled += contracts;
  }

  addSecond(mid: number, depth: number): void {
    this.#mids.push(mid);
    this.#depths.push(depth);
    this.#volumes.push(this.#volume);
    this.#volume = 0;
  }

  facts(): Readonly<Record<SlowFactName, number>> {
    const volumes = this.#byMinute(this.#volumes);
    return {
      sigma1: this.#overBeginnings((mids) => Math.sqrt(realisedVariance(mids, MINUTE))),
      acf1m: this.#overBeginnings((mids) => autocorrelation(differences(mids, MINUTE), 1)),
      kurtosis1m: this.#overBeginnings((mids) => excessKurtosis(differences(mids, MINUTE))),
      hill: hillIndex(differences(this.#mids, 10).map(Math.abs)),
      clustering: this.#overBeginnings(clustering),
      signature:
        realisedVariance(this.#mids, 1) / this.#overBeginnings((mids) => realisedVariance(mids, 5 * MINUTE)),
      volumeVolatility: correlation(volumes, this.#volatilities()),
      depthVolatility: correlation(this.#byMinute(this.#depths), this.#volatilities()),
      refillVolume: this.#total === 0 ? 0 : this.#refilled / this.#total,
    };
  }

  #overBeginnings(fact: (mids: readonly number[]) => number): number {
    return mean(BEGINNINGS.map((from) => fact(this.#mids.slice(from))));
  }

  #byMinute(seconds: readonly number[]): number[] {
    const sums: number[] = [];
    for (let from = 0; from + MINUTE < seconds.length; from += MINUTE)
      sums.push(mean(seconds.slice(from, from + MINUTE)));
    return sums;
  }

  /** Realised volatility of each minute, from its seconds. */
  #volatilities(): number[] {
    const found: number[] = [];
    for (let from = 0; from + MINUTE < this.#mids.length; from += MINUTE)
      found.push(Math.sqrt(realisedVariance(this.#mids.slice(from, from + MINUTE + 1), 1)));
    return found;
  }
}

/** Mean autocorrelation of the sizes of minutes' returns. */
function clustering(mids: readonly number[]): number {
  const sizes = differences(mids, MINUTE).map(Math.abs);
  return mean(CLUSTER_LAGS.map((lag) => autocorrelation(sizes, lag)));
}

function correlation(x: readonly number[], y: readonly number[]): number {
  const { slope, r2 } = regression(x, y);
  return Math.sign(slope) * Math.sqrt(r2);
}

/** Hill's estimate of the tail index of positive values. */
function hillIndex(values: readonly number[]): number {
  const threshold = quantile(values, 1 - TAIL_SHARE);
  if (threshold <= 0) return 0;
  const tail = values.filter((value) => value > threshold).map((value) => log(value / threshold));
  return tail.length === 0 ? 0 : 1 / mean(tail);
}
