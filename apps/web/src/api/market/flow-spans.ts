/** Depth and executions of the past, requested and decoded: what footprints, tapes and depth of earlier hours are made of. */
import { FLOW_SPANS_HOURS, type FlowSpanData, getFlowSpans } from '@undertow/contracts';
import { decodeFlowSpan, type FlowSpan, HOUR_MS } from '@undertow/market';
import { call } from '#api/client/call.ts';

/** Longest stretch of one request, milliseconds. */
export const MAX_FLOW_REQUEST_MS = FLOW_SPANS_HOURS * HOUR_MS;

export interface PastFlow extends FlowSpan {
  /** The dated contract whose ticks its prices are. */
  readonly contract: string;
}

export interface PastFlowRequest {
  readonly instrumentId: number;
  /** At most `MAX_FLOW_REQUEST_MS` before `toMs`; milliseconds since 1970 UTC. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly signal?: AbortSignal;
}

/** Throws RangeError for what is no span of this version, and TypeError for what was not deflated. */
export async function decodePastFlow({
  contract,
  data,
}: Pick<FlowSpanData, 'contract' | 'data'>): Promise<PastFlow> {
  const deflated = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const inflated = new Blob([deflated]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(inflated).arrayBuffer());
  return { contract, ...decodeFlowSpan(bytes) };
}

/**
 * Spans that overlap `fromMs <= time < toMs`, oldest first: the first may begin earlier, and the last is cut where the
 * viewer's instant is. Throws `ApiError` for a refusal.
 */
export async function fetchPastFlow({
  instrumentId,
  fromMs,
  toMs,
  signal,
}: PastFlowRequest): Promise<PastFlow[]> {
  const query = { instrumentId, from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  const spans = await call(getFlowSpans, { query, ...(signal === undefined ? {} : { signal }) });
  return Promise.all(spans.map(decodePastFlow));
}
