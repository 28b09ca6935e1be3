/** Use of keys reaches the store, also when the database is away meanwhile. */
import { epochMs, HOUR_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import type { ApiKeyUse } from '#ports/api-keys/api-key-store.ts';
import { KeyUsage } from './key-usage.ts';

const HOUR = Date.UTC(2026, 10, 30, 14);
const USE = { keyId: 'key', userId: 'user', scope: 'market:read', address: '192.0.2.1' } as const;

test('what could not be stored is counted with what follows, by hour, and stored once', async () => {
  const stored: ApiKeyUse[] = [];
  const errors: string[] = [];
  let nowMs = HOUR;
  let failures = 0;
  const usage = new KeyUsage({
    store: {
      async addUse(use) {
        if (failures > 0) {
          failures -= 1;
          throw new Error('the database is away');
        }
        stored.push(use);
      },
    },
    clock: { nowMs: () => epochMs(nowMs) },
    log: { error: (_fields, message) => void errors.push(message) },
  });
  usage.note({ ...USE, isLimited: false });
  usage.note({ ...USE, scope: 'journal:read', isLimited: false });
  failures = 1;
  await usage.store();
  expect([stored, errors]).toEqual([[], ['use of API keys not stored yet']]);
  usage.note({ ...USE, isLimited: true });
  nowMs += HOUR_MS;
  usage.note({ ...USE, address: '192.0.2.2', isLimited: false });
  await usage.close();
  expect(
    stored.map(({ scope, requests, limited, lastAddress }) => [scope, requests, limited, lastAddress]),
  ).toEqual([
    ['market:read', 2, 1, '192.0.2.1'],
    ['journal:read', 1, 0, '192.0.2.1'],
    ['market:read', 1, 0, '192.0.2.2'],
  ]);
  await usage.store();
  expect(stored).toHaveLength(3);
});
