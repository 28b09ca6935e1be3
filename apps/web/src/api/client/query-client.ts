/** Defaults of every query: never stale, no retry, no refetch on focus; polling intervals are set at each query. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { MINUTE_MS } from '@undertow/market';
import { isRefusal, isUnauthorized } from './api-error.ts';

/** Milliseconds between polls, by what is polled (specification 1, section 9). */
export const POLL_MS = {
  marketData: 4000,
  orderBook: 5000,
  events: 5000,
  alerts: 5000,
  alertRules: 30_000,
  patterns: 15_000,
  news: 15_000,
  /** New events come over the socket: this brings what they changed in the past. */
  largestEvents: MINUTE_MS,
  watchlist: 5000,
  connection: 5000,
  insights: 3000,
  administration: 30_000,
  operations: 5000,
  siteState: 15_000,
  user: 15_000,
  runningBacktests: 1500,
  backtestSessions: 5000,
} as const;

/**
 * Polls until live data moved to another device; what was refused for that reason is requested again once this device
 * is live.
 */
export function pollWhileHere(intervalMs: number) {
  return ({ state }: { readonly state: { readonly error: Error | null } }): number | false =>
    isRefusal(state.error, 'LIVE_ELSEWHERE') ? false : intervalMs;
}

/** Refetches everything that was refused because live data was on another device. */
export function resumePolling(client: QueryClient): Promise<void> {
  return client.refetchQueries({ predicate: ({ state }) => isRefusal(state.error, 'LIVE_ELSEWHERE') });
}

/** The connection's state is stale after 1 s. */
export const CONNECTION_STALE_MS = 1000;

export interface ClientWatch {
  /** Called on every refusal of a caller who is not signed in. */
  readonly onUnauthorized: () => void;
  /** Called on every change that was refused because the caller views as another user. */
  readonly onReadOnly: (error: Error) => void;
}

export function createQueryClient({ onUnauthorized, onReadOnly }: ClientWatch): QueryClient {
  const onError = (error: unknown): void => {
    if (isUnauthorized(error)) onUnauthorized();
  };
  const onRefusedChange = (error: Error): void => {
    onError(error);
    if (isRefusal(error, 'VIEW_READS_ONLY')) onReadOnly(error);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: onRefusedChange }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
