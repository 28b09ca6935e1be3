/** Geometry of one painted frame: bars to x, prices to y, and back. */
import type { ChartLayout } from './chart-layout.ts';
import type { PriceRange } from './price-range.ts';

/** Bar index (may lie right of the last bar) and price. */
export interface CrosshairPlace {
  readonly index: number;
  readonly priceTicks: number;
}

export class Frame {
  readonly layout: ChartLayout;
  readonly range: PriceRange;
  readonly barSpacing: number;
  readonly #firstX: number;
  readonly #pixelsPerTick: number;

  /** `firstX` is the middle of bar 0, which may lie outside the plot. */
  constructor(layout: ChartLayout, range: PriceRange, barSpacing: number, firstX: number) {
    this.layout = layout;
    this.range = range;
    this.barSpacing = barSpacing;
    this.#firstX = firstX;
    const height = Math.max(1, layout.mainHeight - layout.top - 6);
    this.#pixelsPerTick = height / Math.max(1e-9, range.high - range.low);
  }

  get tickHeight(): number {
    return this.#pixelsPerTick;
  }

  /** Middle of a bar. */
  xOf(index: number): number {
    return this.#firstX + index * this.barSpacing;
  }

  yOf(ticks: number): number {
    return this.layout.top + (this.range.high - ticks) * this.#pixelsPerTick;
  }

  indexAt(x: number): number {
    return Math.round((x - this.#firstX) / this.barSpacing);
  }

  ticksAt(y: number): number {
    return Math.round(this.range.high - (y - this.layout.top) / this.#pixelsPerTick);
  }

  /** True when a price is inside the price area. */
  shows(ticks: number): boolean {
    const y = this.yOf(ticks);
    return y >= this.layout.top && y <= this.layout.mainHeight - 1;
  }
}

/** Index of the last bar on screen; -1 without bars. */
export function lastShownIndex({
  frame,
  bars,
}: {
  readonly frame: Frame;
  readonly bars: readonly unknown[];
}): number {
  return Math.min(bars.length - 1, Math.max(0, frame.indexAt(frame.layout.plotWidth)));
}

/** Index of the bar that holds an instant; 0 before the first bar. Bars ascend by start. */
export function barHolding(bars: readonly { readonly startMs: number }[], timeMs: number): number {
  let index = bars.length - 1;
  while (index > 0 && bars[index]!.startMs > timeMs) index -= 1;
  return Math.max(0, index);
}
