/** When a page comes back after its socket closed: attempt n waits n seconds, at most five, and a success starts the count again. */
import { CLOSE_SESSION_ENDED } from '@undertow/contracts';

const MAX_ATTEMPTS = 5;
/** A refused subscription: the page takes its user for signed out. */
const CLOSE_POLICY = 1008;

/** Milliseconds before the next attempt after `made` failed ones; null where the page stays away. `unitMs` is a second of the rule. */
export function waitBeforeReturn(code: number, made: number, unitMs: number): number | null {
  if (code === CLOSE_SESSION_ENDED || code === CLOSE_POLICY) return null;
  return made >= MAX_ATTEMPTS ? null : (made + 1) * unitMs;
}
