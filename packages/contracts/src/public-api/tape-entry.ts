/** An execution as requests and streams of the public API have it: by aggressive order and price. */
import { z } from 'zod';
import { type OrderPrint, PRINT_KINDS } from '#market/order-flow.ts';
import { decimalString, instant } from '#shapes/primitives.ts';

export const tapeEntry = z.object({
  time: instant,
  order: z.number().int().describe('Number of the aggressive order: equal for all of its executions.'),
  kind: z.enum(PRINT_KINDS),
  side: z.enum(['buy', 'sell']).nullable().describe('Of the aggressor; null in an auction.'),
  price: decimalString,
  size: z.number().int().positive(),
});

export function tapeEntryOf([time, order, kind, side, price, size]: OrderPrint): z.infer<typeof tapeEntry> {
  return { time, order, kind, side, price, size };
}
