/** Depth and executions from wire shapes back to ticks, for the panes that draw them. */
import type { DepthUpdate, OrderPrint, PRINT_KINDS } from '@undertow/contracts';
import {
  type DepthChange,
  type Instrument,
  type PrintRows,
  parsePriceTicks,
  ROUND_AUCTION,
  ROUND_MARKETABLE,
  ROUND_MODIFIED_LIMIT,
  ROUND_STOP,
  ROUND_UNKNOWN,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';

/** Orders that are not counted are 0. Throws RangeError for a price that is no tick of the instrument. */
export function decodeDepth(instrument: Instrument, { isWhole, bids, asks }: DepthUpdate): DepthChange {
  const levels: number[] = [];
  for (const [side, rows] of [
    [SIDE_BID, bids],
    [SIDE_ASK, asks],
  ] as const)
    for (const [price, size, orders] of rows)
      levels.push(side, parsePriceTicks(instrument, price), size, orders ?? 0);
  return { isWhole, levels: Int32Array.from(levels) };
}

const KINDS: Readonly<Record<(typeof PRINT_KINDS)[number], number>> = {
  unknown: ROUND_UNKNOWN,
  market: ROUND_MARKETABLE,
  modified: ROUND_MODIFIED_LIMIT,
  stop: ROUND_STOP,
  auction: ROUND_AUCTION,
};

const SIDES = { buy: SIDE_BID, sell: SIDE_ASK } as const;

/** Throws RangeError for a price that is no tick of the instrument. */
export function decodePrints(instrument: Instrument, prints: readonly OrderPrint[]): PrintRows {
  return {
    times: Float64Array.from(prints, ([time]) => Date.parse(time)),
    rows: Int32Array.from(
      prints.flatMap(([, order, kind, side, price, size]) => [
        order,
        KINDS[kind],
        side === null ? SIDE_NONE : SIDES[side],
        parsePriceTicks(instrument, price),
        size,
      ]),
    ),
  };
}
