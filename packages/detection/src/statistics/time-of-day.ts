/**
 * What is usual at this time of the trading day: robust location and scale of a measure by five minutes of the session.
 */
import { HOUR_MS, MINUTE_MS } from '@undertow/market';

const BUCKET_MS = 5 * MINUTE_MS;
/** 23 hours of five minutes on CME, 24 on venues that never close. */
const BUCKETS = 288;
const BINS = 96;
/** What a session weighs falls by this share with each later one: about the last twenty count. */
const SESSION_FADE = 1 - 1 / 20;
/** Below this many earlier sessions the session to date is used. */
const WARM_SESSIONS = 3;
/** Without earlier sessions the newest part of the day predicts its next minutes best. */
const TO_DATE_HALF_LIFE_MS = HOUR_MS;
/** Fewer values than this are no baseline. */
const MIN_WEIGHT = 20;
/** The curve is drawn again when this share of its weight was added. */
const REDRAW_SHARE = 1 / 32;
/** Deviation of a normal law over its median absolute deviation, and its upper tenth over its deviation. */
const SIGMA_OF_MAD = 1.4826;
const NORMAL_Q90 = 1.2816;
const BISECTIONS = 24;

/**
 * Values are counted in 96 equal bins from `lowest` to `highest` and read with linear interpolation; what lies outside
 * counts at the ends. Hand it what is nearly symmetric, for example log(1 + volume). Memory is fixed: about 170 kB.
 */
export class TimeOfDayBaseline {
  readonly #lowest: number;
  readonly #width: number;
  readonly #history = new Float32Array(BUCKETS * BINS);
  readonly #today = new Uint16Array(BUCKETS * BINS);
  readonly #toDate = new Float64Array(BINS);
  #sessions = 0;
  #isEmptyDay = true;
  #fadeDueMs = Number.NaN;
  /** Weight at or below the upper end of each bin, of the bucket that was drawn last. */
  readonly #curve = new Float64Array(BINS);
  #drawnBucket = -1;
  #isOfHistory = false;
  #addedSince = 0;
  #center = Number.NaN;
  #spread = Number.NaN;

  constructor(lowest: number, highest: number) {
    if (!(highest > lowest)) throw new RangeError('expected highest above lowest');
    this.#lowest = lowest;
    this.#width = (highest - lowest) / BINS;
  }

  /** Whether at least three earlier sessions are known. */
  get warm(): boolean {
    return this.#sessions >= WARM_SESSIONS;
  }

  /** Counts a value measured `sinceOpenMs` after the open of the trading day. */
  add(sinceOpenMs: number, value: number): void {
    if (Number.isNaN(value)) return;
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor((value - this.#lowest) / this.#width)));
    const at = bucketOf(sinceOpenMs) * BINS + bin;
    // A bucket that is full keeps its shape well enough.
    if (this.#today[at]! < 0xffff) this.#today[at]! += 1;
    this.#isEmptyDay = false;
    if (!(sinceOpenMs < this.#fadeDueMs)) this.#fadeToDate(sinceOpenMs);
    this.#toDate[bin]! += 1;
    this.#addedSince += 1;
  }

  /** Distance from what is usual at this time in robust deviations; 0 while nothing is known. */
  z(sinceOpenMs: number, value: number): number {
    this.#draw(sinceOpenMs);
    return Number.isNaN(this.#center) ? 0 : (value - this.#center) / this.#spread;
  }

  /** Value below which the share `p` lies at this time; NaN while nothing is known. */
  quantile(sinceOpenMs: number, p: number): number {
    this.#draw(sinceOpenMs);
    return Number.isNaN(this.#center) ? Number.NaN : this.#read(p);
  }

  /** Median at this time; NaN while nothing is known. */
  median(sinceOpenMs: number): number {
    this.#draw(sinceOpenMs);
    return this.#center;
  }

  /** Robust deviation at this time; NaN while nothing is known. */
  scale(sinceOpenMs: number): number {
    this.#draw(sinceOpenMs);
    return this.#spread;
  }

  /** Keeps the day among the earlier sessions and begins an empty one. */
  endSession(): void {
    if (this.#isEmptyDay) return;
    for (let at = 0; at < this.#history.length; at += 1) {
      this.#history[at] = this.#history[at]! * SESSION_FADE + this.#today[at]!;
    }
    this.#today.fill(0);
    this.#isEmptyDay = true;
    this.#fadeDueMs = Number.NaN;
    this.#sessions += 1;
    this.#drawnBucket = -1;
  }

  #fadeToDate(sinceOpenMs: number): void {
    if (!Number.isNaN(this.#fadeDueMs)) {
      for (let bin = 0; bin < BINS; bin += 1) this.#toDate[bin]! /= 2;
    }
    this.#fadeDueMs = sinceOpenMs + TO_DATE_HALF_LIFE_MS;
  }

  /** Brings curve, median and deviation up to date for the bucket of an instant. */
  #draw(sinceOpenMs: number): void {
    const bucket = bucketOf(sinceOpenMs);
    const weight = this.#curve[BINS - 1]!;
    const isFresh = this.#isOfHistory || this.#addedSince <= weight * REDRAW_SHARE;
    if (bucket === this.#drawnBucket && isFresh) return;
    this.#drawnBucket = bucket;
    this.#addedSince = 0;
    this.#isOfHistory = this.warm && this.#drawHistory(bucket) >= MIN_WEIGHT;
    if (!this.#isOfHistory) this.#drawToDate();
    const total = this.#curve[BINS - 1]!;
    this.#center = total < MIN_WEIGHT ? Number.NaN : this.#read(0.5);
    this.#spread = total < MIN_WEIGHT ? Number.NaN : this.#deviation();
  }

  /** Curve of the bucket and its two neighbours in the earlier sessions. Returns its weight. */
  #drawHistory(bucket: number): number {
    const from = Math.max(0, bucket - 1);
    const to = Math.min(BUCKETS - 1, bucket + 1);
    let weight = 0;
    for (let bin = 0; bin < BINS; bin += 1) {
      for (let one = from; one <= to; one += 1) weight += this.#history[one * BINS + bin]!;
      this.#curve[bin] = weight;
    }
    return weight;
  }

  #drawToDate(): void {
    let weight = 0;
    for (let bin = 0; bin < BINS; bin += 1) {
      weight += this.#toDate[bin]!;
      this.#curve[bin] = weight;
    }
  }

  /** Value below which the share `p` of the curve lies. */
  #read(p: number): number {
    const wanted = p * this.#curve[BINS - 1]!;
    let below = 0;
    for (let bin = 0; bin < BINS; bin += 1) {
      const upTo = this.#curve[bin]!;
      if (upTo >= wanted && upTo > below) {
        return this.#lowest + (bin + (wanted - below) / (upTo - below)) * this.#width;
      }
      below = upTo;
    }
    return this.#lowest + BINS * this.#width;
  }

  #weightBelow(value: number): number {
    const position = (value - this.#lowest) / this.#width;
    if (position <= 0) return 0;
    const bin = Math.floor(position);
    if (bin >= BINS) return this.#curve[BINS - 1]!;
    const below = bin === 0 ? 0 : this.#curve[bin - 1]!;
    return below + (this.#curve[bin]! - below) * (position - bin);
  }

  /** Median absolute deviation as a normal deviation. Where most values are equal the upper tail sets the scale. */
  #deviation(): number {
    const half = this.#curve[BINS - 1]! / 2;
    let inside = 0;
    let outside = BINS * this.#width;
    for (let step = 0; step < BISECTIONS; step += 1) {
      const middle = (inside + outside) / 2;
      const held = this.#weightBelow(this.#center + middle) - this.#weightBelow(this.#center - middle);
      if (held < half) inside = middle;
      else outside = middle;
    }
    const ofMad = outside * SIGMA_OF_MAD;
    if (ofMad > this.#width) return ofMad;
    return Math.max(this.#width, (this.#read(0.9) - this.#center) / NORMAL_Q90);
  }
}

function bucketOf(sinceOpenMs: number): number {
  const bucket = Math.floor(sinceOpenMs / BUCKET_MS);
  // Before anything was received the time since the open is NaN.
  return bucket >= 0 ? Math.min(BUCKETS - 1, bucket) : 0;
}
