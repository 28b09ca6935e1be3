/** For statistical tests: how far p-values are from uniform, and normal numbers from a seed. */
import type { SeededRandom } from '#numbers/random.ts';

/** Largest distance between the share of values at most x and x (Kolmogorov and Smirnov). */
export function distanceFromUniform(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.reduce(
    (largest, value, at) =>
      Math.max(largest, Math.abs(value - at / sorted.length), Math.abs((at + 1) / sorted.length - value)),
    0,
  );
}

/** Exceeded by one sample in a thousand of truly uniform values. */
export const KS_BOUND = (n: number): number => 1.95 / Math.sqrt(n);

/** Standard normal by Box and Muller. */
export function normalOf(random: SeededRandom): number {
  return Math.sqrt(-2 * Math.log(1 - random.unit())) * Math.cos(2 * Math.PI * random.unit());
}
