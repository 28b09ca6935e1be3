/** Operational state, and what an administrator does about mails, alerts and jobs that failed. */
import { type UseMutationResult, type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  dropJob,
  getOperations,
  type OperationsFacts,
  requeueAlert,
  requeueJob,
  retryMail,
} from '@undertow/contracts';
import { call } from '#api/client/call.ts';
import { POLL_MS } from '#api/client/query-client.ts';
import { useAdminChange } from './people.ts';

export function useOperations(): UseQueryResult<OperationsFacts> {
  return useQuery({
    queryKey: [getOperations.path],
    queryFn: ({ signal }) => call(getOperations, { signal }),
    refetchInterval: POLL_MS.operations,
    staleTime: 0,
  });
}

export function useRetryMail(): UseMutationResult<unknown, Error, string> {
  return useAdminChange((id: string) => call(retryMail, { params: { id } }));
}

export function useRequeueAlert(): UseMutationResult<unknown, Error, string> {
  return useAdminChange((id: string) => call(requeueAlert, { params: { id } }));
}

export function useRequeueJob(): UseMutationResult<unknown, Error, string> {
  return useAdminChange((id: string) => call(requeueJob, { params: { id } }));
}

export function useDropJob(): UseMutationResult<unknown, Error, string> {
  return useAdminChange((id: string) => call(dropJob, { params: { id } }));
}
