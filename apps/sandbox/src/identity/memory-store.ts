/** The issuer's storage: in memory of this process, each entry until it expires. */
import { DAY_S } from '@undertow/market';
import type { Adapter, AdapterPayload } from 'oidc-provider';

const MAX_ROWS = 5_000;

interface Row {
  readonly payload: AdapterPayload;
  readonly expiresAtMs: number;
}

/** Creates the store of one kind of object; all kinds of one issuer share `rows`. */
export function createMemoryStores(): (kind: string) => Adapter {
  const rows = new Map<string, Row>();

  function find(key: string): AdapterPayload | undefined {
    const row = rows.get(key);
    if (row !== undefined && Date.now() < row.expiresAtMs) return row.payload;
    rows.delete(key);
    return undefined;
  }

  function findBy(kind: string, field: 'uid' | 'userCode', value: string): AdapterPayload | undefined {
    const key = [...rows].find(
      ([key, { payload }]) => key.startsWith(`${kind}:`) && payload[field] === value,
    )?.[0];
    return key === undefined ? undefined : find(key);
  }

  return (kind) => ({
    async upsert(id, payload, expiresIn = DAY_S) {
      const [oldest] = rows.keys();
      if (rows.size >= MAX_ROWS && oldest !== undefined) rows.delete(oldest);
      rows.set(`${kind}:${id}`, { payload, expiresAtMs: Date.now() + expiresIn * 1000 });
    },
    find: async (id) => find(`${kind}:${id}`),
    findByUid: async (uid) => findBy(kind, 'uid', uid),
    findByUserCode: async (userCode) => findBy(kind, 'userCode', userCode),
    async consume(id) {
      const payload = find(`${kind}:${id}`);
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      rows.delete(`${kind}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of rows) if (payload.grantId === grantId) rows.delete(key);
    },
  });
}
