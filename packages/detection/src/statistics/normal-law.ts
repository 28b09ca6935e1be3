/** The standard normal law. */

/** P(X <= x), accurate to 1e-7 (Abramowitz and Stegun 1964, 26.2.17). */
export function normalCumulative(x: number): number {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(x));
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const polynomial =
    t *
    (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  const upper = density * polynomial;
  return x >= 0 ? 1 - upper : upper;
}
