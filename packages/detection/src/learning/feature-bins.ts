/** Cuts features into a few bins each: boosted trees then look for a split among bins, not among samples. */
import type { Samples } from './samples.ts';
import { shortNumber } from './short-number.ts';

/** More bins split no better and cost time. */
const MAX_BINS = 64;
const EDGE_DIGITS = 5;

export interface FeatureBins {
  /** By feature, ascending: a value belongs to the first bin whose edge is not below it. */
  readonly edges: readonly Float64Array[];
  /** Row-major like the samples. */
  readonly bins: Uint8Array;
}

/**
 * Edges lie between distinct values at equal numbers of samples, and are short before anything is cut by them: what is
 * written into a file splits exactly as what was learned. A feature with one value has no edge.
 */
export function featureBinsOf(samples: Samples): FeatureBins {
  const { width, count, features } = samples;
  const bins = new Uint8Array(count * width);
  const edges: Float64Array[] = [];
  for (let feature = 0; feature < width; feature += 1) {
    const column = new Float64Array(count);
    for (let row = 0; row < count; row += 1) column[row] = features[row * width + feature]!;
    const own = edgesOf(Float64Array.from(column).sort());
    for (let row = 0; row < count; row += 1) bins[row * width + feature] = binOf(own, column[row]!);
    edges.push(own);
  }
  return { edges, bins };
}

function edgesOf(sorted: Float64Array): Float64Array {
  const edges: number[] = [];
  for (let bin = 1; bin < MAX_BINS; bin += 1) {
    const at = Math.floor((bin * sorted.length) / MAX_BINS);
    const value = sorted[at]!;
    const below = lastBelow(sorted, at, value);
    if (below === null) continue;
    const edge = shortNumber((below + value) / 2, EDGE_DIGITS);
    // Shortening may carry an edge over a value: then it would cut elsewhere than meant, or not at all.
    if (edge >= below && edge < value && edge > (edges.at(-1) ?? Number.NEGATIVE_INFINITY)) edges.push(edge);
  }
  return Float64Array.from(edges);
}

function lastBelow(sorted: Float64Array, from: number, value: number): number | null {
  for (let at = from - 1; at >= 0; at -= 1) if (sorted[at]! < value) return sorted[at]!;
  return null;
}

function binOf(edges: Float64Array, value: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= edges[middle]!) high = middle;
    else low = middle + 1;
  }
  return low;
}
