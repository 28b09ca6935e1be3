/** Seals the keys of a table's rows, one a row, with the operator's newest key; all of the operator's keys open them. */
import type { SealedKey } from '#ports/account-feeds.ts';
import { type CredentialKeys, SecretUnreadable } from '#ports/credentials.ts';
import { keyIdOf, openValue, type SealedPlace, sealValue } from './sealed-value.ts';

export const KEY_BYTES = 32;

export class KeySeal {
  readonly newestId: string;
  readonly #newestKey: Uint8Array;
  readonly #keys: CredentialKeys;
  readonly #table: SealedPlace['table'];

  /** The first of `keys` seals; all of them open. */
  constructor(keys: CredentialKeys, table: SealedPlace['table']) {
    const [newest] = keys;
    if (newest === undefined) throw new Error('expected at least one key');
    [this.newestId, this.#newestKey] = newest;
    this.#keys = keys;
    this.#table = table;
  }

  seal(userId: string, dataKey: Uint8Array): SealedKey {
    const place = { table: this.#table, userId, field: 'data_key', keyId: this.newestId } as const;
    return { keyId: this.newestId, dataKey: sealValue(this.#newestKey, place, dataKey) };
  }

  /** The caller overwrites the bytes with zeros. Throws `SecretUnreadable`. */
  open(userId: string, { keyId, dataKey }: SealedKey): Uint8Array {
    const key = this.#keys.get(keyIdOf(dataKey));
    if (key === undefined || keyIdOf(dataKey) !== keyId)
      throw new SecretUnreadable('expected a row that was sealed by a key of CREDENTIAL_KEYS');
    const opened = openValue(key, { table: this.#table, userId, field: 'data_key' }, dataKey);
    if (opened.length === KEY_BYTES) return opened;
    opened.fill(0);
    throw new SecretUnreadable('expected a key of 32 bytes');
  }

  /** The same key under the newest one; null where it is already. Throws `SecretUnreadable`. */
  reseal<K extends SealedKey>(userId: string, sealed: K): K | null {
    if (sealed.keyId === this.newestId) return null;
    const dataKey = this.open(userId, sealed);
    try {
      return { ...sealed, ...this.seal(userId, dataKey) };
    } finally {
      dataKey.fill(0);
    }
  }
}
