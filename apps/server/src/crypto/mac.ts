/** HMAC-SHA-256, and the comparison of secrets. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export function macOf(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Constant time for values of one length. */
export function isSameSecret(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
