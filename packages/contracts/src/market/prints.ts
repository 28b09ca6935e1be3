/** Executions of the past, a page at a time. */
import { z } from 'zod';
import { instant, instrumentId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';
import { orderPrint } from './order-flow.ts';

export const MAX_PRINTS = 5_000;

/** From `from`, which is included, to `to`, which is not; as far back as the plan has depth. */
export const listPrints = route({
  id: 'listPrints',
  method: 'GET',
  path: '/api/order-flow/prints',
  access: 'instrument',
  viewable: true,
  summary: 'Executions of at most an hour, oldest first',
  query: z.strictObject({
    instrumentId,
    from: instant,
    to: instant,
    /** How many of the first instant to leave out: those of the page before. */
    skip: z.coerce.number<number>().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number<number>().int().min(1).max(MAX_PRINTS).default(1_000),
  }),
  response: z.object({
    prints: z.array(orderPrint),
    /** `from` and `skip` of the next page; null on the last one. */
    next: z.object({ from: instant, skip: z.number().int().nonnegative() }).nullable(),
  }),
});

export const PRINT_ROUTES = [listPrints] as const;
