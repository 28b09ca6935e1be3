/** Exact binomial test of one rate against a stated one. */

/** ln n! for n from 0, exact enough to 1e-13 by summing logarithms. */
function logFactorials(n: number): Float64Array {
  const table = new Float64Array(n + 1);
  for (let at = 2; at <= n; at++) table[at] = table[at - 1]! + Math.log(at);
  return table;
}

/**
 * p-value of `successes` out of `n` when each has chance `rate` (0 < rate < 1). `greater`: at least so many. `both`: all
 * counts that are no more likely than the one seen (as R's binom.test). 1 for n = 0.
 */
export function binomialTest(successes: number, n: number, rate: number, side: 'greater' | 'both'): number {
  if (n === 0) return 1;
  const logs = logFactorials(n);
  const logOf = (count: number): number =>
    logs[n]! - logs[count]! - logs[n - count]! + count * Math.log(rate) + (n - count) * Math.log1p(-rate);
  const seen = logOf(successes) + 1e-7;
  let p = 0;
  for (let count = 0; count <= n; count++)
    if (side === 'greater' ? count >= successes : logOf(count) <= seen) p += Math.exp(logOf(count));
  return Math.min(1, p);
}
