/** The largest order-flow events of a period, for the marks of a chart's past. */
import { FLOW_EVENT_TYPES } from '@undertow/market';
import { z } from 'zod';
import { instant, instrumentId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';
import { orderFlowEvent } from './market-data.ts';

export const largestEvents = z.object({
  /** Largest first, at most `limit`. */
  events: z.array(orderFlowEvent),
  /** Counts of all events of the period by type, also beyond `limit`. */
  counts: z.record(z.enum(FLOW_EVENT_TYPES), z.number().int().nonnegative()),
});
export type LargestEvents = z.infer<typeof largestEvents>;

/** Detected from `from` to `to`, both included: by default the day before the viewer's instant. */
export const getLargestEvents = route({
  id: 'getLargestEvents',
  method: 'GET',
  path: '/api/order-flow-events/largest',
  access: 'instrument',
  viewable: true,
  summary: 'The largest order-flow events of a period',
  query: z.strictObject({
    instrumentId,
    from: instant.optional(),
    to: instant.optional(),
    limit: z.coerce.number<number>().int().min(1).max(500).default(300),
  }),
  response: largestEvents,
});

export const MAX_EVENT_ROUTES = [getLargestEvents] as const;
