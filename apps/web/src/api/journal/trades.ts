/** The trades of the journal: a page of them, what they can be filtered by, the summary figures, and changes. */
import {
  keepPreviousData,
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  addTrade,
  changeTrade,
  exportTrades,
  getTradeAnalysis,
  getTradeContext,
  getTradeFacets,
  type NewTradeDto,
  removeTrade,
  searchTrades,
  type TradeDto,
} from '@undertow/contracts';
import type { z } from 'zod';
import { call, pathOf } from '#api/client/call.ts';
import type { TradeFilter, TradeView } from '#lib/address/trade-filter.ts';

type TradePage = z.output<(typeof searchTrades)['response']>;
type TradeFacets = z.output<(typeof getTradeFacets)['response']>;
export type TradeAnalysis = z.output<(typeof getTradeAnalysis)['response']>;

/** Rows of a page of the table of all trades. */
export const TRADES_A_PAGE = 50;

/**
 * Everything that is computed from trades is read again: lists, figures, statistics, and whether insights are old. Not the
 * context of one trade: it depends on that trade alone, which may be the one that was taken away.
 */
export async function rereadTrades(client: QueryClient): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' &&
      path !== getTradeContext.path &&
      (path.startsWith('/api/trades') || path.startsWith('/api/insights')),
  });
}

/** One page of the filtered trades; the previous page stays while the next one loads. */
export function useTradePage(filter: TradeFilter, view: TradeView): UseQueryResult<TradePage> {
  return useQuery({
    queryKey: [searchTrades.path, filter, view],
    queryFn: ({ signal }) =>
      call(searchTrades, { query: { ...filter, ...view, limit: TRADES_A_PAGE }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The newest trades by entry: of a long journal only these are fetched. */
export function useRecentTrades(count: number): UseQueryResult<TradePage> {
  return useQuery({
    queryKey: [searchTrades.path, 'recent', count],
    queryFn: ({ signal }) => call(searchTrades, { query: { limit: count }, signal }),
  });
}

/** What the journal holds, for filters and forms. */
export function useTradeFacets(): UseQueryResult<TradeFacets> {
  return useQuery({
    queryKey: [getTradeFacets.path],
    queryFn: ({ signal }) => call(getTradeFacets, { signal }),
  });
}

export function useTradeAnalysis(): UseQueryResult<TradeAnalysis> {
  return useQuery({
    queryKey: [getTradeAnalysis.path],
    queryFn: ({ signal }) => call(getTradeAnalysis, { signal }),
  });
}

/** Address of the filtered trades as CSV. */
export function exportAddress(filter: TradeFilter): string {
  return pathOf(exportTrades.path, {}, filter);
}

function useTradeChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
): UseMutationResult<Output, Error, Input> {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => rereadTrades(client) });
}

export function useAddTrade(): UseMutationResult<TradeDto, Error, NewTradeDto> {
  return useTradeChange((body: NewTradeDto) => call(addTrade, { body }));
}

export interface TradeChange {
  readonly id: string;
  readonly body: Partial<NewTradeDto>;
}

export function useChangeTrade(): UseMutationResult<TradeDto, Error, TradeChange> {
  return useTradeChange(({ id, body }: TradeChange) => call(changeTrade, { params: { id }, body }));
}

export function useRemoveTrade(): UseMutationResult<unknown, Error, string> {
  return useTradeChange((id: string) => call(removeTrade, { params: { id } }));
}
