/** What is expected of the reason of an act. Pure. */

/** Shortest reason that the server takes. */
const REASON_MIN = 8;
export const REASON_MAX = 200;

/** What is expected of a reason; null where it is good enough. */
export function reasonFault(reason: string): string | null {
  return reason.trim().length < REASON_MIN ? `Enter a reason of at least ${REASON_MIN} characters.` : null;
}
