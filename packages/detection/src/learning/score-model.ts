/** What turns features into a score: a logistic regression, or boosted trees with a logistic link. */
import { type LogisticModel, logitScore } from './logistic.ts';
import { shortNumber } from './short-number.ts';
import { type TreeModel, treeScore } from './tree-model.ts';

const LOGISTIC_DIGITS = 9;

export type ScoreModel = LogisticModel | TreeModel;

/** Logit of one row of features that starts at `from`. */
export function scoreOf(model: ScoreModel, features: ArrayLike<number>, from = 0): number {
  return model.kind === 'trees' ? treeScore(model, features, from) : logitScore(model, features, from);
}

/** The same model in typed arrays: to judge by, without reading boxed numbers. */
export function packed(model: ScoreModel): ScoreModel {
  if (model.kind === 'trees')
    return {
      ...model,
      questions: Int32Array.from(model.questions),
      thresholds: Float64Array.from(model.thresholds),
      leaves: Float64Array.from(model.leaves),
    };
  return {
    ...model,
    center: Float64Array.from(model.center),
    scale: Float64Array.from(model.scale),
    weights: Float64Array.from(model.weights),
  };
}

/** The same model as stored in a file: nine digits of a weight; trees are short since they were fitted. */
export function shortenedModel(model: ScoreModel): ScoreModel {
  if (model.kind === 'trees') return model;
  const short = (values: ArrayLike<number>): number[] =>
    Array.from(values, (value) => shortNumber(value, LOGISTIC_DIGITS));
  return {
    ...model,
    center: short(model.center),
    scale: short(model.scale),
    weights: short(model.weights),
    intercept: shortNumber(model.intercept, LOGISTIC_DIGITS),
  };
}
