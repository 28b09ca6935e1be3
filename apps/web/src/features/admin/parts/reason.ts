/** What is expected of the reason of an act. Pure. */

/** Shortest reason that the server takes. */
const MIN_REASON = 8;
export const MAX_REASON = 200;

/** What is expected of a reason; null where it is good enough. */
export function reasonFault(reason: string): string | null {
  return reason.trim().length < MIN_REASON ? `Enter a reason of at least ${MIN_REASON} characters.` : null;
}
