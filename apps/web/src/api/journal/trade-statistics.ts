/** What the journal can say about the filtered trades, the rules of accounts, and what the market did around trades. */
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  getContextTable,
  getPropRules,
  getTradeContext,
  getTradeStatistics,
  listTradeAccounts,
  saveTradeAccount,
  type TradeAccountDto,
  type TradeDto,
} from '@undertow/contracts';
import type { z } from 'zod';
import { call } from '#api/client/call.ts';
import type { TradeFilter } from '#lib/address/trade-filter.ts';
import { rereadTrades } from './trades.ts';

export type TradeStatistics = z.output<(typeof getTradeStatistics)['response']>;
export type PropRules = z.output<(typeof getPropRules)['response']>;
export type TradeContextAnswer = z.output<(typeof getTradeContext)['response']>;
export type ContextTable = z.output<(typeof getContextTable)['response']>;
export type TradesView = TradeStatistics['view'];

export interface StatisticsChoice {
  /** Null: the only one, or none where there are several. */
  readonly currency: string | null;
  readonly view: TradesView;
}

/** The previous figures stay while those of another filter load. */
export function useTradeStatistics(
  filter: TradeFilter,
  { currency, view }: StatisticsChoice,
): UseQueryResult<TradeStatistics> {
  return useQuery({
    queryKey: [getTradeStatistics.path, filter, currency, view],
    queryFn: ({ signal }) => call(getTradeStatistics, { query: { ...filter, currency, view }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The accounts of the journal with their settings. */
export function useTradeAccounts(): UseQueryResult<TradeAccountDto[]> {
  return useQuery({
    queryKey: [listTradeAccounts.path],
    queryFn: ({ signal }) => call(listTradeAccounts, { signal }),
  });
}

/** Null: no account is chosen yet. */
export function usePropRules(account: string | null): UseQueryResult<PropRules> {
  return useQuery({
    queryKey: [getPropRules.path, account],
    queryFn: ({ signal }) => call(getPropRules, { query: { account: account ?? '' }, signal }),
    enabled: account !== null,
  });
}

/** Keeps the settings of an account; a start balance changes the statistics too. */
export function useSaveTradeAccount(): UseMutationResult<TradeAccountDto, Error, TradeAccountDto> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TradeAccountDto) => call(saveTradeAccount, { body }),
    onSuccess: () => rereadTrades(client),
  });
}

/**
 * What the recorded market did around a trade: keyed by the trade's own facts, requested again when one of them
 * changes.
 */
export function useTradeContext(trade: TradeDto): UseQueryResult<TradeContextAnswer> {
  const { id, instrumentSymbol, tradeType, quantity, entryTime, exitTime, entryPrice, exitPrice } = trade;
  return useQuery({
    queryKey: [
      getTradeContext.path,
      id,
      { instrumentSymbol, tradeType, quantity, entryTime, exitTime, entryPrice, exitPrice },
    ],
    queryFn: ({ signal }) => call(getTradeContext, { params: { id }, signal }),
  });
}

export function useContextTable(): UseQueryResult<ContextTable> {
  return useQuery({
    queryKey: [getContextTable.path],
    queryFn: ({ signal }) => call(getContextTable, { signal }),
  });
}
