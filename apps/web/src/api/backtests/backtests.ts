/** Backtests of the user: polled while one of them runs, and changed. */
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type BacktestDto,
  type BacktestResultDto,
  cancelBacktest,
  createBacktest,
  exportBacktestTrades,
  getBacktest,
  getBacktestResult,
  listBacktestSessions,
  listBacktests,
  listBacktestTrades,
  removeBacktest,
  type TestedData,
} from '@undertow/contracts';
import type { z } from 'zod';
import { call, pathOf } from '#api/client/call.ts';
import { POLL_MS } from '#api/client/query-client.ts';
import { useUploads } from './uploads.ts';

export type BacktestList = z.output<(typeof listBacktests)['response']>;
export type BacktestWithRule = z.output<(typeof getBacktest)['response']>;
export type BacktestSessions = z.output<(typeof listBacktestSessions)['response']>;
export type BacktestTrades = z.output<(typeof listBacktestTrades)['response']>;

export interface NewBacktest {
  /** The rule as YAML. */
  readonly text: string;
  readonly data: TestedData;
  /** IANA name of the zone in which hours are grouped. */
  readonly zone: string;
}

/** Rows of a page of trades. */
export const BACKTEST_TRADES_A_PAGE = 10;

const ENDED: ReadonlySet<BacktestDto['state']> = new Set(['done', 'failed', 'cancelled']);

export function isRunning({ state }: Pick<BacktestDto, 'state'>): boolean {
  return !ENDED.has(state);
}

export function useBacktests(): UseQueryResult<BacktestList> {
  return useQuery({
    queryKey: [listBacktests.path],
    queryFn: ({ signal }) => call(listBacktests, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.backtests.some(isRunning) === true ? POLL_MS.runningBacktests : false,
  });
}

export function useBacktest(id: string): UseQueryResult<BacktestWithRule> {
  return useQuery({
    queryKey: [getBacktest.path, id],
    queryFn: ({ signal }) => call(getBacktest, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isRunning(state.data) ? POLL_MS.runningBacktests : false,
  });
}

/** Null state: nothing to request yet. A first answer is read again when the whole one is there. */
export function useBacktestResult(
  id: string,
  state: BacktestDto['state'] | null,
): UseQueryResult<BacktestResultDto> {
  return useQuery({
    queryKey: [getBacktestResult.path, id, state],
    queryFn: ({ signal }) => call(getBacktestResult, { params: { id }, signal }),
    enabled: state === 'first' || state === 'done',
    placeholderData: keepPreviousData,
  });
}

/** `page` from 0; the previous page stays while the next one loads. */
export function useBacktestTrades(
  id: string,
  state: BacktestDto['state'],
  page: number,
): UseQueryResult<BacktestTrades> {
  return useQuery({
    queryKey: [listBacktestTrades.path, id, state, page],
    queryFn: ({ signal }) =>
      call(listBacktestTrades, { params: { id }, query: { page, limit: BACKTEST_TRADES_A_PAGE }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Sessions of a product that rules are tested on. Polled while sessions are being read. */
export function useBacktestSessions(
  product: string,
  data: TestedData,
  isPolled: boolean,
): UseQueryResult<BacktestSessions> {
  // Listed again when an upload was read, or removed
  const ready = useUploads().data?.uploads.filter(({ state }) => state === 'ready').length;
  return useQuery({
    queryKey: [listBacktestSessions.path, product, data, ready],
    queryFn: ({ signal }) => call(listBacktestSessions, { query: { product, data }, signal }),
    placeholderData: (before, query) =>
      query?.queryKey[1] === product && query.queryKey[2] === data ? before : undefined,
    refetchInterval: isPolled ? POLL_MS.backtestSessions : false,
  });
}

/** Address of the trades as CSV. */
export function backtestTradesAddress(id: string): string {
  return pathOf(exportBacktestTrades.path, { id });
}

function useBacktestChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
): UseMutationResult<Answer, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => path === listBacktests.path || path === getBacktest.path,
      }),
  });
}

export function useCreateBacktest(): UseMutationResult<BacktestDto, Error, NewBacktest> {
  return useBacktestChange((body: NewBacktest) => call(createBacktest, { body }));
}

export function useCancelBacktest(): UseMutationResult<BacktestDto, Error, string> {
  return useBacktestChange((id: string) => call(cancelBacktest, { params: { id } }));
}

export function useRemoveBacktest(): UseMutationResult<unknown, Error, string> {
  return useBacktestChange((id: string) => call(removeBacktest, { params: { id } }));
}
