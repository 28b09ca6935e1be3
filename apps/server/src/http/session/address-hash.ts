/**
 * What is stored of the address that a consent came from: a keyed hash, so that a list of addresses cannot be tried
 * against it.
 */
import { macOf } from '#crypto/mac.ts';

/**
 * Returns the function that hashes an address to 64 hexadecimal digits. `cookieKey` is the server's key; another one is
 * derived from it.
 */
export function createAddressHash(cookieKey: Buffer): (ip: string) => string {
  const key = macOf(cookieKey, 'consent address');
  return (ip) => macOf(key, ip).toString('hex');
}
