/** AES-256-GCM over one value, bound to its place: what was sealed for one place opens nowhere else. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { SecretUnreadable } from '#ports/credentials.ts';

const ALGORITHM = 'aes-256-gcm';
/** 96 random bits: of 2^32 values under one key two have the same with a chance of 2^-33, and a row has a key of its own. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** Where a value stands. */
export interface SealedPlace {
  readonly userId: string;
  readonly field: 'password' | 'data_key';
  /** Name of the key by which the row was sealed. */
  readonly keyId: string;
}

function boundTo({ userId, field, keyId }: SealedPlace): Buffer {
  return Buffer.from(`${VERSION}/broker_credentials/${userId}/${field}/${keyId}`, 'utf8');
}

/** `v1.KEY.…`, the last part nonce, ciphertext and tag as base64url. The bytes of `plain` stay the caller's. */
export function sealValue(key: Uint8Array, place: SealedPlace, plain: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(place));
  const sealed = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${place.keyId}.${sealed.toString('base64url')}`;
}

/** Name of the key under which the row stood when this value was sealed. Throws `SecretUnreadable`. */
export function keyIdOf(sealed: string): string {
  const [, keyId] = /^v1\.([A-Za-z0-9]{1,16})\.[\w-]+$/.exec(sealed) ?? [];
  if (keyId === undefined) throw new SecretUnreadable('expected v1.KEY.…');
  return keyId;
}

/** The bytes that were sealed, the caller's to overwrite. Throws `SecretUnreadable`. */
export function openValue(
  key: Uint8Array,
  at: Pick<SealedPlace, 'userId' | 'field'>,
  sealed: string,
): Uint8Array {
  const keyId = keyIdOf(sealed);
  const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf('.') + 1), 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SecretUnreadable('expected nonce, text and tag');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo({ ...at, keyId }));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
    return plain;
  } catch (cause) {
    plain.fill(0);
    throw new SecretUnreadable('expected what was sealed for this user and field', { cause });
  }
}
