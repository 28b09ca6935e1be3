/** What is said of a change that was refused because an administrator looks as somebody else: the server's own words. */
import { readableError } from '#api/client/api-error.ts';
import { toast } from '#ui/overlays/toast-state.ts';

/** After the words of the change itself, which would only say that it failed: this toast takes their place. */
export function onReadOnly(error: Error): void {
  setTimeout(() => toast({ title: 'Nothing Changed', text: readableError(error), destructive: true }));
}
