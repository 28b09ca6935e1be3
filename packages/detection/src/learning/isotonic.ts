/** Isotonic regression by pooling adjacent violators: scores to probabilities that only rise (Zadrozny and Elkan 2002). */

/** One scored candidate with its truth. */
export interface Scored {
  readonly score: number;
  readonly truth: boolean;
}

export interface IsotonicBlock {
  /** Lowest score of the block. */
  readonly fromScore: number;
  readonly count: number;
  readonly positives: number;
}

/** Fewer samples than this give no probability of their own. */
export const MIN_BLOCK = 50;

const shareOf = ({ positives, count }: IsotonicBlock): number => positives / count;

const merged = (a: IsotonicBlock, b: IsotonicBlock): IsotonicBlock => ({
  fromScore: a.fromScore,
  count: a.count + b.count,
  positives: a.positives + b.positives,
});

/**
 * The blocks of the isotonic curve, ascending in score and in share of positives; equal scores always share a block.
 * Blocks below `leastBlock` samples are merged into the neighbour whose share is nearer.
 */
export function isotonicBlocks(scored: readonly Scored[], leastBlock = MIN_BLOCK): IsotonicBlock[] {
  const sorted = [...scored].sort((a, b) => a.score - b.score);
  const blocks: IsotonicBlock[] = [];
  for (const one of pooledTies(sorted)) {
    let block = one;
    for (
      let last = blocks.at(-1);
      last !== undefined && shareOf(last) >= shareOf(block);
      last = blocks.at(-1)
    ) {
      block = merged(last, block);
      blocks.pop();
    }
    blocks.push(block);
  }
  return withoutSmall(blocks, leastBlock);
}

function pooledTies(sorted: readonly Scored[]): IsotonicBlock[] {
  const blocks: IsotonicBlock[] = [];
  for (const { score, truth } of sorted) {
    const one = { fromScore: score, count: 1, positives: truth ? 1 : 0 };
    const last = blocks.at(-1);
    if (last?.fromScore === score) blocks[blocks.length - 1] = merged(last, one);
    else blocks.push(one);
  }
  return blocks;
}

function withoutSmall(found: readonly IsotonicBlock[], leastBlock: number): IsotonicBlock[] {
  const blocks = [...found];
  for (;;) {
    const at = blocks.findIndex(({ count }) => count < leastBlock);
    if (at < 0 || blocks.length === 1) return blocks;
    const block = blocks[at]!;
    const before = blocks[at - 1];
    const after = blocks[at + 1];
    const joinsBefore =
      before !== undefined &&
      (after === undefined || shareOf(block) - shareOf(before) <= shareOf(after) - shareOf(block));
    if (joinsBefore) blocks.splice(at - 1, 2, merged(before, block));
    else blocks.splice(at, 2, merged(block, after as IsotonicBlock));
  }
}
