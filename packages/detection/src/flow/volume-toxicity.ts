/** VPIN with the true aggressors: imbalance of equal buckets of volume, as a percentile of its own past. */
import { MINUTE_MS } from '@undertow/market';

const BUCKETS = 50;
/** Fewer full buckets than this carry no information. */
const MIN_BUCKETS = 10;
const PAST = 512;
const MIN_PAST = 10;
/**
 * Before a day's volume is known a bucket holds what the first minutes traded: a fiftieth of regular hours is eight.
 */
const FIRST_BUCKET_MS = 5 * MINUTE_MS;
/** What a new day weighs in the mean volume of days. */
const DAY_WEIGHT = 1 / 5;

export class VolumeToxicity {
  readonly #imbalances = new Float64Array(BUCKETS);
  #full = 0;
  readonly #past = new Float64Array(PAST);
  #pastCount = 0;
  #percentileNow = Number.NaN;
  /** Contracts of a bucket; 0 until the first minutes are over. */
  #bucketSize = 0;
  #startMs = Number.NaN;
  #buys = 0;
  #sells = 0;
  #dayVolume = 0;
  #meanDay = Number.NaN;

  get percentile(): number {
    return this.#percentileNow;
  }

  /** `sign` is 1 for a buy and -1 for a sell. */
  add(timeMs: number, sign: number, size: number): void {
    this.#dayVolume += size;
    if (sign > 0) this.#buys += size;
    else this.#sells += size;
    if (this.#bucketSize === 0) {
      if (Number.isNaN(this.#startMs)) this.#startMs = timeMs;
      if (timeMs - this.#startMs < FIRST_BUCKET_MS) return;
      this.#bucketSize = this.#buys + this.#sells;
    }
    if (this.#buys + this.#sells >= this.#bucketSize) this.#close();
  }

  /** The day is over: buckets of the next one hold a fiftieth of the mean day. */
  startDay(): void {
    if (this.#bucketSize > 0 && this.#dayVolume >= this.#bucketSize * MIN_BUCKETS) {
      const mean = Number.isNaN(this.#meanDay) ? this.#dayVolume : this.#meanDay;
      this.#meanDay = mean + (this.#dayVolume - mean) * DAY_WEIGHT;
      this.#bucketSize = Math.max(1, this.#meanDay / BUCKETS);
    }
    this.#dayVolume = 0;
  }

  /** A trade larger than what the bucket lacked is counted in it whole: buckets differ by one trade at most. */
  #close(): void {
    this.#imbalances[this.#full % BUCKETS] = Math.abs(this.#buys - this.#sells) / (this.#buys + this.#sells);
    this.#full += 1;
    this.#buys = 0;
    this.#sells = 0;
    if (this.#full < MIN_BUCKETS) return;
    const known = Math.min(this.#full, BUCKETS);
    let sum = 0;
    for (let at = 0; at < known; at += 1) sum += this.#imbalances[at]!;
    this.#rank(sum / known);
  }

  #rank(vpin: number): void {
    const known = Math.min(this.#pastCount, PAST);
    let lower = 0;
    for (let at = 0; at < known; at += 1) if (this.#past[at]! < vpin) lower += 1;
    if (known >= MIN_PAST) this.#percentileNow = lower / known;
    this.#past[this.#pastCount % PAST] = vpin;
    this.#pastCount += 1;
  }
}
