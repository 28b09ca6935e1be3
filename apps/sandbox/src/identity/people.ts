/** Who signs in at the sandbox: any address, which always gives the same person. */
import { createHash } from 'node:crypto';

export const ADMIN_EMAIL = 'admin@undertow.local';
/** The server's BOOTSTRAP_ADMIN_SUB. */
export const ADMIN_SUB = 'undertow-sandbox-admin';

export interface Person {
  readonly sub: string;
  readonly email: string;
  readonly givenName: string;
  readonly familyName: string;
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** The person of an address, or null when it is none. */
export function personOf(text: string): Person | null {
  const email = text.trim().toLowerCase();
  if (email.length > 254 || !/^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)*$/.test(email)) return null;
  const words = (email.split('@', 1)[0] ?? '').split(/[._+\-\d]/).filter((part) => part !== '');
  const sub =
    email === ADMIN_EMAIL
      ? ADMIN_SUB
      : createHash('sha256').update(`sandbox\n${email}`).digest('hex').slice(0, 32);
  return { sub, email, givenName: capital(words[0] ?? 'Trader'), familyName: capital(words[1] ?? 'Sandbox') };
}
