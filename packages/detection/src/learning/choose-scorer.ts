/** Chooses between logistic regression and boosted trees by their results on held-out sessions. */
import { BOOSTING, fitTrees } from './boosted-trees.ts';
import { fitLogistic, logitScore, MIN_PENALTY, softPlus } from './logistic.ts';
import { type SampleColumns, Samples } from './samples.ts';
import type { ScoreModel } from './score-model.ts';
import { leafOf, type TreeModel, treeCount } from './tree-model.ts';

/** Products take turns in fives: four parts mix them. */
const PARTS = 4;
/** Penalties of the logistic that are tried, the weakest first; of many samples no other than the weakest matters. */
const PENALTIES = [MIN_PENALTY, 10, 100] as const;
const MANY_SAMPLES = 3000;
/** Numbers of trees that are tried. */
const TREES_EVERY = 20;

export interface ChosenScorer {
  readonly scorer: ScoreModel;
  /** Log loss of held-out sessions, a unit of weight, of the logistic and of the best number of trees. */
  readonly logisticLoss: number;
  readonly treesLoss: number;
}

/**
 * Fits both on three quarters of the sessions and computes the log loss of the last quarter, in turn. Trees are taken
 * when they are better by more than one standard error over sessions, with as many rounds as were best; else the
 * simpler logistic, with the penalty that was best: the fewer samples there are, the less each feature may weigh.
 * `sessions`: the samples of each, in the order of their seeds.
 */
export function chooseScorer(sessions: readonly SampleColumns[]): ChosenScorer {
  const taught = sessions.filter(({ count }) => count > 0);
  const all = joined(taught);
  const penalties = all.count < MANY_SAMPLES ? PENALTIES : [MIN_PENALTY];
  const trial = heldOutLosses(taught, all.width, penalties);
  const line = bestOf(trial.lineLosses);
  const trees = bestOf(trial.treeLosses);
  const gains = line.losses.map((loss, at) => loss - trees.losses[at]!);
  const weight = sumOf(all.weights.subarray(0, all.count));
  return {
    scorer: isClear(gains)
      ? fitTrees(all, { ...BOOSTING, rounds: (trees.at + 1) * TREES_EVERY })
      : fitLogistic(all, penalties[line.at]),
    logisticLoss: sumOf(line.losses) / weight,
    treesLoss: sumOf(trees.losses) / weight,
  };
}

const sumOf = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0);

/** The choice with the least loss over all sessions, the first of equals. */
function bestOf(choices: readonly (readonly number[])[]): { at: number; losses: readonly number[] } {
  const sums = choices.map(sumOf);
  const at = Math.max(0, sums.indexOf(Math.min(...sums)));
  return { at, losses: choices[at]! };
}

/** Whether the gains of sessions sum to more than one standard error of their sum. */
function isClear(gains: readonly number[]): boolean {
  const mean = sumOf(gains) / gains.length;
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (gains.length - 1);
  return mean > Math.sqrt(variance / gains.length);
}

interface Trial {
  /** By penalty, then by session. */
  readonly lineLosses: readonly (readonly number[])[];
  /** By number of trees, then by session. */
  readonly treeLosses: readonly (readonly number[])[];
}

function heldOutLosses(
  sessions: readonly SampleColumns[],
  width: number,
  penalties: readonly number[],
): Trial {
  const noLosses = (): number[] => sessions.map(() => 0);
  const lineLosses = penalties.map(noLosses);
  const treeLosses = Array.from({ length: BOOSTING.rounds / TREES_EVERY }, noLosses);
  for (let part = 0; part < PARTS; part += 1) {
    const rest = joined(
      sessions.filter((_, at) => at % PARTS !== part),
      width,
    );
    const lines = penalties.map((penalty) => fitLogistic(rest, penalty));
    const trees = fitTrees(rest);
    sessions.forEach((session, at) => {
      if (at % PARTS !== part) return;
      lines.forEach((line, choice) => {
        const logit = (row: number): number => logitScore(line, session.features, row * width);
        lineLosses[choice]![at] = lossOf(session, logit);
      });
      stagedLosses(session, trees).forEach((loss, stage) => {
        treeLosses[stage]![at] = loss;
      });
    });
  }
  return { lineLosses, treeLosses };
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
      logits[row]! += leafOf(trees, tree, session.features, row * session.width);
    if ((tree + 1) % TREES_EVERY === 0) losses.push(lossOf(session, (row) => logits[row]!));
  }
  return losses;
}

function lossOf({ count, truths, weights }: SampleColumns, logit: (row: number) => number): number {
  let loss = 0;
  for (let row = 0; row < count; row += 1) {
    const sign = truths[row] === 1 ? -1 : 1;
    loss += weights[row]! * softPlus(sign * logit(row));
  }
  return loss;
}
