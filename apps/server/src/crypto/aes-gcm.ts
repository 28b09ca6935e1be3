/** AES-256-GCM: a value that was changed, bound to something else or sealed under another key does not open. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const TAG_BYTES = 16;
/** 96 random bits: of 2^32 values under one key two have the same with a chance of 2^-33. */
const NONCE_BYTES = 12;

/** Ciphertext and tag. A nonce must never be used twice under one key. */
export function encrypt(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array, boundTo = ''): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(boundTo));
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** The plaintext, to be overwritten by the caller. Throws for anything but what was encrypted. */
export function decrypt(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array, boundTo = ''): Buffer {
  if (sealed.length < TAG_BYTES) throw new Error('expected text and tag');
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const plain = decipher.update(sealed.subarray(0, -TAG_BYTES));
  try {
    // Checks the tag; in this mode no bytes are left for the end
    decipher.final();
    return plain;
  } catch (error) {
    plain.fill(0);
    throw error;
  }
}

/** A random nonce, ciphertext and tag. `boundTo` is the associated data: with any other it does not open. */
export function seal(key: Uint8Array, boundTo: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  return Buffer.concat([nonce, encrypt(key, nonce, plain, boundTo)]);
}

/** The bytes that were sealed, to be overwritten by the caller. Throws where they do not open. */
export function unseal(key: Uint8Array, boundTo: string, sealed: Uint8Array): Buffer {
  if (sealed.length < NONCE_BYTES) throw new Error('expected nonce, text and tag');
  return decrypt(key, sealed.subarray(0, NONCE_BYTES), sealed.subarray(NONCE_BYTES), boundTo);
}
