/** Robust standardisation of features: median and median absolute deviation, kept with the model that was fitted on them. */
import type { Samples } from './samples.ts';

/** Makes the median absolute deviation of a normal law its standard deviation. */
const MAD_TO_SIGMA = 1.4826;
/** A feature of which more than half is one value has no MAD; one with a tiny MAD must not explode elsewhere. */
const MIN_SHARE_OF_SIGMA = 0.1;
/** Standardised features count no further out than this: a market unlike all that was learned gives no absurd score. */
export const MAX_SIGMAS = 6;

export interface Standardisation {
  readonly center: ArrayLike<number>;
  readonly scale: ArrayLike<number>;
}

/** Samples of nothing leave features as they are. */
export function standardisationOf(samples: Samples): Standardisation {
  if (samples.count === 0) {
    const features = Array.from({ length: samples.width });
    return { center: features.map(() => 0), scale: features.map(() => 1) };
  }
  const center: number[] = [];
  const scale: number[] = [];
  for (let index = 0; index < samples.width; index += 1) {
    const column = columnOf(samples, index);
    const middle = medianOf(column);
    const sigma = sigmaOf(column);
    const mad = MAD_TO_SIGMA * medianOf(column.map((value) => Math.abs(value - middle)));
    const spread = mad === 0 ? sigma : Math.max(mad, MIN_SHARE_OF_SIGMA * sigma);
    center.push(middle);
    scale.push(spread === 0 ? 1 : spread);
  }
  return { center, scale };
}

/** One standardised feature. */
export function standardised(value: number, center: number, scale: number): number {
  return Math.max(-MAX_SIGMAS, Math.min(MAX_SIGMAS, (value - center) / scale));
}

function columnOf({ features, width, count }: Samples, index: number): Float64Array {
  const column = new Float64Array(count);
  for (let row = 0; row < count; row += 1) column[row] = features[row * width + index]!;
  return column;
}

function sigmaOf(values: Float64Array): number {
  let mean = 0;
  for (const value of values) mean += value / values.length;
  let variance = 0;
  for (const value of values) variance += (value - mean) ** 2 / values.length;
  return Math.sqrt(variance);
}

/** Median; NaN of nothing. */
export function medianOf(values: ArrayLike<number>): number {
  return quantileOf(values, 0.5);
}

/** Quantile with linear interpolation between order statistics; NaN of nothing. */
export function quantileOf(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) return Number.NaN;
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below]!;
  return low + (place - below) * (sorted[Math.min(below + 1, sorted.length - 1)]! - low);
}
