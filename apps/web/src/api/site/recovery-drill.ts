/** The newest recovery drill that succeeded, for everybody. */
import { useQuery } from '@tanstack/react-query';
import { getRecoveryDrill, type RecoveryDrill } from '@undertow/contracts';
import { call } from '#api/client/call.ts';

/** Null where none was made; undefined while that is not known. */
export function useRecoveryDrill(): RecoveryDrill | null | undefined {
  return useQuery({
    queryKey: [getRecoveryDrill.path],
    queryFn: ({ signal }) => call(getRecoveryDrill, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.drill;
}
