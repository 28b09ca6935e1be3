/** The licence terms of the venues as administrators set them. */
import { type UseMutationResult, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Licences, type LicenceTerm, listLicences, setLicence } from '@undertow/contracts';
import { call } from '#api/client/call.ts';
import { useAdminChange } from './people.ts';

export interface LicenceChange extends LicenceTerm {
  readonly reason: string;
}

export function useLicences(): UseQueryResult<Licences> {
  return useQuery({
    queryKey: [listLicences.path],
    queryFn: ({ signal }) => call(listLicences, { signal }),
    staleTime: 0,
  });
}

export function useSetLicence(): UseMutationResult<unknown, Error, LicenceChange> {
  return useAdminChange(({ venue, kind, plans, channels, ...terms }: LicenceChange) =>
    call(setLicence, {
      params: { venue, kind },
      body: { ...terms, plans: [...plans], channels: [...channels] },
    }),
  );
}
