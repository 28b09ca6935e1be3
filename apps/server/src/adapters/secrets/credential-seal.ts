/** Seals broker passwords: each row has a key of its own, and that key is sealed by one of the operator's, which rotate. */
import { randomBytes } from 'node:crypto';
import {
  type CredentialKeys,
  type CredentialSeal,
  type SealedPassword,
  SecretUnreadable,
} from '#ports/credentials.ts';
import { keyIdOf, openValue, sealValue } from './sealed-value.ts';

const KEY_BYTES = 32;

/** The first of `keys` seals; all of them open. */
export function createCredentialSeal(keys: CredentialKeys): CredentialSeal {
  const [newest] = keys;
  if (newest === undefined) throw new Error('expected at least one key');
  const [newestId, newestKey] = newest;

  function openDataKey(userId: string, { keyId, dataKey }: SealedPassword): Uint8Array {
    const key = keys.get(keyIdOf(dataKey));
    if (key === undefined || keyIdOf(dataKey) !== keyId)
      throw new SecretUnreadable('expected a row that was sealed by a key of CREDENTIAL_KEYS');
    const opened = openValue(key, { userId, field: 'data_key' }, dataKey);
    if (opened.length === KEY_BYTES) return opened;
    opened.fill(0);
    throw new SecretUnreadable('expected a key of 32 bytes');
  }

  function sealDataKey(userId: string, dataKey: Uint8Array): Pick<SealedPassword, 'keyId' | 'dataKey'> {
    const place = { userId, field: 'data_key', keyId: newestId } as const;
    return { keyId: newestId, dataKey: sealValue(newestKey, place, dataKey) };
  }

  return {
    seal(userId, password) {
      const dataKey = randomBytes(KEY_BYTES);
      try {
        const place = { userId, field: 'password', keyId: newestId } as const;
        return { ...sealDataKey(userId, dataKey), password: sealValue(dataKey, place, password) };
      } finally {
        dataKey.fill(0);
      }
    },
    open(userId, sealed) {
      const dataKey = openDataKey(userId, sealed);
      try {
        return openValue(dataKey, { userId, field: 'password' }, sealed.password);
      } finally {
        dataKey.fill(0);
      }
    },
    reseal(userId, sealed) {
      if (sealed.keyId === newestId) return null;
      const dataKey = openDataKey(userId, sealed);
      try {
        return { ...sealDataKey(userId, dataKey), password: sealed.password };
      } finally {
        dataKey.fill(0);
      }
    },
  };
}
