/** Logarithm, exponential and power from IEEE additions and products alone, so that every engine gives the same bits. */

const LN2_HI = 0.6931471803691238;
const LN2_LO = 1.9082149292705877e-10;
const INVERSE_LN2 = Math.LOG2E;
const SQRT_HALF = Math.SQRT1_2;

/** Minimax coefficients of fdlibm's e_log.c and e_exp.c (Sun Microsystems 1993): errors below a unit of the last digit. */
const L1 = 0.6666666666666735;
const L2 = 0.3999999999940942;
const L3 = 0.2857142874366239;
const L4 = 0.22222198432149784;
const L5 = 0.1818357216161805;
const L6 = 0.15313837699209373;
const L7 = 0.14798198605116586;
const P1 = 0.16666666666666602;
const P2 = -0.0027777777777015593;
const P3 = 0.00006613756321437934;
const P4 = -0.0000016533902205465252;
const P5 = 4.1381367970572385e-8;

/** One double seen as two words; which of them holds the exponent depends on the machine. */
const DOUBLE = new Float64Array(1);
const WORDS = new Int32Array(DOUBLE.buffer);
DOUBLE[0] = 1;
const HIGH = WORDS[1] === 0 ? 0 : 1;
const EXPONENT_BIAS = 1023;
const MANTISSA_BITS = 20;
const MANTISSA = (1 << MANTISSA_BITS) - 1;
const TWO_POW_54 = 18014398509481984;

/**
 * Natural logarithm, within two units of the last digit. `x` must be above 0; anything else gives NaN, but 0 -Infinity.
 * Reduced to [sqrt(1/2), sqrt(2)), then fdlibm's polynomial.
 */
export function log(x: number): number {
  if (!(x > 0) || x === Number.POSITIVE_INFINITY) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  // The smallest doubles have no exponent of their own.
  const isTiny = x < 2.2250738585072014e-308;
  DOUBLE[0] = isTiny ? x * TWO_POW_54 : x;
  const high = WORDS[HIGH]!;
  let exponent = (high >> MANTISSA_BITS) - EXPONENT_BIAS - (isTiny ? 54 : 0);
  WORDS[HIGH] = (high & MANTISSA) | (EXPONENT_BIAS << MANTISSA_BITS);
  let mantissa = DOUBLE[0]!;
  if (mantissa >= 2 * SQRT_HALF) {
    mantissa *= 0.5;
    exponent++;
  }
  const f = mantissa - 1;
  const s = f / (2 + f);
  const z = s * s;
  const series = z * (L1 + z * (L2 + z * (L3 + z * (L4 + z * (L5 + z * (L6 + z * L7))))));
  const half = 0.5 * f * f;
  return exponent * LN2_HI - (half - (s * (half + series) + exponent * LN2_LO) - f);
}

/** 2^exponent for exponents of ordinary doubles. */
function powerOfTwo(exponent: number): number {
  WORDS[1 - HIGH] = 0;
  WORDS[HIGH] = (exponent + EXPONENT_BIAS) << MANTISSA_BITS;
  return DOUBLE[0]!;
}

/** `x` times 2^exponent, in two steps where one power would leave the range of doubles. */
function scale(x: number, exponent: number): number {
  const first = Math.max(-1000, Math.min(1000, exponent));
  const scaled = x * powerOfTwo(first);
  return first === exponent ? scaled : scaled * powerOfTwo(exponent - first);
}

/** e to the power of `x`, within two units of the last digit; 0 below -745, Infinity above 709.7. */
export function exp(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > 709.78) return Number.POSITIVE_INFINITY;
  if (x < -745) return 0;
  const n = Math.floor(x * INVERSE_LN2 + 0.5);
  const high = x - n * LN2_HI;
  const low = n * LN2_LO;
  const r = high - low;
  const t = r * r;
  const c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))));
  const reduced = 1 - (low - (r * c) / (2 - c) - high);
  return n === 0 ? reduced : scale(reduced, n);
}

/** `base` to the power of `exponent`, for base >= 0. */
export function pow(base: number, exponent: number): number {
  if (exponent === 0) return 1;
  return base === 0 ? 0 : exp(exponent * log(base));
}
