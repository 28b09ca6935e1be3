/** Looking at the product as a user: ending it, and when support looked at the own account. */
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { endView, listViews } from '@undertow/contracts';
import type { z } from 'zod';
import { call } from '#api/client/call.ts';

export type SupportView = z.output<(typeof listViews)['response']>[number];

export function useEndView(): UseMutationResult<unknown, Error, void> {
  return useMutation({ mutationFn: () => call(endView) });
}

/** When support looked at the own account. */
export function useViews(): UseQueryResult<SupportView[]> {
  return useQuery({ queryKey: [listViews.path], queryFn: ({ signal }) => call(listViews, { signal }) });
}
