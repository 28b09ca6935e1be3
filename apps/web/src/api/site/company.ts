/** Who runs this product, as the operator set it: for the footer, the legal pages and Contact Sales. */
import { useQuery } from '@tanstack/react-query';
import { type CompanyFacts, getCompany } from '@undertow/contracts';
import { call } from '#api/client/call.ts';

/** The facts; undefined while they are not known. They change with a restart of the server only. */
export function useCompany(): CompanyFacts | undefined {
  return useQuery({
    queryKey: [getCompany.path],
    queryFn: ({ signal }) => call(getCompany, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
