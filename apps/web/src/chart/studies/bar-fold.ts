/** Follows a list of bars: says from which one on values must be computed again, so that a forming bar costs one step. */
import type { ChartBar } from '#chart/data/chart-input.ts';

export interface BarChanges {
  /** Bars whose values stay; 0 computes all of them. */
  readonly keep: number;
  /** The first one to compute replaces the newest known one. */
  readonly isReplaced: boolean;
}

export class BarFold {
  #bars: readonly ChartBar[] = [];
  #length = 0;
  #last: ChartBar | null = null;
  #beforeLast: ChartBar | null = null;

  /** Null: nothing changed. */
  take(bars: readonly ChartBar[]): BarChanges | null {
    const known = this.#length;
    const [last, first] = [this.#last, this.#bars[0]];
    const isSame =
      known > 0 &&
      bars.length >= known &&
      bars[0] === first &&
      (known < 2 || bars[known - 2] === this.#beforeLast) &&
      bars[known - 1]?.startMs === last?.startMs;
    const isLastSame = isSame && bars[known - 1] === last;
    this.#bars = bars;
    this.#length = bars.length;
    this.#last = bars.at(-1) ?? null;
    this.#beforeLast = bars.at(-2) ?? null;
    if (!isSame) return { keep: 0, isReplaced: false };
    if (isLastSame) return bars.length === known ? null : { keep: known, isReplaced: false };
    // A first bar that changes begins anew: its steps have nothing before it to return to
    return known === 1 ? { keep: 0, isReplaced: false } : { keep: known - 1, isReplaced: true };
  }
}
