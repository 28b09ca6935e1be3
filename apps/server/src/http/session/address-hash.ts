/** What is kept of the address that a consent came from: a hash under a key of ours, so that a list of addresses cannot be tried against it. */
import { macOf } from '#crypto/mac.ts';

/** Answers the hash of an address, 64 hexadecimal digits. `cookieKey` is the server's key; another one is derived from it. */
export function createAddressHash(cookieKey: Buffer): (ip: string) => string {
  const key = macOf(cookieKey, 'consent address');
  return (ip) => macOf(key, ip).toString('hex');
}
