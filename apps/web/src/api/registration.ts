/** What was registered and agreed to. */
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  getRegistration,
  getSubscription,
  LEGAL_VERSIONS,
  type RegistrationFacts,
  type RegistrationForm,
  register,
} from '@undertow/contracts';
import { call } from './call.ts';

export function useRegistration(): UseQueryResult<RegistrationFacts> {
  return useQuery({
    queryKey: [getRegistration.path],
    queryFn: ({ signal }) => call(getRegistration, { signal }),
  });
}

/** Stores the registration with the versions of the texts that this page was built with. */
export function useRegister(): UseMutationResult<unknown, Error, RegistrationForm> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: RegistrationForm) => {
      const { terms, privacy, disclaimer, riskWarning } = LEGAL_VERSIONS;
      const versions = {
        terms: terms.version,
        privacy: privacy.version,
        disclaimer: disclaimer.version,
        riskWarning: riskWarning.version,
      };
      return call(register, { body: { ...form, versions } });
    },
    onSuccess: () =>
      Promise.all(
        [getRegistration, getSubscription].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
      ),
  });
}
