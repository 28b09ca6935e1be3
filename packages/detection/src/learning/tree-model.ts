/** Boosted trees as data, and the logit they give. */

/** A sum of small trees, all complete and of one depth, laid out one after the other. */
export interface TreeModel {
  readonly kind: 'trees';
  /** Logit before any tree. */
  readonly start: number;
  /** Questions from root to leaf. */
  readonly depth: number;
  /**
   * 2^depth - 1 questions a tree, level by level: a value above the threshold goes right, and `NO_QUESTION` goes left
   * whatever the value.
   */
  readonly questions: ArrayLike<number>;
  readonly thresholds: ArrayLike<number>;
  /** 2^depth logits a tree, from left to right. */
  readonly leaves: ArrayLike<number>;
}

export const NO_QUESTION = -1;

export const treeCount = ({ leaves, depth }: TreeModel): number => leaves.length >> depth;

/** Logit of one row of features that starts at `from`. */
export function treeScore(model: TreeModel, features: ArrayLike<number>, from = 0): number {
  let sum = model.start;
  for (let tree = 0, all = treeCount(model); tree < all; tree += 1)
    sum += leafOf(model, tree, features, from);
  return sum;
}

/** What one tree adds. */
export function leafOf(
  { depth, questions, thresholds, leaves }: TreeModel,
  tree: number,
  features: ArrayLike<number>,
  from: number,
): number {
  const inner = (1 << depth) - 1;
  const first = tree * inner;
  let node = 0;
  for (let level = 0; level < depth; level += 1) {
    const question = questions[first + node]!;
    const goesRight = question !== NO_QUESTION && features[from + question]! > thresholds[first + node]!;
    node = 2 * node + (goesRight ? 2 : 1);
  }
  return leaves[tree * (inner + 1) + node - inner]!;
}
