/** What changed in the visible depth of a book: levels as rows of four int32, so that a change is small and can be joined. */

/** Levels a side that are followed; a level that falls behind them counts as gone. */
export const DEPTH_LEVELS = 256;

/** Int32 values of a level: side, price in ticks, size in contracts, orders. */
export const DEPTH_STRIDE = 4;

export interface DepthChange {
  /** The levels are all there are; whatever else was known is gone. */
  readonly isWhole: boolean;
  /** Rows of `DEPTH_STRIDE` values. A size of 0 removes the level; orders are 0 where the feed does not count them. */
  readonly levels: Int32Array;
}

/** What a read of an unchanged depth means, where a reader of samples must know that time went on. */
export const NO_DEPTH_CHANGE: DepthChange = { isWhole: false, levels: new Int32Array(0) };

/** One number a level: prices of a book are within 2^30. */
const keyOf = (side: number, priceTicks: number): number => side * 0x1_0000_0000 + priceTicks;

/** Two consecutive changes as one. */
export function joinDepth(earlier: DepthChange | null, later: DepthChange | null): DepthChange | null {
  if (earlier === null || later === null || later.isWhole) return later ?? earlier;
  const rows = new Map<number, Int32Array>();
  for (const { levels } of [earlier, later])
    for (let at = 0; at < levels.length; at += DEPTH_STRIDE)
      rows.set(keyOf(levels[at]!, levels[at + 1]!), levels.subarray(at, at + DEPTH_STRIDE));
  const kept: number[] = [];
  for (const row of rows.values()) if (row[2] !== 0 || !earlier.isWhole) kept.push(...row);
  return { isWhole: earlier.isWhole, levels: Int32Array.from(kept) };
}
