/** Small values that travel through the browser unread and unchanged: AES-256-GCM, with a purpose and an end. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals plain data under a 32-byte key. `purpose` keeps a value of one kind from being opened as another. */
export function seal(key: Buffer, purpose: string, value: unknown, expiresAtMs: number): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(purpose));
  const text = JSON.stringify({ value, expiresAtMs });
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** What was sealed; undefined when it was changed, made under another key or purpose, or is past its end. */
export function unseal(key: Buffer, purpose: string, text: string | undefined, nowMs: number): unknown {
  if (text === undefined) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const plain = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    const { value, expiresAtMs } = JSON.parse(plain.toString('utf8')) as {
      value: unknown;
      expiresAtMs: number;
    };
    return nowMs < expiresAtMs ? value : undefined;
  } catch {
    // The tag does not fit: somebody changed it, or the key is another one
    return undefined;
  }
}
