/** The catalogue, the user's instruments and the watchlist. */
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  addToWatchlist,
  addUserInstrument,
  type InstrumentDto,
  listInstruments,
  listUserInstruments,
  listWatchlist,
  removeFromWatchlist,
  removeUserInstrument,
  swapUserInstrument,
  type UserInstrument,
  type WatchlistRow,
} from '@undertow/contracts';
import { useCallback } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { call } from '#api/client/call.ts';
import { POLL_MS, pollWhileHere } from '#api/client/query-client.ts';

export const USER_INSTRUMENTS_KEY = [listUserInstruments.path] as const;
const WATCHLIST_KEY = [listWatchlist.path] as const;

/** Every instrument of the catalogue. */
export function useInstruments(): UseQueryResult<InstrumentDto[]> {
  return useQuery({ queryKey: [listInstruments.path], queryFn: () => call(listInstruments) });
}

/** The user's instruments, oldest first. */
export function useUserInstruments(): UseQueryResult<UserInstrument[]> {
  return useQuery({ queryKey: USER_INSTRUMENTS_KEY, queryFn: () => call(listUserInstruments) });
}

function useListChange<Input>(
  change: (input: Input) => Promise<unknown>,
  queryKey: readonly [string] = USER_INSTRUMENTS_KEY,
): UseMutationResult<unknown, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
}

export function useAddInstrument(): UseMutationResult<unknown, Error, number> {
  return useListChange((instrumentId: number) => call(addUserInstrument, { body: { instrumentId } }));
}

export function useRemoveInstrument(): UseMutationResult<unknown, Error, number> {
  return useListChange((instrumentId: number) => call(removeUserInstrument, { params: { instrumentId } }));
}

export function useSwapInstrument(): UseMutationResult<
  unknown,
  Error,
  { readonly activate: number; readonly pause: number }
> {
  return useListChange((swap: { readonly activate: number; readonly pause: number }) =>
    call(swapUserInstrument, { body: swap }),
  );
}

/** The watchlist with last price, change and daily trend, polled every 5 s. */
export function useWatchlist(): UseQueryResult<WatchlistRow[]> {
  return useQuery({
    queryKey: WATCHLIST_KEY,
    queryFn: () => call(listWatchlist),
    refetchInterval: pollWhileHere(POLL_MS.watchlist),
  });
}

export function useAddToWatchlist(): UseMutationResult<unknown, Error, number> {
  return useListChange(
    (instrumentId: number) => call(addToWatchlist, { body: { instrumentId } }),
    WATCHLIST_KEY,
  );
}

export function useRemoveFromWatchlist(): UseMutationResult<unknown, Error, number> {
  return useListChange(
    (instrumentId: number) => call(removeFromWatchlist, { params: { instrumentId } }),
    WATCHLIST_KEY,
  );
}

/** The instrument on screen: the last one chosen while it is active, else the user's first active one. */
export function chooseActiveInstrument(
  instruments: readonly UserInstrument[],
  lastInstrumentId: number | null,
): number | null {
  const active = instruments.filter((row) => row.active);
  const last = active.find((row) => row.instrumentId === lastInstrumentId);
  return (last ?? active[0])?.instrumentId ?? null;
}

/** Id of the instrument on screen; null while the list loads or is empty. */
export function useActiveInstrumentId(): number | null {
  const list = useUserInstruments();
  const preferences = usePreferences();
  if (list.data === undefined || preferences.isLoading) return null;
  return chooseActiveInstrument(list.data, preferences.value.lastInstrumentId);
}

/** Whether an instrument is one of the user's active ones; everything passes while the list loads. */
export function useInstrumentRights(): (instrumentId: number) => boolean {
  const { data } = useUserInstruments();
  return useCallback(
    (instrumentId) =>
      data === undefined || data.some((row) => row.active && row.instrumentId === instrumentId),
    [data],
  );
}

/** The catalogue's row of an instrument; null while it loads. */
export function useInstrument(instrumentId: number | null): InstrumentDto | null {
  const instruments = useInstruments();
  return instruments.data?.find((row) => row.id === instrumentId) ?? null;
}
