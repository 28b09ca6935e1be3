/** What is kept of the address that a consent came from: a hash under a key of ours, so that a list of addresses cannot be tried against it. */
import { createHmac } from 'node:crypto';

/** Answers the hash of an address, 64 hexadecimal digits. `cookieKey` is the server's key; another one is derived from it. */
export function createAddressHash(cookieKey: Buffer): (ip: string) => string {
  const key = createHmac('sha256', cookieKey).update('consent address').digest();
  return (ip) => createHmac('sha256', key).update(ip).digest('hex');
}
