/** Platt's scaling: a logistic of the score, for models with too few positives for an isotonic curve (Platt 1999). */
import type { Scored } from './isotonic.ts';

const MAX_STEPS = 30;
const MAX_HALVINGS = 30;
const NEEDED_GRADIENT = 1e-8;
/** A step that lowers the loss by a smaller share of it is lost in its rounding. */
const SEEN_SHARE = 1e-14;
const MAX_PRODUCT = 1e300;

/** Probability = logistic(slope * score + offset). */
export interface PlattCurve {
  readonly slope: number;
  readonly offset: number;
}

/**
 * Fits slope and offset to Platt's smoothed targets, (N+ + 1) / (N+ + 2) and 1 / (N- + 2), by Newton's method with step
 * halving (Lin, Lin and Weng 2007). A slope below 0 would turn the score around and is taken as 0.
 */
export function fitPlatt(scored: readonly Scored[]): PlattCurve {
  const positives = scored.reduce((sum, { truth }) => sum + (truth ? 1 : 0), 0);
  const high = (positives + 1) / (positives + 2);
  const low = 1 / (scored.length - positives + 2);
  const scores = new Float64Array(scored.length);
  const targets = new Float64Array(scored.length);
  for (const [at, { score, truth }] of scored.entries()) {
    scores[at] = score;
    targets[at] = truth ? high : low;
  }
  const flat = { slope: 0, offset: Math.log((positives + 1) / (scored.length - positives + 1)) };
  const fitted = newton(scores, targets, flat);
  return fitted.slope > 0 ? fitted : flat;
}

function newton(scores: Float64Array, targets: Float64Array, start: PlattCurve): PlattCurve {
  let curve = start;
  let state = stateAt(scores, targets, curve);
  for (let step = 0; step < MAX_STEPS && state.move !== null; step += 1) {
    if (state.isLast) return stepped(curve, state.move, 1);
    let length = 1;
    let next = curve;
    let nextState = state;
    for (let halving = 0; halving < MAX_HALVINGS; halving += 1) {
      next = stepped(curve, state.move, length);
      nextState = stateAt(scores, targets, next);
      if (nextState.loss <= state.loss) break;
      length /= 2;
    }
    if (!(nextState.loss <= state.loss)) break;
    curve = next;
    state = nextState;
  }
  return curve;
}

function stepped(from: PlattCurve, move: PlattCurve, length: number): PlattCurve {
  return { slope: from.slope + length * move.slope, offset: from.offset + length * move.offset };
}

interface PlattState {
  /** Negative log likelihood. */
  readonly loss: number;
  /** Newton's step, or null where the gradient has vanished. */
  readonly move: PlattCurve | null;
  /** The loss cannot show what this step gains: comparing losses would refuse it at any length. */
  readonly isLast: boolean;
}

/** One pass over the scores. */
function stateAt(scores: Float64Array, targets: Float64Array, curve: PlattCurve): PlattState {
  let loss = 0;
  // Of 1 + tail, at most 2 each: one logarithm for hundreds of them.
  let product = 1;
  let slopeGradient = 0;
  let offsetGradient = 0;
  let a = 1e-12;
  let b = 0;
  let c = 1e-12;
  for (let at = 0; at < scores.length; at += 1) {
    const score = scores[at]!;
    const target = targets[at]!;
    const logit = curve.slope * score + curve.offset;
    const tail = Math.exp(-Math.abs(logit));
    const p = logit >= 0 ? 1 / (1 + tail) : tail / (1 + tail);
    loss += Math.max(0, logit) - target * logit;
    product *= 1 + tail;
    if (product > MAX_PRODUCT) {
      loss += Math.log(product);
      product = 1;
    }
    const curvature = p * (1 - p);
    slopeGradient += (target - p) * score;
    offsetGradient += target - p;
    a += curvature * score * score;
    b += curvature * score;
    c += curvature;
  }
  loss += Math.log(product);
  const steepest = Math.max(Math.abs(slopeGradient), Math.abs(offsetGradient));
  const determinant = a * c - b * b;
  if (steepest < NEEDED_GRADIENT * scores.length || !(determinant > 0)) {
    return { loss, move: null, isLast: true };
  }
  const slope = (c * slopeGradient - b * offsetGradient) / determinant;
  const offset = (a * offsetGradient - b * slopeGradient) / determinant;
  const gain = (slopeGradient * slope + offsetGradient * offset) / 2;
  return { loss, move: { slope, offset }, isLast: gain < SEEN_SHARE * loss };
}
