/** Logistic regression with an L2 penalty, fitted by iteratively re-weighted least squares (Newton's method). */
import { solveSymmetric } from '#statistics/solve-symmetric.ts';
import type { Samples } from './samples.ts';
import { type Standardisation, standardisationOf, standardised } from './standardisation.ts';

/** Penalty on each squared weight of a standardised feature; the intercept is free. */
export const MIN_PENALTY = 1;
const MAX_STEPS = 60;
const MAX_HALVINGS = 30;
/** Converged when no part of the gradient exceeds this share of the total weight. */
const NEEDED_GRADIENT = 1e-9;

export interface LogisticModel extends Standardisation {
  readonly kind: 'logistic';
  readonly weights: ArrayLike<number>;
  readonly intercept: number;
}

export const logistic = (logit: number): number => 1 / (1 + Math.exp(-logit));

export const logitOf = (probability: number): number => Math.log(probability / (1 - probability));

/** Logit of one row of features that starts at `from`. */
export function logitScore(model: LogisticModel, features: ArrayLike<number>, from = 0): number {
  const { center, scale, weights } = model;
  let sum = model.intercept;
  for (let index = 0; index < weights.length; index += 1) {
    const value = features[from + index]!;
    sum += weights[index]! * standardised(value, center[index]!, scale[index]!);
  }
  return sum;
}

/** Fits the weights. Samples of one class only give weights of 0 and a finite intercept. */
export function fitLogistic(samples: Samples, penalty = MIN_PENALTY): LogisticModel {
  const frame = standardisationOf(samples);
  const rows = designOf(samples, frame);
  const size = samples.width + 1;
  let beta = new Float64Array(size);
  beta[samples.width] = startingIntercept(samples);
  let state = stateAt(rows, samples, beta, penalty);
  for (let step = 0; step < MAX_STEPS && !state.converged; step += 1) {
    const direction = solveSymmetric(state.hessian, state.gradient);
    let length = 1;
    let next = state;
    let moved = beta;
    for (let halving = 0; halving < MAX_HALVINGS; halving += 1) {
      moved = beta.map((value, index) => value + length * direction[index]!);
      next = stateAt(rows, samples, moved, penalty);
      if (next.loss <= state.loss) break;
      length /= 2;
    }
    if (!(next.loss <= state.loss)) break;
    beta = moved;
    state = next;
  }
  return {
    kind: 'logistic',
    ...frame,
    weights: Array.from(beta.subarray(0, samples.width)),
    intercept: beta[samples.width]!,
  };
}

interface NewtonState {
  /** Penalised negative log likelihood. */
  readonly loss: number;
  /** Downhill. */
  readonly gradient: Float64Array;
  /** Row-major. */
  readonly hessian: Float64Array;
  readonly converged: boolean;
}

/** Standardised rows with a 1 for the intercept at the end. */
function designOf(samples: Samples, { center, scale }: Standardisation): Float64Array {
  const { width, count, features } = samples;
  const rows = new Float64Array(count * (width + 1));
  for (let row = 0; row < count; row += 1) {
    const at = row * (width + 1);
    for (let index = 0; index < width; index += 1) {
      const value = features[row * width + index]!;
      rows[at + index] = standardised(value, center[index]!, scale[index]!);
    }
    rows[at + width] = 1;
  }
  return rows;
}

function startingIntercept({ truths, weights, count }: Samples): number {
  let positive = 0.5;
  let total = 1;
  for (let row = 0; row < count; row += 1) {
    positive += weights[row]! * truths[row]!;
    total += weights[row]!;
  }
  return logitOf(positive / total);
}

function stateAt(rows: Float64Array, samples: Samples, beta: Float64Array, penalty: number): NewtonState {
  const size = beta.length;
  const gradient = new Float64Array(size);
  const hessian = new Float64Array(size * size);
  let loss = 0;
  let total = 0;
  for (let row = 0; row < samples.count; row += 1) {
    const at = row * size;
    let logit = 0;
    for (let index = 0; index < size; index += 1) logit += rows[at + index]! * beta[index]!;
    const truth = samples.truths[row]!;
    const weight = samples.weights[row]!;
    const p = logistic(logit);
    total += weight;
    loss += weight * softPlus(truth === 1 ? -logit : logit);
    addRow(gradient, hessian, rows, at, weight * (truth - p), weight * p * (1 - p));
  }
  for (let index = 0; index < size - 1; index += 1) {
    const value = beta[index]!;
    loss += 0.5 * penalty * value * value;
    gradient[index]! -= penalty * value;
    hessian[index * size + index]! += penalty;
  }
  // One class only: the intercept alone would run away.
  const corner = size * size - 1;
  hessian[corner] = Math.max(hessian[corner]!, 1e-9 * Math.max(1, total));
  const steepest = gradient.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return { loss, gradient, hessian, converged: steepest <= NEEDED_GRADIENT * Math.max(1, total) };
}

/** log(1 + exp(x)) without overflow. */
export function softPlus(x: number): number {
  return Math.max(0, x) + Math.log1p(Math.exp(-Math.abs(x)));
}

function addRow(
  gradient: Float64Array,
  hessian: Float64Array,
  rows: Float64Array,
  at: number,
  slope: number,
  curvature: number,
): void {
  const size = gradient.length;
  for (let i = 0; i < size; i += 1) {
    const value = rows[at + i]!;
    gradient[i]! += slope * value;
    const scaled = curvature * value;
    for (let j = 0; j < size; j += 1) hessian[i * size + j]! += scaled * rows[at + j]!;
  }
}
