/**
 * Hawkes intensities of one kind of event: rates on three time scales, how unusual they are, and how much feeds itself.
 */
import { MINUTE_MS } from '@undertow/market';
import { DecayedMean } from '#statistics/decayed-mean.ts';

/** Time constants of the exponentials, milliseconds (detection, 10.5), and what each adds to the intensity. */
const FAST_MS = 10;
const MIDDLE_MS = 300;
const SLOW_MS = 10_000;
const FAST_WEIGHT = 0.2;
const MIDDLE_WEIGHT = 0.3;
const SLOW_WEIGHT = 0.5;
const HALF_LIFE_MS = 30 * MINUTE_MS;
/** Counts of windows this long, which hold the slow kernel, determine the branching ratio. */
const COUNT_MS = 10_000;
const MIN_WINDOWS = 12;
/** Added before the logarithm, events a second: no event for a while is not infinitely quiet. */
const FLOOR_PER_SECOND = 0.01;
/** A logarithm of a rate scatters by more than this in any market. */
const MIN_DEVIATION = 0.1;

/**
 * The kernel is fixed, not fitted: a weighted mean of the rates of the last 10 ms, 0.3 s and 10 s. It orders instants
 * by how busy they are, which is all that its z is used for.
 */
export class FlowIntensity {
  #fast = 0;
  #middle = 0;
  #slow = 0;
  #atMs = Number.NaN;
  readonly #logMean = new DecayedMean(HALF_LIFE_MS);
  readonly #logSquare = new DecayedMean(HALF_LIFE_MS);
  readonly #countMean = new DecayedMean(HALF_LIFE_MS);
  readonly #countSquare = new DecayedMean(HALF_LIFE_MS);
  #count = 0;
  #windows = 0;
  #countDueMs = Number.NaN;

  add(timeMs: number): void {
    this.#decay(timeMs);
    this.#fast += 1;
    this.#middle += 1;
    this.#slow += 1;
    this.#count += 1;
  }

  /** Events a second at an instant that is not before the last one recorded. */
  rate(timeMs: number): number {
    const gap = timeMs > this.#atMs ? timeMs - this.#atMs : 0;
    return (
      1000 *
      ((FAST_WEIGHT * this.#fast * Math.exp(-gap / FAST_MS)) / FAST_MS +
        (MIDDLE_WEIGHT * this.#middle * Math.exp(-gap / MIDDLE_MS)) / MIDDLE_MS +
        (SLOW_WEIGHT * this.#slow * Math.exp(-gap / SLOW_MS)) / SLOW_MS)
    );
  }

  /** Deviations of the logarithm of the rate; 0 while too little is known. */
  z(timeMs: number): number {
    const mean = this.#logMean.value;
    if (this.#windows < MIN_WINDOWS) return 0;
    const variance = this.#logSquare.value - mean * mean;
    const deviation = Math.max(MIN_DEVIATION, Math.sqrt(Math.max(0, variance)));
    return (Math.log(FLOOR_PER_SECOND + this.rate(timeMs)) - mean) / deviation;
  }

  /** NaN while too little is known; 0 where counts scatter no more than by chance. */
  get branching(): number {
    if (this.#windows < MIN_WINDOWS) return Number.NaN;
    const mean = this.#countMean.value;
    const variance = this.#countSquare.value - mean * mean;
    return variance <= mean ? 0 : 1 - Math.sqrt(mean / variance);
  }

  /** Called each second: samples the rate, and closes a window of counts every ten seconds. */
  sample(timeMs: number): void {
    const log = Math.log(FLOOR_PER_SECOND + this.rate(timeMs));
    this.#logMean.add(timeMs, log);
    this.#logSquare.add(timeMs, log * log);
    if (timeMs < this.#countDueMs) return;
    // The first window began somewhere inside it.
    if (!Number.isNaN(this.#countDueMs)) {
      this.#countMean.add(timeMs, this.#count);
      this.#countSquare.add(timeMs, this.#count * this.#count);
      this.#windows += 1;
    }
    this.#count = 0;
    this.#countDueMs = timeMs + COUNT_MS;
  }

  #decay(timeMs: number): void {
    const gap = timeMs - this.#atMs;
    if (gap > 0) {
      this.#fast *= Math.exp(-gap / FAST_MS);
      this.#middle *= Math.exp(-gap / MIDDLE_MS);
      this.#slow *= Math.exp(-gap / SLOW_MS);
    }
    this.#atMs = timeMs;
  }
}
