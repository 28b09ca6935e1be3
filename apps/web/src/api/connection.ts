/** The user's trading-platform connection. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getRithmicConnection, type RithmicConnection } from '@undertow/contracts';
import { call } from './call.ts';
import { CONNECTION_STALE_MS, POLL_MS } from './query-client.ts';

/** State of the connection, polled every 5 s, stale after 1 s. */
export function useRithmicConnection(): UseQueryResult<RithmicConnection> {
  return useQuery({
    queryKey: [getRithmicConnection.path],
    queryFn: ({ signal }) => call(getRithmicConnection, { signal }),
    refetchInterval: POLL_MS.connection,
    staleTime: CONNECTION_STALE_MS,
  });
}
