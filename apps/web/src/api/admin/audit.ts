/** The audit log: pages of it by filter, and the walk over its chain. */
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type AuditPage, searchAudit, verifyAudit } from '@undertow/contracts';
import type { z } from 'zod';
import { call } from '#api/client/call.ts';
import { useSingleMutation } from '#api/client/use-single-mutation.ts';
import type { AuditFilter } from '#lib/address/admin-filters.ts';

export type Verified = z.output<(typeof verifyAudit)['response']>;

export function useAuditPages(filter: AuditFilter): UseInfiniteQueryResult<InfiniteData<AuditPage>> {
  return useInfiniteQuery({
    queryKey: [searchAudit.path, filter],
    queryFn: ({ pageParam, signal }) =>
      call(searchAudit, { query: { ...filter, before: pageParam }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The newest rows about one user. */
export function useTrail(subject: string, limit: number): UseQueryResult<AuditPage> {
  return useQuery({
    queryKey: [searchAudit.path, 'trail', subject, limit],
    queryFn: ({ signal }) => call(searchAudit, { query: { subject, limit }, signal }),
    staleTime: 0,
  });
}

export function useVerifyAudit(): UseMutationResult<Verified, Error, void> {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: () => call(verifyAudit),
    onSuccess: () => client.invalidateQueries({ queryKey: [searchAudit.path] }),
  });
}
