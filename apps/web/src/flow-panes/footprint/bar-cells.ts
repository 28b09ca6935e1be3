/** The cells of a bar as a footprint shows them: every row from low to high, with imbalances, stacks and the largest row. */
import {
  cellRows,
  diagonalImbalances,
  type FlowBar,
  type ImbalanceStack,
  type PriceVolume,
  rowStartTicks,
  type StackRule,
  stackedImbalances,
  unfinishedAuctions,
} from '@undertow/market';

export const BUY_IMBALANCE = 1;
export const SELL_IMBALANCE = 2;

/** Row `n` begins `n * rowTicks` above `lowTicks`. Rows that did not trade are 0. */
export interface BarCells {
  readonly lowTicks: number;
  readonly rowTicks: number;
  readonly bids: Int32Array;
  readonly asks: Int32Array;
  /** `BUY_IMBALANCE` and `SELL_IMBALANCE` of each row. */
  readonly marks: Uint8Array;
  /** Row with the most volume. */
  readonly mostRow: number;
  /** The largest of its kind: of one side, of both, of their difference. */
  readonly maxSide: number;
  readonly maxVolume: number;
  readonly maxDelta: number;
  readonly stacks: readonly ImbalanceStack[];
  readonly unfinishedHigh: boolean;
  readonly unfinishedLow: boolean;
}

/** `rule.rowTicks` is at least 1. */
export function barCells(bar: Pick<FlowBar, 'prices' | 'lowTicks' | 'highTicks'>, rule: StackRule): BarCells {
  const { rowTicks, minRows } = rule;
  const rows = cellRows(bar.prices, rowTicks);
  const lowTicks = rowStartTicks(bar.lowTicks, rowTicks);
  const count = (rowStartTicks(bar.highTicks, rowTicks) - lowTicks) / rowTicks + 1;
  const cells = { bids: new Int32Array(count), asks: new Int32Array(count), marks: new Uint8Array(count) };
  const volumes = new Int32Array(count);
  const at = (priceTicks: number): number => (priceTicks - lowTicks) / rowTicks;
  let [mostRow, maxSide, maxDelta] = [0, 0, 0];
  for (const { priceTicks, bidVolume, askVolume, volume } of rows) {
    const row = at(priceTicks);
    cells.bids[row] = bidVolume;
    cells.asks[row] = askVolume;
    volumes[row] = volume;
    if (volume > volumes[mostRow]!) mostRow = row;
    maxSide = Math.max(maxSide, bidVolume, askVolume);
    maxDelta = Math.max(maxDelta, Math.abs(askVolume - bidVolume));
  }
  const imbalances = diagonalImbalances(rows, rule);
  for (const { priceTicks, side } of imbalances)
    cells.marks[at(priceTicks)]! |= side === 'buy' ? BUY_IMBALANCE : SELL_IMBALANCE;
  return {
    lowTicks,
    rowTicks,
    ...cells,
    mostRow,
    maxSide,
    maxVolume: volumes[mostRow]!,
    maxDelta,
    stacks: stackedImbalances(imbalances, minRows, rowTicks),
    ...unfinishedAuctions(bar),
  };
}

/** The volume of a row; null outside the bar. */
export function cellAt(
  { lowTicks, rowTicks, bids, asks }: BarCells,
  priceTicks: number,
): Pick<PriceVolume, 'bidVolume' | 'askVolume'> | null {
  const row = Math.floor((priceTicks - lowTicks) / rowTicks);
  const [bidVolume, askVolume] = [bids[row], asks[row]];
  return bidVolume === undefined || askVolume === undefined ? null : { bidVolume, askVolume };
}

/** Ticks a row to choose from. */
export const ROW_TICKS = [1, 2, 4, 5, 10, 20, 25, 50, 100, 200] as const;
const MAX_AUTO_ROWS = 40;
/** Bars that the choice looks at. */
const AUTO_BARS = 20;

/** The fewest ticks a row with which the bars have at most forty rows on average. */
export function autoRowTicks(bars: readonly Pick<FlowBar, 'highTicks' | 'lowTicks'>[]): number {
  const newest = bars.slice(-AUTO_BARS);
  if (newest.length === 0) return 1;
  const ticks =
    newest.reduce((sum, { highTicks, lowTicks }) => sum + highTicks - lowTicks + 1, 0) / newest.length;
  return ROW_TICKS.find((step) => ticks / step <= MAX_AUTO_ROWS) ?? ROW_TICKS.at(-1) ?? 1;
}

/** Totals of imbalances on each side, for the head of the pane. */
export function countImbalances(bars: readonly BarCells[]): {
  readonly buys: number;
  readonly sells: number;
} {
  let [buys, sells] = [0, 0];
  for (const { marks } of bars)
    for (const mark of marks) {
      if ((mark & BUY_IMBALANCE) !== 0) buys += 1;
      if ((mark & SELL_IMBALANCE) !== 0) sells += 1;
    }
  return { buys, sells };
}
