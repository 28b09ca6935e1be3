/** The user's trading-platform connection: its state and its actions. */
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type ConnectionLogEntry,
  type DeletedOwnData,
  deleteOwnData,
  disconnectRithmic,
  getRithmicConnection,
  listConnectionLog,
  listRithmicSystems,
  type RithmicConnection,
  type RouteBody,
  type RouteResponse,
  resumeRithmicConnection,
  saveRithmicConnection,
  testRithmicConnection,
} from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import { call } from '#api/client/call.ts';
import { CONNECTION_STALE_MS, POLL_MS } from '#api/client/query-client.ts';

/** Lists change when a firm joins or leaves. */
const SYSTEMS_STALE_MS = 5 * MINUTE_MS;

export type ConnectionDetails = Required<RouteBody<typeof saveRithmicConnection>>;

/** State of the connection, polled every 5 s, stale after 1 s. */
export function useRithmicConnection(): UseQueryResult<RithmicConnection> {
  return useQuery({
    queryKey: [getRithmicConnection.path],
    queryFn: ({ signal }) => call(getRithmicConnection, { signal }),
    refetchInterval: POLL_MS.connection,
    staleTime: CONNECTION_STALE_MS,
  });
}

/** What the connection did, polled as its state is. */
export function useConnectionLog(status: RithmicConnection['status']): UseQueryResult<ConnectionLogEntry[]> {
  return useQuery({
    // Begins as that of the state: an act renews both. With another state it is read again, never shown beside it
    queryKey: [getRithmicConnection.path, listConnectionLog.path, status ?? null],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(listConnectionLog, { signal }),
    refetchInterval: POLL_MS.connection,
    staleTime: CONNECTION_STALE_MS,
  });
}

/** Receives what came of an act, also when a poll or the user took the button that was pressed away meanwhile. */
interface Callbacks<Input, Answer> {
  onSuccess(answer: Answer, input: Input): void;
  onError(error: Error): void;
}

/** An action that changes the state of the connection. */
function useAct<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  callbacks: Callbacks<Input, Answer>,
): UseMutationResult<Answer, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    // Given here and not with the call: those of a call are dropped with the button
    onSuccess: callbacks.onSuccess,
    onError: callbacks.onError,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [getRithmicConnection.path] });
    },
  });
}

export function useSaveConnection(
  callbacks: Callbacks<ConnectionDetails, unknown>,
): UseMutationResult<unknown, Error, ConnectionDetails> {
  return useAct((body: ConnectionDetails) => call(saveRithmicConnection, { body }), callbacks);
}

/** Logs in and out with the saved details; returns the outcome in words. */
export function useTestConnection(
  callbacks: Callbacks<void, { message: string }>,
): UseMutationResult<{ message: string }, Error, void> {
  return useAct(() => call(testRithmicConnection), callbacks);
}

/** Systems of a server's gateway, by its own list. */
export function useRithmicSystems(
  server: ConnectionDetails['server'],
): UseQueryResult<RouteResponse<typeof listRithmicSystems>> {
  return useQuery({
    queryKey: [listRithmicSystems.path, server],
    queryFn: ({ signal }) => call(listRithmicSystems, { query: { server }, signal }),
    staleTime: SYSTEMS_STALE_MS,
    retry: false,
  });
}

/** Connects again with what is saved. */
export function useResumeConnection(
  callbacks: Callbacks<void, unknown>,
): UseMutationResult<unknown, Error, void> {
  return useAct(() => call(resumeRithmicConnection), callbacks);
}

export function useDisconnect(callbacks: Callbacks<void, unknown>): UseMutationResult<unknown, Error, void> {
  return useAct(() => call(disconnectRithmic), callbacks);
}

/** Deletes what is stored of the user's own data: every list may have shown some of it. */
export function useDeleteOwnData(
  callbacks: Callbacks<void, DeletedOwnData>,
): UseMutationResult<DeletedOwnData, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteOwnData),
    onSuccess: callbacks.onSuccess,
    onError: callbacks.onError,
    onSettled: () => {
      void client.invalidateQueries();
    },
  });
}
