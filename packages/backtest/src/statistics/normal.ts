/** The standard normal distribution: its share below a value, and the value below which a share lies. */

/** Abramowitz and Stegun 26.2.17 errs by 7.5e-8; this series and fraction (Marsaglia 2004, Lentz) are exact to 1e-15. */
export function normalBelow(z: number): number {
  if (Number.isNaN(z)) return Number.NaN;
  if (Math.abs(z) > 38) return z > 0 ? 1 : 0;
  if (Math.abs(z) > 6) {
    const tail = upperTail(Math.abs(z));
    return z > 0 ? 1 - tail : tail;
  }
  let [sum, term] = [z, z];
  for (let n = 3; Math.abs(term) > 1e-17 * Math.abs(sum); n += 2) {
    term *= (z * z) / n;
    sum += term;
  }
  return 0.5 + sum * density(z);
}

const density = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** Continued fraction of Laplace. */
function upperTail(z: number): number {
  let fraction = z;
  for (let n = 40; n > 0; n -= 1) fraction = z + n / fraction;
  return density(z) / fraction;
}

/** Bisection on the share below: 60 halvings of 80 are exact to 1e-15. Infinite at 0 and 1. */
export function normalQuantile(share: number): number {
  if (share <= 0) return Number.NEGATIVE_INFINITY;
  if (share >= 1) return Number.POSITIVE_INFINITY;
  let [low, high] = [-40, 40];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (normalBelow(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
