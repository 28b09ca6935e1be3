/** AI patterns of an instrument, and what the tier gives of them. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  type AiPattern,
  getTierConfig,
  listAiPatterns,
  listAiPatternsOfInstrument,
  listAvailablePatterns,
  type TierPatternConfig,
  type TierPatternInfo,
} from '@undertow/contracts';
import { call } from '#api/client/call.ts';
import { POLL_MS, pollWhileHere } from '#api/client/query-client.ts';

/** Current patterns, polled every 15 s. */
export function useAiPatterns(instrumentId: number | null): UseQueryResult<AiPattern[]> {
  return useQuery({
    queryKey: [listAiPatterns.path, instrumentId],
    queryFn: ({ signal }) => call(listAiPatterns, { query: { instrumentId: instrumentId ?? 0 }, signal }),
    enabled: instrumentId !== null,
    refetchInterval: pollWhileHere(POLL_MS.patterns),
  });
}

/** The same for the analytics page, which has its own path; no call while there is no instrument. */
export function usePatternsOf(instrumentId: number | null): UseQueryResult<AiPattern[]> {
  return useQuery({
    queryKey: [listAiPatternsOfInstrument.path, instrumentId],
    queryFn: ({ signal }) =>
      call(listAiPatternsOfInstrument, { params: { instrumentId: instrumentId ?? 0 }, signal }),
    enabled: instrumentId !== null,
    refetchInterval: pollWhileHere(POLL_MS.patterns),
  });
}

/** Pattern types of the user's tier, with what the next tier adds. */
export function useAvailablePatterns(): UseQueryResult<TierPatternInfo> {
  return useQuery({
    queryKey: [listAvailablePatterns.path],
    queryFn: ({ signal }) => call(listAvailablePatterns, { signal }),
  });
}

/** Limits of the user's tier. */
export function useTierConfig(): UseQueryResult<TierPatternConfig> {
  return useQuery({
    queryKey: [getTierConfig.path],
    queryFn: ({ signal }) => call(getTierConfig, { signal }),
  });
}
