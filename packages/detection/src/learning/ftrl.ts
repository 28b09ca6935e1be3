/**
 * Logistic regression that learns from one example at a time: FTRL-Proximal with a rate for each weight (McMahan et al.
 * 2013).
 */

export interface FtrlOptions {
  /** Rate, its softening, and the two penalties. */
  readonly alpha: number;
  readonly beta: number;
  readonly l1: number;
  readonly l2: number;
}

/** Values of the detection reference, 11.3. */
export const FTRL_DEFAULTS: FtrlOptions = { alpha: 0.05, beta: 1, l1: 0.5, l2: 1 };

/** Beyond this a probability is certain to nine digits; larger logits only overflow. */
const MAX_LOGIT = 20;

/**
 * Weights are functions of two sums a feature: `z`, the evidence for the weight, and `n`, the squared gradients seen.
 * A weight stays exactly 0 until |z| exceeds `l1`. A constant 1 among the features makes an intercept.
 */
export class FtrlLogistic {
  readonly width: number;
  readonly #options: FtrlOptions;
  readonly #z: Float64Array;
  readonly #n: Float64Array;
  /** Square roots of `n`: each is needed again at the next example. */
  readonly #roots: Float64Array;
  readonly #weights: Float64Array;

  constructor(width: number, options: FtrlOptions = FTRL_DEFAULTS) {
    this.width = width;
    this.#options = options;
    this.#z = new Float64Array(width);
    this.#n = new Float64Array(width);
    this.#roots = new Float64Array(width);
    this.#weights = new Float64Array(width);
  }

  weight(feature: number): number {
    return this.#weights[feature]!;
  }

  /** Logit of the features that start at `from`. */
  logit(features: ArrayLike<number>, from = 0): number {
    const { width } = this;
    const weights = this.#weights;
    let sum = 0;
    for (let at = 0; at < width; at += 1) sum += weights[at]! * features[from + at]!;
    return Math.min(MAX_LOGIT, Math.max(-MAX_LOGIT, sum));
  }

  /** Probability of the features that start at `from`. */
  predict(features: ArrayLike<number>, from = 0): number {
    return 1 / (1 + Math.exp(-this.logit(features, from)));
  }

  /** Learns from an example whose outcome is known now; `weight` is below 1 where others carry the same information. */
  learn(features: ArrayLike<number>, outcome: boolean, from = 0, weight = 1): void {
    const { width } = this;
    const z = this.#z;
    const n = this.#n;
    const roots = this.#roots;
    const weights = this.#weights;
    const { alpha, beta, l1, l2 } = this.#options;
    const error = weight * (this.predict(features, from) - (outcome ? 1 : 0));
    for (let at = 0; at < width; at += 1) {
      const gradient = error * features[from + at]!;
      if (gradient === 0) continue;
      const squared = n[at]!;
      const root = Math.sqrt(squared + gradient * gradient);
      const rateStep = (root - roots[at]!) / alpha;
      roots[at] = root;
      const sum = z[at]! + gradient - rateStep * weights[at]!;
      z[at] = sum;
      n[at] = squared + gradient * gradient;
      weights[at] = Math.abs(sum) <= l1 ? 0 : (Math.sign(sum) * l1 - sum) / ((beta + root) / alpha + l2);
    }
  }
}
