/** A chart with what features add to it from outside: what its canvas shows, prices, studies. */
import type { ChartHandle } from '#chart/data/chart-input.ts';
import type { PriceRange } from '#chart/geometry/price-range.ts';
import type { ChartStudies } from '#chart/paint/chart-studies.ts';
import type { Scene } from '#chart/scene/scene.ts';

export interface DrawnChart extends ChartHandle {
  /** Null until the first frame. */
  readonly scene: Scene | null;
  /** Null where the prices follow the bars on screen. */
  readonly priceRange: PriceRange | null;
  setPriceRange(range: PriceRange | null): void;
  setStudies(studies: ChartStudies | null): void;
  /** Moves the view by bars; positive goes to the present. */
  scroll(bars: number): void;
}
