/** What was registered and agreed to, and sending it. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  getRegistration,
  getSubscription,
  type RegistrationFacts,
  type RegistrationForm,
  register,
} from '@undertow/contracts';
import { useCallback } from 'react';
import { call } from '#api/client/call.ts';
import { type KeptRegistration, SHOWN_VERSIONS } from '#lib/state/kept-registration.ts';

const REGISTRATION_KEY = [getRegistration.path] as const;

/** The registration of who is signed in; `enabled` is false for a visitor, who has none. */
export function useRegistration(enabled: boolean): {
  readonly facts: RegistrationFacts | undefined;
  readonly isLoading: boolean;
} {
  const query = useQuery({ queryKey: REGISTRATION_KEY, queryFn: () => call(getRegistration), enabled });
  return { facts: query.data, isLoading: enabled && query.isPending };
}

/** Sends what was filled in before sign-in, with the versions that were shown then. */
export async function sendRegistration(kept: KeptRegistration): Promise<void> {
  await call(register, { body: kept });
}

/** What is known of the registration, and whether checkout may begin, is read again where it is shown. */
export async function forgetRegistrationFacts(client: QueryClient): Promise<void> {
  await Promise.all(
    [REGISTRATION_KEY, [getSubscription.path]].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}

/** Sends a form in the versions that this page shows. Throws `ApiError`. */
export function useRegister(): (form: RegistrationForm) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (form) => {
      await sendRegistration({ ...form, versions: SHOWN_VERSIONS });
      await forgetRegistrationFacts(client);
    },
    [client],
  );
}
