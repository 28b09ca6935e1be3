/** What is said of a change that was refused because an administrator looks as somebody else: the server's own words. */
import { toastError } from '#ui/overlays/toast-state.ts';

/** After the words of the change itself, which would only say that it failed: this toast takes their place. */
export function onReadOnly(error: Error): void {
  setTimeout(() => toastError(error, 'Nothing Changed'));
}
