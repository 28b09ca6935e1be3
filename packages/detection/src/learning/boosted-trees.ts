/** Additive logistic regression by boosted trees (Friedman, Hastie and Tibshirani 2000; Friedman 2001). */
import { featureBinsOf } from './feature-bins.ts';
import { type Slopes, TreeGrower } from './grow-tree.ts';
import { logistic, logitOf } from './logistic.ts';
import type { Samples } from './samples.ts';
import { shortNumber } from './short-number.ts';
import { NO_QUESTION, type TreeModel } from './tree-model.ts';

export interface BoostingOptions {
  readonly rounds: number;
  readonly depth: number;
  /** Share of its best step that each tree takes. */
  readonly shrinkage: number;
  readonly penalty: number;
  readonly leastWeight: number;
}

/** Three questions a tree let features act together; looks of a candidate weigh 1 together, so a leaf rests on several. */
export const BOOSTING: BoostingOptions = {
  rounds: 120,
  depth: 3,
  shrinkage: 0.08,
  penalty: 1,
  leastWeight: 8,
};

/** Slopes and weights are counted in whole numbers of this share of one: sums are exact in any order. */
const UNIT = 2 ** 24;
const LEAF_DIGITS = 4;

/**
 * Fits the trees; each takes Newton's step on the log loss. The order of samples changes nothing, and numbers are short as
 * they are found: the model in a file is the model that was fitted. Of one class only: no tree and a finite start.
 */
export function fitTrees(samples: Samples, options: BoostingOptions = BOOSTING): TreeModel {
  const { rounds, depth, shrinkage, penalty, leastWeight } = options;
  const table = featureBinsOf(samples);
  const grower = new TreeGrower(table, {
    depth,
    penalty: penalty * UNIT,
    leastWeight: leastWeight * UNIT,
  });
  const start = startOf(samples);
  const logits = new Float64Array(samples.count).fill(start);
  const slopes = emptySlopes(samples);
  const questions: number[] = [];
  const thresholds: number[] = [];
  const leaves: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    setSlopes(slopes, samples, logits);
    if (!grower.grow(slopes)) break;
    grower.questions.forEach((question, node) => {
      questions.push(question);
      const edge = table.edges[question]?.[grower.edges[node]!];
      thresholds.push(question === NO_QUESTION ? 0 : (edge as number));
    });
    const steps = grower.leafSlopes.map((slope, leaf) => {
      const curvature = grower.leafCurvatures[leaf]! + penalty * UNIT;
      return shortNumber((shrinkage * slope) / curvature, LEAF_DIGITS);
    });
    leaves.push(...steps);
    for (let row = 0; row < samples.count; row += 1) logits[row]! += steps[grower.leafOfRow[row]!]!;
  }
  return { kind: 'trees', start, depth, questions, thresholds, leaves };
}

function emptySlopes({ count, weights }: Samples): Slopes {
  return {
    slopes: new Float64Array(count),
    curvatures: new Float64Array(count),
    weights: weights.slice(0, count).map(inUnits),
  };
}

const inUnits = (value: number): number => Math.round(value * UNIT);

/** Downhill slope and curvature of each sample's log loss in its logit. */
function setSlopes({ slopes, curvatures }: Slopes, { truths, weights }: Samples, logits: Float64Array): void {
  for (let row = 0; row < slopes.length; row += 1) {
    const p = logistic(logits[row]!);
    const weight = weights[row]!;
    slopes[row] = inUnits(weight * (truths[row]! - p));
    curvatures[row] = inUnits(weight * p * (1 - p));
  }
}

function startOf({ truths, weights, count }: Samples): number {
  let positive = UNIT / 2;
  let total = UNIT;
  for (let row = 0; row < count; row += 1) {
    const weight = inUnits(weights[row]!);
    total += weight;
    if (truths[row] === 1) positive += weight;
  }
  return shortNumber(logitOf(positive / total), LEAF_DIGITS);
}
