/** API keys of the user: their list with use and licences, creation and revocation. */
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type ApiKeyDto,
  type ApiKeyList,
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from '@undertow/contracts';
import type { z } from 'zod';
import { call } from '#api/client/call.ts';

/** Usage moves while programs run. */
const REFRESH_MS = 15_000;

export function useApiKeys(): UseQueryResult<ApiKeyList> {
  return useQuery({
    queryKey: [listApiKeys.path],
    queryFn: ({ signal }) => call(listApiKeys, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

export type CreatedKey = z.output<(typeof createApiKey)['response']>;
export type KeyDraft = z.input<NonNullable<(typeof createApiKey)['body']>>;

/** Refused as `REAUTH_REQUIRED` where the sign-in is not fresh. */
export function useCreateApiKey(): UseMutationResult<CreatedKey, Error, KeyDraft> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: KeyDraft) => call(createApiKey, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: [listApiKeys.path] }),
  });
}

export function useRevokeApiKey(): UseMutationResult<unknown, Error, ApiKeyDto['id']> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: ApiKeyDto['id']) => call(revokeApiKey, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [listApiKeys.path] }),
  });
}
