/** Executions of the past that a pane begins with: those before the first one that the socket brought. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { joinAllPrints, MINUTE_MS, type PrintRows, printsWithin } from '@undertow/market';
import { fetchPastFlow, MAX_FLOW_REQUEST_MS } from '#api/market/flow-spans.ts';

export interface PastStretch {
  readonly instrumentId: number;
  /** Dated contract whose prices are shown; null before it is known. */
  readonly contract: string | null;
  /** Half open, milliseconds since 1970 UTC; null before they are known, or where nothing is missing. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export function usePastPrints({
  instrumentId,
  contract,
  fromMs,
  toMs,
}: PastStretch): UseQueryResult<PrintRows> {
  return useQuery({
    queryKey: ['past-prints', instrumentId, contract, fromMs, toMs],
    queryFn: async ({ signal }) => {
      const lists: PrintRows[] = [];
      const [from, to] = [fromMs ?? 0, toMs ?? 0];
      for (let atMs = from; atMs < to; atMs += MAX_FLOW_REQUEST_MS) {
        const endMs = Math.min(to, atMs + MAX_FLOW_REQUEST_MS);
        for (const span of await fetchPastFlow({ instrumentId, fromMs: atMs, toMs: endMs, signal }))
          if (span.contract === contract) lists.push(printsWithin(span.prints, atMs, endMs));
      }
      return joinAllPrints(lists);
    },
    enabled: fromMs !== null && toMs !== null && contract !== null,
    gcTime: MINUTE_MS,
  });
}
