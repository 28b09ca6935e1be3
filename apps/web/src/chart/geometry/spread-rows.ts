/** Places rows as near to their preferred position as order and distance allow. */

interface Block {
  sum: number;
  count: number;
}

/**
 * Places for rows that want the given ones (ascending), at least `gap` apart and inside `low` to `high`. The sum of squared
 * displacements is least (pool adjacent violators). Rows that do not fit keep their distance and run over `high`.
 */
export function spreadRows(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const blocks: Block[] = [];
  wanted.forEach((place, index) => {
    let block: Block = { sum: place - index * gap, count: 1 };
    let previous = blocks.at(-1);
    while (previous !== undefined && previous.sum / previous.count > block.sum / block.count) {
      block = { sum: previous.sum + block.sum, count: previous.count + block.count };
      blocks.pop();
      previous = blocks.at(-1);
    }
    blocks.push(block);
  });
  const most = Math.max(low, high - (wanted.length - 1) * gap);
  const places: number[] = [];
  for (const block of blocks) {
    const base = Math.min(most, Math.max(low, block.sum / block.count));
    for (let row = 0; row < block.count; row++) places.push(base + places.length * gap);
  }
  return places;
}
