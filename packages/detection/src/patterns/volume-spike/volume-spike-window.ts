/** One measure of business in a sliding window: how far above the usual of this time of day, and how improbable. */
import { ExcessTail } from '#statistics/excess-tail.ts';
import { TimeOfDayBaseline } from '#statistics/time-of-day.ts';

/** log(1 + contracts): up to five million. */
const MAX_LOG = 15.5;
/** Windows that overlap add little information: one in five is counted. */
const WINDOWS_APART = 5;
/** Levels of -log10 of the tail probability that are counted: quarters of a decade up to 1e-12. */
const LEVELS = 48;
const LEVELS_PER_DECADE = 4;
const FADE = 1 - 1 / 4000;

export class SpikeWindow {
  readonly windowMs: number;
  z = 0;
  tailProbability = 1;
  readonly #baseline = new TimeOfDayBaseline(0, MAX_LOG);
  readonly #tail = new ExcessTail();
  readonly #reached = new Float64Array(LEVELS);
  #evaluated = 0;
  #log = 0;
  #dueMs = Number.NaN;

  constructor(windowMs: number) {
    this.windowMs = windowMs;
  }

  /** Whether nothing at all happened in the last window. */
  get isEmpty(): boolean {
    return this.#log === 0;
  }

  get warm(): boolean {
    return this.#baseline.warm;
  }

  /** Measures the window that ends now by what was usual before. */
  measure(sinceOpenMs: number, amount: number): void {
    this.#log = Math.log1p(amount);
    this.z = this.#baseline.z(sinceOpenMs, this.#log);
    this.tailProbability = this.#tail.tailProbability(this.z);
  }

  /** Amount that is usual at this time: the median window. */
  usual(sinceOpenMs: number): number {
    return Math.expm1(this.#baseline.median(sinceOpenMs));
  }

  /** Share of what is as improbable as the last window that chance alone would show: 1 where nothing is unusual. */
  get falseDiscovery(): number {
    const level = levelOf(this.tailProbability);
    let observed = 1;
    for (let at = level; at < LEVELS; at += 1) observed += this.#reached[at]!;
    return Math.min(1, ((this.#evaluated + 1) * this.tailProbability) / observed);
  }

  /** Counts the last window as usual, one in five of them. */
  learn(timeMs: number, sinceOpenMs: number): void {
    if (timeMs < this.#dueMs) return;
    this.#dueMs = timeMs + this.windowMs / WINDOWS_APART;
    this.#baseline.add(sinceOpenMs, this.#log);
    this.#tail.add(this.z);
    this.note();
  }

  /** Counts the last window among those seen, but not as usual: a spike must not teach that spikes are usual. */
  note(): void {
    for (let at = 0; at < LEVELS; at += 1) this.#reached[at]! *= FADE;
    this.#evaluated = this.#evaluated * FADE + 1;
    const level = levelOf(this.tailProbability);
    this.#reached[level]! += 1;
  }

  endSession(): void {
    this.#baseline.endSession();
  }
}

function levelOf(probability: number): number {
  const level = Math.floor(-Math.log10(probability) * LEVELS_PER_DECADE);
  return Math.min(LEVELS - 1, Math.max(0, level));
}
