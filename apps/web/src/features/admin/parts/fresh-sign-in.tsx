/** Prompts an administrator whose sign-in is not fresh to sign in again; shows every other refusal of an action. */
import type { ReactNode } from 'react';
import { freshLoginAddress } from '#api/account/auth.ts';
import { isRefusal } from '#api/client/api-error.ts';
import { Observable, useObservable } from '#lib/state/observable.ts';
import { Button, ServerLink } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toastError } from '#ui/overlays/toast-state.ts';

const isSignInRequired = new Observable(false);

/** A sign-in that is too old opens the prompt; every other refusal is shown in a toast. */
export function reportRefusal(error: Error, title: string, text: string): void {
  if (isRefusal(error, 'REAUTH_REQUIRED')) isSignInRequired.set(true);
  else toastError(text, title);
}

/** Rendered once on each page of the administration. */
export function FreshSignInDialog(): ReactNode {
  const open = useObservable(isSignInRequired);
  const close = (): void => isSignInRequired.set(false);
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Sign in again to confirm"
      description="This change requires a recent sign-in. Nothing was changed. After signing in you return here and can try again."
    >
      <div className="dialog-foot">
        <Button onClick={close}>Not now</Button>
        <ServerLink href={freshLoginAddress(location.pathname + location.search)} kind="primary">
          Sign in again
        </ServerLink>
      </div>
    </Dialog>
  );
}
