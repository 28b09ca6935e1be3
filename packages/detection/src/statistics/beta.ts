/** The beta law: how probable it is that a rate lies above a value. */

const FRACTION_STEPS = 200;
const PRECISION = 1e-12;
const TINY = 1e-300;
/** Lanczos coefficients for g = 7 (Numerical Recipes; nine terms give 15 digits). */
const LANCZOS = [
  0.999_999_999_999_809_9, 676.520_368_121_885_1, -1259.139_216_722_402_8, 771.323_428_777_653_1,
  -176.615_029_162_140_6, 12.507_343_278_686_905, -0.138_571_095_265_720_12, 9.984_369_578_019_572e-6,
  1.505_632_735_149_311_6e-7,
] as const;

function logGamma(x: number): number {
  let sum: number = LANCZOS[0];
  for (let term = 1; term < LANCZOS.length; term += 1) sum += LANCZOS[term]! / (x - 1 + term);
  const t = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

/** Continued fraction of the incomplete beta function (Lentz). */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / guarded(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= FRACTION_STEPS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / guarded(1 + even * d);
    c = guarded(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / guarded(1 + odd * d);
    c = guarded(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < PRECISION) break;
  }
  return fraction;
}

function guarded(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

/** P(X > x) for X of the law Beta(a, b), a and b above 0. */
export function betaAbove(x: number, a: number, b: number): number {
  if (x <= 0) return 1;
  if (x >= 1) return 0;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return 1 - (front * betaFraction(x, a, b)) / a;
  return (front * betaFraction(1 - x, b, a)) / b;
}
