/** Seals broker passwords: each row has a key of its own, and that key is sealed by one of the operator's, which rotate. */
import { randomBytes } from 'node:crypto';
import type { CredentialKeys, CredentialSeal } from '#ports/credentials.ts';
import { KEY_BYTES, KeySeal } from './key-seal.ts';
import { openValue, sealValue } from './sealed-value.ts';

const table = 'broker_credentials';

/** The first of `keys` seals; all of them open. */
export function createCredentialSeal(keys: CredentialKeys): CredentialSeal {
  const rowKeys = new KeySeal(keys, table);
  return {
    seal(userId, password) {
      const dataKey = randomBytes(KEY_BYTES);
      try {
        const place = { table, userId, field: 'password', keyId: rowKeys.newestId } as const;
        return { ...rowKeys.seal(userId, dataKey), password: sealValue(dataKey, place, password) };
      } finally {
        dataKey.fill(0);
      }
    },
    open(userId, sealed) {
      const dataKey = rowKeys.open(userId, sealed);
      try {
        return openValue(dataKey, { table, userId, field: 'password' }, sealed.password);
      } finally {
        dataKey.fill(0);
      }
    },
    reseal: (userId, sealed) => rowKeys.reseal(userId, sealed),
  };
}
