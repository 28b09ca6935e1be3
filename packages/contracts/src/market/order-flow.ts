/** Executions and visible depth as they change: what tape, ladder, footprint and depth panes are made of. */
import { z } from 'zod';
import { decimalString, instant, instrumentId } from '#shapes/primitives.ts';

/** What a socket can follow of an instrument beside bars, book and events. */
export const ORDER_FLOW_KINDS = ['depth', 'prints'] as const;
export type OrderFlowKind = (typeof ORDER_FLOW_KINDS)[number];

export const orderFlowSubscription = z.strictObject({
  instrumentId,
  kinds: z.array(z.enum(ORDER_FLOW_KINDS)).max(ORDER_FLOW_KINDS.length),
});
export type OrderFlowSubscription = z.infer<typeof orderFlowSubscription>;

/** Price, contracts shown (0: the level is gone), orders (null where the feed does not count them). */
export const depthLevel = z.tuple([
  decimalString,
  z.number().int().nonnegative(),
  z.number().int().nonnegative().nullable(),
]);
export type DepthLevel = z.infer<typeof depthLevel>;

/** Levels that changed; at most 256 a side are followed, and one that falls behind them counts as gone. */
export const depthUpdate = z.object({
  /** The levels are all there are: they replace what was known. */
  isWhole: z.boolean(),
  bids: z.array(depthLevel),
  asks: z.array(depthLevel),
});
export type DepthUpdate = z.infer<typeof depthUpdate>;

/** How the aggressive order came to be; `stop` is one that was elected, exact where the feed shows it. */
export const PRINT_KINDS = ['unknown', 'market', 'modified', 'stop', 'auction'] as const;

/**
 * Exchange time, number of the aggressive order, its kind, the aggressor's side (null in an auction), price, contracts.
 * Consecutive prints of one number are one order that traded at several prices.
 */
export const orderPrint = z.tuple([
  instant,
  z.number().int(),
  z.enum(PRINT_KINDS),
  z.enum(['buy', 'sell']).nullable(),
  decimalString,
  z.number().int().positive(),
]);
export type OrderPrint = z.infer<typeof orderPrint>;

/** Oldest first. */
export const printsUpdate = z.object({
  /** The prints are the latest known ones: they replace the client's list. */
  isWhole: z.boolean(),
  prints: z.array(orderPrint),
});
export type PrintsUpdate = z.infer<typeof printsUpdate>;
