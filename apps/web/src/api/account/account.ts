/** The account: signed-in devices, the export of personal data, and erasure. */
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type Device,
  exportAccount,
  getErasure,
  listDevices,
  requestErasure,
  revokeDevice,
  revokeOtherDevices,
  undoErasure,
} from '@undertow/contracts';
import { ApiError } from '#api/client/api-error.ts';
import { call } from '#api/client/call.ts';

export interface ErasureFacts {
  readonly requestedAt: string | null;
  readonly dueAt: string | null;
}

export function useDevices(): UseQueryResult<{ liveLimit: number; devices: Device[] }> {
  return useQuery({ queryKey: [listDevices.path], queryFn: ({ signal }) => call(listDevices, { signal }) });
}

function useChange<Input, Output>(
  path: string,
  change: (input: Input) => Promise<Output>,
): UseMutationResult<Output, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: [path] }),
  });
}

export function useRevokeDevice(): UseMutationResult<unknown, Error, Device['id']> {
  return useChange(listDevices.path, (id: Device['id']) => call(revokeDevice, { params: { id } }));
}

export function useRevokeOtherDevices(): UseMutationResult<{ revoked: number }, Error, void> {
  return useChange(listDevices.path, () => call(revokeOtherDevices));
}

export function useErasure(): UseQueryResult<ErasureFacts> {
  return useQuery({ queryKey: [getErasure.path], queryFn: ({ signal }) => call(getErasure, { signal }) });
}

export function useRequestErasure(): UseMutationResult<ErasureFacts, Error, void> {
  return useChange(getErasure.path, () => call(requestErasure));
}

export function useUndoErasure(): UseMutationResult<unknown, Error, void> {
  return useChange(getErasure.path, () => call(undoErasure));
}

/** The zip of all personal data; refused as `REAUTH_REQUIRED` where the sign-in is not fresh. */
export function useExportAccount(): UseMutationResult<Blob, Error, void> {
  return useMutation({
    mutationFn: async () => {
      const response = await fetch(exportAccount.path, { credentials: 'include' });
      if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
      return response.blob();
    },
  });
}
