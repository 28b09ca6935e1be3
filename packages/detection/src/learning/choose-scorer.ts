/** Chooses between logistic regression and boosted trees by what they say of sessions they did not see. */
import { BOOSTING, fitTrees } from './boosted-trees.ts';
import { fitLogistic, logitScore, softPlus } from './logistic.ts';
import { type SampleColumns, Samples } from './samples.ts';
import type { ScoreModel } from './score-model.ts';
import { leafOf, type TreeModel, treeCount } from './tree-model.ts';

/** Products take turns in fives: four parts mix them. */
const PARTS = 4;
/** Numbers of trees that are tried. */
const TREES_EVERY = 20;

export interface ChosenScorer {
  readonly scorer: ScoreModel;
  /** Log loss of held-out sessions, a unit of weight, of the logistic and of the best number of trees. */
  readonly logisticLoss: number;
  readonly treesLoss: number;
}

/**
 * Fits both on three quarters of the sessions and asks for the log loss of the last quarter, in turn. Trees are taken when
 * they are better by more than one standard error over sessions, with as many rounds as were best; else the simpler
 * logistic. `sessions`: the samples of each, in the order of their seeds.
 */
export function chooseScorer(sessions: readonly SampleColumns[]): ChosenScorer {
  const taught = sessions.filter(({ count }) => count > 0);
  const all = joined(taught);
  const trial = heldOutLosses(taught, all.width);
  const sums = trial.treeLosses.map((losses) => losses.reduce((sum, loss) => sum + loss, 0));
  const best = sums.indexOf(Math.min(...sums));
  const treeLosses = trial.treeLosses[best] ?? [];
  const weight = trial.weights.reduce((sum, one) => sum + one, 0);
  const gains = trial.logisticLosses.map((loss, at) => loss - (treeLosses[at] ?? loss));
  const scorer = isClear(gains)
    ? fitTrees(all, { ...BOOSTING, rounds: (best + 1) * TREES_EVERY })
    : fitLogistic(all);
  return {
    scorer,
    logisticLoss: trial.logisticLosses.reduce((sum, loss) => sum + loss, 0) / weight,
    treesLoss: (sums[best] ?? Number.NaN) / weight,
  };
}

/** Whether the gains of sessions sum to more than one standard error of their sum. */
function isClear(gains: readonly number[]): boolean {
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (gains.length - 1);
  return mean > Math.sqrt(variance / gains.length);
}

interface Trial {
  readonly weights: readonly number[];
  /** By session. */
  readonly logisticLosses: readonly number[];
  /** By number of trees, then by session. */
  readonly treeLosses: readonly (readonly number[])[];
}

function heldOutLosses(sessions: readonly SampleColumns[], width: number): Trial {
  const weights = sessions.map(({ weights: own, count }) =>
    own.subarray(0, count).reduce((sum, weight) => sum + weight, 0),
  );
  const logisticLosses = sessions.map(() => 0);
  const treeLosses = Array.from({ length: BOOSTING.rounds / TREES_EVERY }, () => sessions.map(() => 0));
  for (let part = 0; part < PARTS; part += 1) {
    const rest = joined(
      sessions.filter((_, at) => at % PARTS !== part),
      width,
    );
    const line = fitLogistic(rest);
    const trees = fitTrees(rest);
    sessions.forEach((session, at) => {
      if (at % PARTS !== part) return;
      logisticLosses[at] = lossOf(session, (row) => logitScore(line, session.features, row * width));
      stagedLosses(session, trees).forEach((loss, stage) => {
        (treeLosses[stage] as number[])[at] = loss;
      });
    });
  }
  return { weights, logisticLosses, treeLosses };
}

function joined(sessions: readonly SampleColumns[], width = sessions[0]?.width ?? 0): Samples {
  const samples = new Samples(width);
  for (const session of sessions) samples.addAll(session);
  return samples;
}

/** Loss after each `TREES_EVERY` trees; of fewer trees than that, what all of them give. */
function stagedLosses(session: SampleColumns, trees: TreeModel): number[] {
  const logits = new Float64Array(session.count).fill(trees.start);
  const losses: number[] = [];
  for (let tree = 0; tree < BOOSTING.rounds; tree += 1) {
    for (let row = 0; tree < treeCount(trees) && row < session.count; row += 1)
      logits[row] = (logits[row] as number) + leafOf(trees, tree, session.features, row * session.width);
    if ((tree + 1) % TREES_EVERY === 0) losses.push(lossOf(session, (row) => logits[row] as number));
  }
  return losses;
}

function lossOf({ count, truths, weights }: SampleColumns, logit: (row: number) => number): number {
  let loss = 0;
  for (let row = 0; row < count; row += 1) {
    const sign = truths[row] === 1 ? -1 : 1;
    loss += (weights[row] as number) * softPlus(sign * logit(row));
  }
  return loss;
}
