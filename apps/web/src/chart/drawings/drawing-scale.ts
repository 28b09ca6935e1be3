/** Instants to places on the bars of a chart and back, also before the first bar and after the last one. */
import { type ExchangeCalendar, TradingClock } from '@undertow/market';
import type { ChartBar } from '#chart/data/chart-input.ts';

export class DrawingScale {
  readonly #bars: readonly ChartBar[];
  readonly #clock: TradingClock;
  readonly #stepMs: number;

  /** `bars` is not empty; `stepMs` is the trading time of a bar. */
  constructor(bars: readonly ChartBar[], calendar: ExchangeCalendar, stepMs: number) {
    this.#bars = bars;
    this.#stepMs = stepMs;
    this.#clock = new TradingClock(calendar, bars[0]?.startMs ?? 0);
  }

  get #last(): number {
    return this.#bars.length - 1;
  }

  #elapsedAt(index: number): number {
    return this.#clock.elapsedMs(this.#bars[index]!.startMs);
  }

  /** Bar index with a fraction: the start of a bar is its middle. */
  indexOf(atMs: number): number {
    const elapsed = this.#clock.elapsedMs(atMs);
    const last = this.#last;
    if (elapsed <= 0) return elapsed / this.#stepMs;
    const beyond = elapsed - this.#elapsedAt(last);
    if (beyond >= 0) return last + beyond / this.#stepMs;
    let low = 0;
    let high = last;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#bars[middle]!.startMs <= atMs) low = middle;
      else high = middle;
    }
    const from = this.#elapsedAt(low);
    const length = this.#elapsedAt(high) - from;
    return low + (length <= 0 ? 0 : (elapsed - from) / length);
  }

  /** The start of the bar with this index, which may lie outside the bars. */
  instantAt(index: number): number {
    const whole = Math.round(index);
    const last = this.#last;
    const bar = this.#bars[whole];
    if (bar !== undefined) return bar.startMs;
    const elapsed = whole < 0 ? whole * this.#stepMs : this.#elapsedAt(last) + (whole - last) * this.#stepMs;
    return Math.round(this.#clock.instantMs(elapsed));
  }
}
