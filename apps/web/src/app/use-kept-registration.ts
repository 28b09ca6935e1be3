/** After sign-in: what a visitor filled in is sent once; on failure it is kept and the failure is shown. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { forgetRegistrationFacts, sendRegistration } from '#api/account/registration.ts';
import { isUnauthorized } from '#api/client/api-error.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { forgetRegistration, type KeptRegistration, keptRegistration } from '#lib/state/kept-registration.ts';
import { toastError } from '#ui/overlays/toast-state.ts';

let sending: Promise<void> | null = null;

async function send(client: QueryClient, kept: KeptRegistration): Promise<void> {
  try {
    await sendRegistration(kept);
    forgetRegistration();
    await forgetRegistrationFacts(client);
  } catch (error) {
    if (isUnauthorized(error)) return;
    toastError(
      `${readableError(error)} Your entries are kept in this tab and shown on the registration page.`,
      'Registration not saved',
    );
  }
}

/** True while a kept registration is on its way: what follows of it (the chosen plan, checkout) waits. */
export function useKeptRegistration(isSignedIn: boolean): boolean {
  const client = useQueryClient();
  const [isTried, setTried] = useState(false);
  const kept = isSignedIn && !isTried ? keptRegistration() : null;
  const isWaiting = kept !== null;
  useEffect(() => {
    if (!isWaiting) return;
    const form = keptRegistration();
    if (form === null) return;
    // Effects may run twice; the form is sent once
    sending ??= send(client, form);
    void sending.then(() => setTried(true));
  }, [isWaiting, client]);
  return isWaiting;
}
