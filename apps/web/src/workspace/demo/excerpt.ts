/** The recorded stretch of the demo's workspace: fetched once, decoded as spans of the past are. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  type FlowSpan,
  type Instrument,
  instrumentBySymbol,
  type PackedFlowExcerpt,
  type RecordedFinding,
} from '@undertow/market';
import { decodePastFlow } from '#api/market/flow-spans.ts';

const FILE = new URL('./excerpt.json', import.meta.url).href;

/** Times are milliseconds since 1970 UTC. */
export interface Excerpt {
  readonly instrument: Instrument;
  readonly contract: string;
  /** Playing begins here: what is older is known by then. */
  readonly startMs: number;
  readonly endMs: number;
  /** Oldest first. */
  readonly spans: readonly FlowSpan[];
  readonly findings: readonly RecordedFinding[];
}

/** Throws for a product that the catalogue does not have, and what `decodePastFlow` throws. */
export async function decodeExcerpt(packed: PackedFlowExcerpt): Promise<Excerpt> {
  const { symbol, contract, startMs, endMs, findings } = packed;
  const instrument = instrumentBySymbol(symbol);
  if (instrument === undefined) throw new Error(`expected a product of the catalogue, got ${symbol}`);
  const spans = await Promise.all(packed.spans.map((data) => decodePastFlow({ contract, data })));
  return { instrument, contract, startMs, endMs, spans, findings };
}

async function fetchExcerpt(): Promise<Excerpt> {
  const response = await fetch(FILE);
  if (!response.ok) throw new Error(`expected the recording of the workspace, got ${response.status}`);
  return decodeExcerpt((await response.json()) as PackedFlowExcerpt);
}

export function useExcerpt(): UseQueryResult<Excerpt> {
  return useQuery({
    queryKey: ['demo-workspace'],
    queryFn: fetchExcerpt,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
