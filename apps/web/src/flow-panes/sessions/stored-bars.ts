/** Stored bars of five minutes, requested back from the newest until a wanted instant, or until there is nothing older. */
import type { Bar } from '@undertow/market';

export interface StoredBarsOptions {
  /** At most a hundred, oldest first, of the newest contract; that start before `endMs`, or the newest where it is null. */
  readonly request: (endMs: number | null, signal: AbortSignal) => Promise<readonly Bar[]>;
  readonly signal: AbortSignal;
}

export class StoredBars {
  readonly #options: StoredBarsOptions;
  readonly #bars = new Map<number, Bar>();
  #fromMs: number | null = null;
  #isComplete = false;

  constructor(options: StoredBarsOptions) {
    this.#options = options;
  }

  bars(): Iterable<Bar> {
    return this.#bars.values();
  }

  get isKnown(): boolean {
    return this.#fromMs !== null || this.#isComplete;
  }

  /** There is nothing older. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Whether a request is needed for bars from `fromMs` on. */
  needs(fromMs: number): boolean {
    return !this.#isComplete && (this.#fromMs === null || this.#fromMs > fromMs);
  }

  async loadOlder(): Promise<void> {
    const before = this.#fromMs;
    const bars = await this.#options.request(before, this.#options.signal);
    const firstMs = bars[0]?.startMs;
    if (firstMs === undefined || (before !== null && firstMs >= before)) {
      this.#isComplete = true;
      return;
    }
    this.#fromMs = firstMs;
    this.#add(bars);
  }

  /** What came after the last request. */
  async loadNewest(): Promise<void> {
    const bars = await this.#options.request(null, this.#options.signal);
    const firstMs = bars[0]?.startMs;
    if (firstMs === undefined) return;
    const newestMs = Math.max(...this.#bars.keys());
    // A device that slept through more than a request holds begins again
    if (this.#bars.size > 0 && firstMs > newestMs) this.#bars.clear();
    if (this.#bars.size === 0) this.#fromMs = firstMs;
    this.#add(bars);
  }

  #add(bars: readonly Bar[]): void {
    for (const bar of bars) this.#bars.set(bar.startMs, bar);
  }
}
