/** The history of events a page at a time, its export, and the trading days behind it. */
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import {
  type AnalysisSession,
  exportHistory,
  type HistoryTimeframe,
  listAnalysisSessions,
  searchHistory,
} from '@undertow/contracts';
import type { z } from 'zod';
import { call, pathOf } from '#api/client/call.ts';
import type { HistoryFilter } from '#lib/address/history-filter.ts';

export type HistoryPage = z.output<(typeof searchHistory)['response']>;

/** Rows of a page of the history. */
export const EVENTS_A_PAGE = 50;
/** Recent results are requested again when the page is reopened. */
const STALE_MS = 30_000;

/** The filtered events, page after page; the previous ones stay while those of other filters load. */
export function useHistoryPages(
  filter: HistoryFilter,
): UseInfiniteQueryResult<InfiniteData<HistoryPage, string | null>> {
  return useInfiniteQuery({
    queryKey: [searchHistory.path, filter],
    queryFn: ({ signal, pageParam }) =>
      call(searchHistory, { query: { ...filter, limit: EVENTS_A_PAGE, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
}

export function useAnalysisSessions(timeframe: HistoryTimeframe): UseQueryResult<AnalysisSession[]> {
  return useQuery({
    queryKey: [listAnalysisSessions.path, timeframe],
    queryFn: ({ signal }) => call(listAnalysisSessions, { query: { timeframe }, signal }),
    staleTime: STALE_MS,
  });
}

/** Address of the filtered events as CSV. */
export function historyExportAddress(filter: HistoryFilter): string {
  return pathOf(exportHistory.path, {}, filter);
}
