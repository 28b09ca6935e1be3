/** AI patterns of an instrument. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type AiPattern, listAiPatterns } from '@undertow/contracts';
import { call } from './call.ts';
import { POLL_MS, pollWhileHere } from './query-client.ts';

/** Current patterns, polled every 15 s. */
export function useAiPatterns(instrumentId: number | null): UseQueryResult<AiPattern[]> {
  return useQuery({
    queryKey: [listAiPatterns.path, instrumentId],
    queryFn: ({ signal }) => call(listAiPatterns, { query: { instrumentId: instrumentId ?? 0 }, signal }),
    enabled: instrumentId !== null,
    refetchInterval: pollWhileHere(POLL_MS.patterns),
  });
}
