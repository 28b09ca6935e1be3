/** Platt's scaling: a logistic of the score, for models with too few positives for an isotonic curve (Platt 1999). */
import type { Scored } from './isotonic.ts';

const MOST_STEPS = 30;
const MOST_HALVINGS = 30;
const NEEDED_GRADIENT = 1e-8;

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
  for (let step = 0; step < MOST_STEPS && state.move !== null; step += 1) {
    let length = 1;
    let next = curve;
    let nextState = state;
    for (let halving = 0; halving < MOST_HALVINGS; halving += 1) {
      next = {
        slope: curve.slope + length * state.move.slope,
        offset: curve.offset + length * state.move.offset,
      };
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

interface PlattState {
  /** Negative log likelihood. */
  readonly loss: number;
  /** Newton's step, or null where the gradient has vanished. */
  readonly move: PlattCurve | null;
}

/** One pass over the scores. */
function stateAt(scores: Float64Array, targets: Float64Array, { slope, offset }: PlattCurve): PlattState {
  let loss = 0;
  let slopeGradient = 0;
  let offsetGradient = 0;
  let a = 1e-12;
  let b = 0;
  let c = 1e-12;
  for (let at = 0; at < scores.length; at += 1) {
    const score = scores[at] as number;
    const target = targets[at] as number;
    const logit = slope * score + offset;
    const tail = Math.exp(-Math.abs(logit));
    const p = logit >= 0 ? 1 / (1 + tail) : tail / (1 + tail);
    loss += Math.max(0, logit) + Math.log1p(tail) - target * logit;
    const curvature = p * (1 - p);
    slopeGradient += (target - p) * score;
    offsetGradient += target - p;
    a += curvature * score * score;
    b += curvature * score;
    c += curvature;
  }
  const steepest = Math.max(Math.abs(slopeGradient), Math.abs(offsetGradient));
  const determinant = a * c - b * b;
  if (steepest < NEEDED_GRADIENT * scores.length || !(determinant > 0)) return { loss, move: null };
  return {
    loss,
    move: {
      slope: (c * slopeGradient - b * offsetGradient) / determinant,
      offset: (a * offsetGradient - b * slopeGradient) / determinant,
    },
  };
}
