/** Who signs in at the sandbox: everybody who types an address, each always the same person. */
import { createHash } from 'node:crypto';

export const ADMIN_EMAIL = 'admin@undertow.local';
/** The server's BOOTSTRAP_ADMIN_SUB. */
export const ADMIN_SUB = 'undertow-sandbox-admin';

export interface Person {
  readonly sub: string;
  readonly email: string;
  readonly givenName: string;
}

/** The person of an address, or null when it is none. */
export function personOf(text: string): Person | null {
  const email = text.trim().toLowerCase();
  if (email.length > 254 || !/^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)*$/.test(email)) return null;
  const first = (email.split('@', 1)[0] ?? '').split(/[._+\-\d]/).find((part) => part !== '') ?? 'Trader';
  const sub =
    email === ADMIN_EMAIL
      ? ADMIN_SUB
      : createHash('sha256').update(`sandbox\n${email}`).digest('hex').slice(0, 32);
  return { sub, email, givenName: first.slice(0, 1).toUpperCase() + first.slice(1) };
}
