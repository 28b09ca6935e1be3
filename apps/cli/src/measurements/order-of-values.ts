/** Median and quantiles of measured values. */

/** The value below which a share `p` (0 to 1) of the values lies; NaN without values. */
export function quantile(values: readonly number[] | Float64Array, p: number): number {
  const sorted = Float64Array.from(values).sort();
  const index = Math.min(sorted.length - 1, Math.floor(p * sorted.length));
  return sorted[index] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
