/** Who is signed in. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CurrentUser, getCurrentUser, getSession } from '@undertow/contracts';
import { useEffect } from 'react';
import { call } from '#api/client/call.ts';
import { POLL_MS } from '#api/client/query-client.ts';

export const USER_KEY = [getCurrentUser.path] as const;

export interface SignIn {
  /** Null for a visitor. */
  readonly user: CurrentUser | null;
  readonly isLoading: boolean;
  /** The server could not be reached. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Without this answer there is no page: it is requested again until it comes. */
const RETRY_MS = 5000;

/** The signed-in user, null for a visitor. */
export function useSignIn(): SignIn {
  const query = useQuery({
    queryKey: USER_KEY,
    queryFn: async () => (await call(getSession)).user,
    refetchInterval: ({ state }) => (state.error === null ? false : RETRY_MS),
  });
  return {
    user: query.data ?? null,
    isLoading: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
  };
}

/** What everything on the screen depends on: another plan, role or view shows another product. */
const standingOf = ({ subscriptionTier, role, view }: CurrentUser): string =>
  `${subscriptionTier} ${role} ${view?.until ?? ''}`;

/**
 * Looks now and then whether an administrator or the provider changed what the user has; then everything is read again.
 */
export function useUserWatch(user: CurrentUser): void {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: [...USER_KEY, 'watch'],
    queryFn: ({ signal }) => call(getCurrentUser, { signal }),
    initialData: user,
    refetchInterval: POLL_MS.user,
  });
  const isChanged = standingOf(data) !== standingOf(user);
  useEffect(() => {
    if (isChanged) void client.invalidateQueries();
  }, [client, isChanged]);
}

/** Address that starts sign-in and returns to a path of this site. */
export function loginAddress(returnTo?: string): string {
  return returnTo === undefined || returnTo === '/'
    ? '/api/login'
    : `/api/login?returnTo=${encodeURIComponent(returnTo)}`;
}

/** Address of a fresh sign-in that returns to a path of this site. */
export function freshLoginAddress(returnTo: string): string {
  return `/api/login?fresh=1&returnTo=${encodeURIComponent(returnTo)}`;
}
