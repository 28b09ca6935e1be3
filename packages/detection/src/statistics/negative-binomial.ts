/** Tail of the negative binomial law: how surprising a count is when counts come in clusters. */

/** Counts never vary less than by this factor over a Poisson law: stops are placed in clusters. */
const MIN_DISPERSION = 1.2;

/**
 * P(N >= n) for a count with the given mean and variance, fitted by moments: r = m^2 / (v - m). A variance below the
 * Poisson law's is raised, since few windows understate it. Returns 1 for n <= 0.
 */
export function negativeBinomialTail(n: number, mean: number, variance: number): number {
  if (n <= 0) return 1;
  if (mean <= 0) return 0;
  const spread = Math.max(variance, mean * MIN_DISPERSION);
  const r = (mean * mean) / (spread - mean);
  const success = mean / (mean + r);
  let probability = Math.exp(r * Math.log1p(-success));
  let below = probability;
  for (let k = 1; k < n; k += 1) {
    probability *= ((r + k - 1) / k) * success;
    below += probability;
  }
  // What remains after subtraction is exact enough above 1e-12; rules require 1e-3.
  return Math.max(0, 1 - below);
}
