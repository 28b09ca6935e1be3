/** Logarithm, exponential and power from IEEE additions and products alone, so that every engine gives the same bits. */

const LN2_HI = 0.6931471803691238;
const LN2_LO = 1.9082149292705877e-10;
const INVERSE_LN2 = Math.LOG2E;
const SQRT_HALF = Math.SQRT1_2;

/** 2^n for the exponents a double can hold; doubling and halving are exact. */
const POWER_BIAS = 1074;
const POWERS_OF_TWO = ((): Float64Array => {
  const powers = new Float64Array(POWER_BIAS + 1024);
  powers[POWER_BIAS] = 1;
  for (let n = 1; n < 1024; n++) powers[POWER_BIAS + n] = (powers[POWER_BIAS + n - 1] as number) * 2;
  for (let n = 1; n <= POWER_BIAS; n++) powers[POWER_BIAS - n] = (powers[POWER_BIAS - n + 1] as number) / 2;
  return powers;
})();

/** Largest n with 2^n <= x, for x > 0. */
function binaryExponent(x: number): number {
  let low = 0;
  let high = POWERS_OF_TWO.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((POWERS_OF_TWO[middle] as number) <= x) low = middle;
    else high = middle - 1;
  }
  return low - POWER_BIAS;
}

/**
 * Natural logarithm, within two units of the last digit. `x` must be above 0; anything else gives NaN.
 * Series of atanh after reduction to [sqrt(1/2), sqrt(2)) (fdlibm's reduction).
 */
export function log(x: number): number {
  if (!(x > 0) || x === Number.POSITIVE_INFINITY) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  let exponent = 0;
  let mantissa = x;
  if (mantissa < SQRT_HALF || mantissa >= 2 * SQRT_HALF) {
    exponent = binaryExponent(x) + 1;
    mantissa = scale(x, -exponent);
    if (mantissa < SQRT_HALF) {
      mantissa *= 2;
      exponent--;
    }
  }
  const s = (mantissa - 1) / (mantissa + 1);
  const z = s * s;
  let sum = 0;
  for (let k = 23; k >= 3; k -= 2) sum = (sum + 1 / k) * z;
  return exponent * LN2_HI + (2 * s + (2 * s * sum + exponent * LN2_LO));
}

/** `x` times 2^exponent, in two steps where one power would leave the range of doubles. */
function scale(x: number, exponent: number): number {
  const first = Math.max(-1000, Math.min(1000, exponent));
  const scaled = x * (POWERS_OF_TWO[POWER_BIAS + first] as number);
  return first === exponent ? scaled : scaled * (POWERS_OF_TWO[POWER_BIAS + exponent - first] as number);
}

/** e to the power of `x`, within two units of the last digit; 0 below -745, Infinity above 709.7. */
export function exp(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > 709.78) return Number.POSITIVE_INFINITY;
  if (x < -745) return 0;
  const n = Math.floor(x * INVERSE_LN2 + 0.5);
  const r = x - n * LN2_HI - n * LN2_LO;
  let sum = 1;
  for (let k = 13; k >= 1; k--) sum = 1 + (sum * r) / k;
  return scale(sum, n);
}

/** `base` to the power of `exponent`, for base >= 0. */
export function pow(base: number, exponent: number): number {
  if (exponent === 0) return 1;
  return base === 0 ? 0 : exp(exponent * log(base));
}
