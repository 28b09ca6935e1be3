/** Diagonal imbalances of a bar: buys at a price against the sells one row below, sells against the buys one row above. */
import type { PriceVolume } from '#tape/price-volumes.ts';

export interface ImbalanceRule {
  /** Heavier side in per cent of the lighter one, from which a cell is an imbalance: 300 is three to one. */
  readonly ratioPercent: number;
  /** Contracts that the heavier side must have. */
  readonly minSize: number;
  /** Ticks a row. */
  readonly rowTicks: number;
}

export interface Imbalance {
  /** Lowest tick of the row. */
  readonly priceTicks: number;
  /** The aggressor that dominates. */
  readonly side: 'buy' | 'sell';
}

/** Consecutive rows that are imbalances of one side. */
export interface ImbalanceStack {
  readonly side: 'buy' | 'sell';
  /** First and last tick of the rows. */
  readonly lowTicks: number;
  readonly highTicks: number;
  readonly rows: number;
}

/**
 * `rows` are of `rule.rowTicks`, lowest first. A row within the bar that did not trade counts as 0, against which every
 * size from the minimum is an imbalance. The buys of the lowest row and the sells of the highest have no opposite: they
 * are none. Returned from the lowest; a row can be both.
 */
export function diagonalImbalances(rows: readonly PriceVolume[], rule: ImbalanceRule): Imbalance[] {
  const { ratioPercent, minSize, rowTicks } = rule;
  const dominates = (heavy: number, light: number): boolean =>
    heavy > 0 && heavy >= minSize && heavy * 100 >= light * ratioPercent;
  const found: Imbalance[] = [];
  rows.forEach(({ priceTicks, bidVolume, askVolume }, at) => {
    const [below, above] = [rows[at - 1], rows[at + 1]];
    const bidBelow = below?.priceTicks === priceTicks - rowTicks ? below.bidVolume : 0;
    const askAbove = above?.priceTicks === priceTicks + rowTicks ? above.askVolume : 0;
    if (below !== undefined && dominates(askVolume, bidBelow)) found.push({ priceTicks, side: 'buy' });
    if (above !== undefined && dominates(bidVolume, askAbove)) found.push({ priceTicks, side: 'sell' });
  });
  return found;
}

/** Runs of at least `minRows` consecutive rows, from the lowest; the longest ones that there are. */
export function stackedImbalances(
  imbalances: readonly Imbalance[],
  minRows: number,
  rowTicks: number,
): ImbalanceStack[] {
  const stacks: ImbalanceStack[] = [];
  for (const side of ['buy', 'sell'] as const) {
    let run: number[] = [];
    const end = (): void => {
      const [low, high] = [run[0], run.at(-1)];
      if (low !== undefined && high !== undefined && run.length >= minRows)
        stacks.push({ side, lowTicks: low, highTicks: high + rowTicks - 1, rows: run.length });
      run = [];
    };
    for (const { priceTicks } of imbalances.filter((found) => found.side === side)) {
      if (run.length > 0 && run.at(-1) !== priceTicks - rowTicks) end();
      run.push(priceTicks);
    }
    end();
  }
  return stacks.toSorted((a, b) => a.lowTicks - b.lowTicks);
}
