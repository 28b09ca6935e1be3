/** Public operational state: the notice, and what is switched off. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getSiteState, type SiteState } from '@undertow/contracts';
import { call } from '#api/client/call.ts';
import { POLL_MS } from '#api/client/query-client.ts';

/** What is shown stays while the server does not answer. */
export function useSiteState(): UseQueryResult<SiteState> {
  return useQuery({
    queryKey: [getSiteState.path],
    queryFn: ({ signal }) => call(getSiteState, { signal }),
    refetchInterval: POLL_MS.siteState,
  });
}

/** True while registration is closed. */
export function useRegistrationsClosed(): boolean {
  const { data } = useSiteState();
  return data?.off.some(({ kind }) => kind === 'registrations') ?? false;
}
