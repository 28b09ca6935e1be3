/** Identifiers as Stripe writes them: a prefix that names the kind, then letters and digits. */
import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random letters and digits. */
export function randomText(length: number): string {
  let text = '';
  for (const byte of randomBytes(length)) text += ALPHABET[byte % ALPHABET.length];
  return text;
}

/** For example `newId('cus')`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

/** A client secret contains the id of its intent. */
export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomText(24)}`;
}
