/** Keys of owners: one for all that is stored of a user's account feed, one for their webhooks, sealed by the operator's keys as broker logins are. */
import { hkdfSync, randomBytes } from 'node:crypto';
import { seal, unseal } from '#crypto/aes-gcm.ts';
import type { OwnerKey, OwnerSeal } from '#ports/account-feeds.ts';
import { type CredentialKeys, SecretUnreadable } from '#ports/credentials.ts';
import { KEY_BYTES, KeySeal } from './key-seal.ts';

const VERSION = 'v1';

class OpenedKey implements OwnerKey {
  readonly #userId: string;
  readonly #key: Uint8Array;
  #isDestroyed = false;

  constructor(userId: string, key: Uint8Array) {
    this.#userId = userId;
    this.#key = key;
  }

  seal(place: string, plain: Uint8Array): Uint8Array {
    return seal(this.#opened(), this.#boundTo(place), plain);
  }

  open(place: string, sealed: Uint8Array): Uint8Array {
    const key = this.#opened();
    try {
      return unseal(key, this.#boundTo(place), sealed);
    } catch (cause) {
      throw new SecretUnreadable('expected what was sealed for this owner and row', { cause });
    }
  }

  derive(purpose: string): OwnerKey {
    const info = `${VERSION}/${purpose}/${this.#userId}`;
    return new OpenedKey(
      this.#userId,
      new Uint8Array(hkdfSync('sha256', this.#opened(), '', info, KEY_BYTES)),
    );
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#key.fill(0);
  }

  #opened(): Uint8Array {
    if (this.#isDestroyed) throw new SecretUnreadable('expected a key that is in use');
    return this.#key;
  }

  #boundTo(place: string): string {
    return `${VERSION}/${place.length}/${place}/${this.#userId}`;
  }
}

export function createOwnerSeal(
  keys: CredentialKeys,
  table: 'account_keys' | 'webhook_keys' = 'account_keys',
): OwnerSeal {
  const sealOfKeys = new KeySeal(keys, table);
  return {
    create(userId) {
      const key = randomBytes(KEY_BYTES);
      try {
        return sealOfKeys.seal(userId, key);
      } finally {
        key.fill(0);
      }
    },
    open: (userId, sealed) => new OpenedKey(userId, sealOfKeys.open(userId, sealed)),
    reseal: (userId, sealed) => sealOfKeys.reseal(userId, sealed),
  };
}
