/** Steps of colour by the quantiles of resting sizes: one large order changes no other colour. */

/** Shares of the sizes that are below the start of each step but the first: six steps. */
export const SIZE_QUANTILES = [0.25, 0.5, 0.75, 0.9, 0.97] as const;
/** Sorting more of them shows no difference and takes the time of frames. */
const MAX_SAMPLES = 16_384;

/** Least sizes of the second to last step, ascending; empty without a size. Zeros do not count. */
export function sizeScale(sizes: Int32Array, quantiles: readonly number[] = SIZE_QUANTILES): number[] {
  // A step that is not whole falls on all rows of a grid
  const step = Math.max(1, sizes.length / MAX_SAMPLES);
  const found: number[] = [];
  for (let at = 0; at < sizes.length; at += step) {
    const size = sizes[Math.floor(at)]!;
    if (size > 0) found.push(size);
  }
  if (found.length === 0) return [];
  const sampled = Int32Array.from(found).sort();
  return quantiles.map((share) => sampled[Math.min(sampled.length - 1, Math.floor(share * sampled.length))]!);
}

/** Step of a size: 0 for none, then 1 to the number of steps. */
export function sizeStep(scale: readonly number[], size: number): number {
  if (size <= 0) return 0;
  let step = 1;
  while (step <= scale.length && size >= scale[step - 1]!) step += 1;
  return step;
}
