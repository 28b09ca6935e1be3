/** Depth and executions to wire shapes. */
import {
  DEPTH_STRIDE,
  type DepthChange,
  formatTicks,
  type Instrument,
  PRINT_KIND,
  PRINT_ORDER,
  PRINT_PRICE_TICKS,
  PRINT_SIDE,
  PRINT_SIZE,
  PRINT_STRIDE,
  type PrintRows,
  ROUND_AUCTION,
  ROUND_MARKETABLE,
  ROUND_MODIFIED_LIMIT,
  ROUND_STOP,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import type { DepthLevel, DepthUpdate, OrderPrint, PRINT_KINDS } from '#market/order-flow.ts';
import { instantOfMs } from './encode.ts';

/** `hasOrders`: the feed shows single orders, so that a count of 0 is one. */
export function encodeDepth(
  instrument: Instrument,
  { isWhole, levels }: DepthChange,
  hasOrders: boolean,
): DepthUpdate {
  const bids: DepthLevel[] = [];
  const asks: DepthLevel[] = [];
  for (let at = 0; at < levels.length; at += DEPTH_STRIDE) {
    const side = levels[at] === SIDE_BID ? bids : asks;
    const orders = levels[at + 3]!;
    const counted = hasOrders || orders > 0 ? orders : null;
    side.push([formatTicks(instrument, levels[at + 1]!), levels[at + 2]!, counted]);
  }
  return { isWhole, bids, asks };
}

const KINDS: ReadonlyMap<number, (typeof PRINT_KINDS)[number]> = new Map([
  [ROUND_MARKETABLE, 'market'],
  [ROUND_MODIFIED_LIMIT, 'modified'],
  [ROUND_STOP, 'stop'],
  [ROUND_AUCTION, 'auction'],
]);

const SIDES: ReadonlyMap<number, 'buy' | 'sell'> = new Map([
  [SIDE_BID, 'buy'],
  [SIDE_ASK, 'sell'],
]);

export function encodePrints(instrument: Instrument, { times, rows }: PrintRows): OrderPrint[] {
  return Array.from(times, (timeMs, n) => {
    const at = n * PRINT_STRIDE;
    return [
      instantOfMs(timeMs),
      rows[at + PRINT_ORDER]!,
      KINDS.get(rows[at + PRINT_KIND]!) ?? 'unknown',
      SIDES.get(rows[at + PRINT_SIDE]!) ?? null,
      formatTicks(instrument, rows[at + PRINT_PRICE_TICKS]!),
      rows[at + PRINT_SIZE]!,
    ];
  });
}
