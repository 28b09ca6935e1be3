/** Administration of people: a page of users, counts and growth, roles and tiers. */
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type AdminUserPage,
  adminUserPage,
  deleteSubscription,
  demoteSubscription,
  exportEntitlementReport,
  getRealTimeUsers,
  getSiteState,
  getSystemStats,
  getUserGrowth,
  getUserStats,
  listUsers,
  promoteSubscription,
  type RealTimeUsers,
  setUserRole,
  type UserGrowth,
  type UserStats,
} from '@undertow/contracts';
import type { z } from 'zod';
import { call, pathOf } from '#api/client/call.ts';
import { POLL_MS } from '#api/client/query-client.ts';
import { useSingleMutation } from '#api/client/use-single-mutation.ts';
import type { UsersView } from '#lib/address/admin-filters.ts';

export type SystemStats = z.output<(typeof getSystemStats)['response']>;
export type TierStep = z.input<NonNullable<(typeof promoteSubscription)['body']>>;
export type Role = z.input<NonNullable<(typeof setUserRole)['body']>>['role'];

/** Rows of a page of users: the contract's. */
export const USERS_A_PAGE = 50;

/**
 * What may read differently once an administrator changed something: all of their own data, and what everybody reads.
 */
const isTouched = (path: unknown): boolean =>
  path === getSiteState.path || (typeof path === 'string' && path.startsWith('/api/admin/'));

/** One page of the users that match; the previous page stays while the next one loads. */
export function useUsers(view: UsersView): UseQueryResult<AdminUserPage> {
  return useQuery({
    queryKey: [listUsers.path, view],
    queryFn: async ({ signal }) => {
      const { search, page, sort } = view;
      const query = { search: search === '' ? undefined : search, page, sort };
      return adminUserPage.parse(await call(listUsers, { query, signal }));
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useUserStats(): UseQueryResult<UserStats> {
  return useQuery({
    queryKey: [getUserStats.path],
    queryFn: ({ signal }) => call(getUserStats, { signal }),
    refetchInterval: POLL_MS.administration,
  });
}

export function useSystemStats(): UseQueryResult<SystemStats> {
  return useQuery({
    queryKey: [getSystemStats.path],
    queryFn: ({ signal }) => call(getSystemStats, { signal }),
    refetchInterval: POLL_MS.administration,
  });
}

export function useUserGrowth(): UseQueryResult<UserGrowth> {
  return useQuery({
    queryKey: [getUserGrowth.path],
    queryFn: ({ signal }) => call(getUserGrowth, { signal }),
  });
}

/** A change of the administration: what is shown of it is read again. */
export function useAdminChange<Input>(
  change: (input: Input) => Promise<unknown>,
): UseMutationResult<unknown, Error, Input> {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ predicate: ({ queryKey: [path] }) => isTouched(path) }),
  });
}

export function useSetRole(): UseMutationResult<
  unknown,
  Error,
  { readonly userId: string; readonly role: Role }
> {
  return useAdminChange(({ userId, role }: { readonly userId: string; readonly role: Role }) =>
    call(setUserRole, { params: { userId }, body: { role } }),
  );
}

export function usePromote(): UseMutationResult<unknown, Error, TierStep> {
  return useAdminChange((body: TierStep) => call(promoteSubscription, { body }));
}

export function useDemote(): UseMutationResult<unknown, Error, TierStep> {
  return useAdminChange((body: TierStep) => call(demoteSubscription, { body }));
}

export function useCancelSubscription(): UseMutationResult<unknown, Error, string> {
  return useAdminChange((userId: string) => call(deleteSubscription, { body: { userId } }));
}

/** Users who were shown real-time data in a month, `2026-11`, by source and venue. */
export function useRealTimeUsers(month: string): UseQueryResult<RealTimeUsers> {
  return useQuery({
    queryKey: [getRealTimeUsers.path, month],
    queryFn: ({ signal }) => call(getRealTimeUsers, { query: { month }, signal }),
  });
}

/** Address of the report of a month, `2026-11`. */
export function reportAddress(month: string): string {
  return pathOf(exportEntitlementReport.path, {}, { month });
}
