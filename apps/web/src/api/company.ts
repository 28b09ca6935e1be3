/** Who runs this product, as the operator set it. */
import { useQuery } from '@tanstack/react-query';
import { type CompanyFacts, getCompany } from '@undertow/contracts';
import { call } from './call.ts';

/** The facts; undefined while they are not known. */
export function useCompany(): CompanyFacts | undefined {
  return useQuery({ queryKey: [getCompany.path], queryFn: () => call(getCompany) }).data;
}
