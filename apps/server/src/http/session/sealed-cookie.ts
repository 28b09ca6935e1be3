/** Small values that travel through the browser encrypted and authenticated, each with a purpose and an expiry. */
import * as aes from '#crypto/aes-gcm.ts';

/** Seals plain data under a 32-byte key. `purpose` prevents a value of one kind from being opened as another. */
export function seal(key: Buffer, purpose: string, value: unknown, expiresAtMs: number): string {
  const text = JSON.stringify({ value, expiresAtMs });
  return aes.seal(key, purpose, Buffer.from(text)).toString('base64url');
}

/** The sealed data; undefined when it was changed, made under another key or purpose, or has expired. */
export function unseal(key: Buffer, purpose: string, text: string | undefined, nowMs: number): unknown {
  if (text === undefined) return undefined;
  try {
    const plain = aes.unseal(key, purpose, Buffer.from(text, 'base64url'));
    const { value, expiresAtMs } = JSON.parse(plain.toString('utf8')) as {
      value: unknown;
      expiresAtMs: number;
    };
    return nowMs < expiresAtMs ? value : undefined;
  } catch {
    // The tag does not match: the value was changed, or the key is another one
    return undefined;
  }
}
