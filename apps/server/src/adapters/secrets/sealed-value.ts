/** One value sealed and bound to its place: what was sealed for one place opens nowhere else. */
import { seal, unseal } from '#crypto/aes-gcm.ts';
import { SecretUnreadable } from '#ports/credentials.ts';

const VERSION = 'v1';

/** The place of a value, which it is bound to. */
export interface SealedPlace {
  readonly table: 'broker_credentials' | 'account_keys' | 'webhook_keys';
  readonly userId: string;
  readonly field: 'password' | 'data_key';
  /** Name of the key by which the row was sealed. */
  readonly keyId: string;
}

function boundTo({ table, userId, field, keyId }: SealedPlace): string {
  return `${VERSION}/${table}/${userId}/${field}/${keyId}`;
}

/** `v1.KEY.…`, the last part nonce, ciphertext and tag as base64url. The bytes of `plain` stay the caller's. */
export function sealValue(key: Uint8Array, place: SealedPlace, plain: Uint8Array): string {
  const sealed = seal(key, boundTo(place), plain);
  return `${VERSION}.${place.keyId}.${sealed.toString('base64url')}`;
}

/** Name of the key with which this value was sealed. Throws `SecretUnreadable`. */
export function keyIdOf(sealed: string): string {
  const [, keyId] = /^v1\.([A-Za-z0-9]{1,16})\.[\w-]+$/.exec(sealed) ?? [];
  if (keyId === undefined) throw new SecretUnreadable('expected v1.KEY.…');
  return keyId;
}

/** The bytes that were sealed, the caller's to overwrite. Throws `SecretUnreadable`. */
export function openValue(key: Uint8Array, at: Omit<SealedPlace, 'keyId'>, sealed: string): Uint8Array {
  const keyId = keyIdOf(sealed);
  const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf('.') + 1), 'base64url');
  try {
    return unseal(key, boundTo({ ...at, keyId }), bytes);
  } catch (cause) {
    throw new SecretUnreadable('expected what was sealed for this user and field', { cause });
  }
}
