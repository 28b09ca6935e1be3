/** Insights of the journal, what the last generation looked at, and what their person did with them. */
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  generateInsights,
  getInsightRun,
  type InsightDto,
  listInsights,
  markInsightImplemented,
  markInsightRead,
} from '@undertow/contracts';
import type { z } from 'zod';
import { call } from '#api/client/call.ts';
import { POLL_MS } from '#api/client/query-client.ts';

export type InsightRun = z.output<(typeof getInsightRun)['response']>;

const INSIGHTS_KEY = [listInsights.path] as const;

/** In the order of reading: data quality, proven, to watch, facts, not enough data. */
export function useInsights(): UseQueryResult<InsightDto[]> {
  return useQuery({ queryKey: INSIGHTS_KEY, queryFn: ({ signal }) => call(listInsights, { signal }) });
}

/** Polled while insights are generated, in this window or another one. */
export function useInsightRun(): UseQueryResult<InsightRun> {
  return useQuery({
    queryKey: [getInsightRun.path],
    queryFn: ({ signal }) => call(getInsightRun, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS.insights : false),
  });
}

/** Generates the insights again; the lists are then read again. */
export function useGenerateInsights(): UseMutationResult<InsightDto[], Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationKey: [generateInsights.path],
    mutationFn: () => call(generateInsights),
    onSuccess: async (insights) => {
      // The run first: the new list beside the run before it would be called outdated
      await client.refetchQueries({ queryKey: [getInsightRun.path] });
      client.setQueryData(INSIGHTS_KEY, insights);
    },
  });
}

/** Changes one insight of the list at once, before the list is read again: its card must not jump. */
function useMark(
  mark: (id: string) => Promise<unknown>,
  change: Partial<InsightDto>,
): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: mark,
    onSuccess: (_answer, id) =>
      client.setQueryData<InsightDto[]>(INSIGHTS_KEY, (insights) =>
        insights?.map((insight) => (insight.id === id ? { ...insight, ...change } : insight)),
      ),
  });
}

export function useMarkInsightRead(): UseMutationResult<unknown, Error, string> {
  return useMark((id) => call(markInsightRead, { params: { id } }), { isRead: true });
}

/** Only a read insight can be marked so. */
export function useMarkInsightImplemented(): UseMutationResult<unknown, Error, string> {
  return useMark((id) => call(markInsightImplemented, { params: { id } }), { isImplemented: true });
}
