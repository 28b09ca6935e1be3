/** Depth and executions of the past: what depth over time, footprints and tapes of earlier hours are made of. */
import { z } from 'zod';
import { instant, instrumentId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

/** Most hours of one request. */
export const FLOW_SPANS_HOURS = 6;

export const flowSpanData = z.object({
  /** The dated contract of its prices. */
  contract: z.string(),
  from: instant,
  to: instant,
  /** A `FlowSpan` of packages/market (`decodeFlowSpan`), deflated without a header (RFC 1951), in base64. */
  data: z.base64(),
});
export type FlowSpanData = z.infer<typeof flowSpanData>;

export const getFlowSpans = route({
  id: 'getFlowSpans',
  method: 'GET',
  path: '/api/order-flow/spans',
  access: 'instrument',
  viewable: true,
  summary: `Depth once a second and every execution, of at most ${FLOW_SPANS_HOURS} hours before \`to\` and as far back as the plan has depth, oldest first`,
  query: z.strictObject({ instrumentId, from: instant, to: instant }),
  response: z.array(flowSpanData),
});

export const FLOW_SPANS_ROUTES = [getFlowSpans] as const;
