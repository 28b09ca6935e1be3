/** Rows of API keys in the settings. */
import { all, type MatrixRow, type World } from './matrix-row.ts';

const KEYS_URL = '/api/account/api-keys';
const KEY = { name: 'Notebook', scopes: ['market:read'], addresses: [], expiresInDays: 90 };
const ELITE: MatrixRow['statuses'] = [401, 403, 403, 403, 201, 403];

let made = 0;

async function keyOf({ app }: World, userId: string) {
  made += 1;
  const nowMs = app.parts.clock.nowMs();
  const row = {
    ...{ id: `key-${made}`, userId, name: 'Notebook', keyHash: `hash-${made}`, lastFour: 'Js5U' },
    ...{ scopes: [], addresses: [], createdAtMs: nowMs, expiresAtMs: nowMs + 1 },
  };
  await app.stores.apiKeyStore.create(row, made, 'r');
  return { url: `${KEYS_URL}/${row.id}` };
}

export const API_KEY_ROWS: readonly MatrixRow[] = [
  {
    route: 'createApiKey',
    situation: 'signed in within the last ten minutes',
    statuses: ELITE,
    crossSite: 403,
    request: { url: KEYS_URL, body: KEY },
  },
  {
    route: 'createApiKey',
    situation: 'without a scope',
    statuses: all(401, 400),
    request: { url: KEYS_URL, body: { ...KEY, scopes: [] } },
  },
  {
    route: 'createApiKey',
    situation: 'from a private address',
    statuses: all(401, 400),
    request: { url: KEYS_URL, body: { ...KEY, addresses: ['10.0.0.5'] } },
  },
  {
    route: 'revokeApiKey',
    situation: 'own',
    statuses: all(401, 200),
    crossSite: 403,
    request: (world) => keyOf(world, world.user?.id ?? world.other.id),
  },
  {
    route: 'revokeApiKey',
    situation: "another's",
    statuses: all(401, 404),
    request: (world) => keyOf(world, world.other.id),
  },
];
