/** One user as an administrator sees them, and looking at the product as they do. */
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import {
  type AdminUserPageFacts,
  explainEntitlement,
  getAdminUser,
  revokeUserDevice,
  startView,
} from '@undertow/contracts';
import type { z } from 'zod';
import { call } from '#api/client/call.ts';
import { useSingleMutation } from '#api/client/use-single-mutation.ts';
import { useAdminChange } from './people.ts';

export type Explanation = z.output<(typeof explainEntitlement)['response']>;
export type ExplainQuery = z.input<NonNullable<(typeof explainEntitlement)['query']>>;

export function useAdminUser(userId: string): UseQueryResult<AdminUserPageFacts> {
  return useQuery({
    queryKey: [getAdminUser.path, userId],
    queryFn: ({ signal }) => call(getAdminUser, { params: { userId }, signal }),
    // Each visit reads it again, and each reading is a row of the audit log
    staleTime: 0,
  });
}

/** Checks an entitlement; every check is a request of its own. */
export function useExplain(userId: string): UseMutationResult<Explanation, Error, ExplainQuery> {
  return useMutation({
    mutationFn: (query: ExplainQuery) => call(explainEntitlement, { params: { userId }, query }),
  });
}

export function useRevokeUserDevice(userId: string): UseMutationResult<unknown, Error, string> {
  return useAdminChange((id: string) => call(revokeUserDevice, { params: { userId, id } }));
}

export function useStartView(userId: string): UseMutationResult<{ until: string }, Error, string> {
  return useSingleMutation({
    mutationFn: (reason: string) => call(startView, { params: { userId }, body: { reason } }),
  });
}
