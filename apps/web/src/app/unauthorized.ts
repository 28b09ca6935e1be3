/** When the session has ended: a message, then sign-in. */
import { loginAddress } from '#api/account/auth.ts';
import { toastError } from '#ui/overlays/toast-state.ts';

/** Time to read the toast before the page is left. */
export const REDIRECT_AFTER_MS = 500;

let isLeaving = false;

/** May be called by every refused query at once: the page is left once. */
export function onUnauthorized(): void {
  if (isLeaving) return;
  isLeaving = true;
  toastError('You are logged out. Logging in again...', 'Unauthorized');
  setTimeout(() => location.assign(loginAddress()), REDIRECT_AFTER_MS);
}
