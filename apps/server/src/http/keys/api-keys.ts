/** Who a request with an API key comes from: the key's owner, within their plan, from a permitted address, until it ends. */
import type { ApiScope } from '@undertow/contracts';
import { AppError } from '#failures/app-error.ts';
import type { SignedIn } from '#http/session/session.ts';
import type { ApiKeyRow, ApiKeyStore } from '#ports/api-keys/api-key-store.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import { addressList } from './address-list.ts';
import { hashOfApiKey, isApiKey } from './api-key-token.ts';

/** Keys kept in memory; beyond it the one that was read first is read again. */
const CACHE_SIZE = 10_000;

/** The owner of a key, as the gate sees every viewer. */
export interface KeyHolder extends SignedIn {
  readonly key: NonNullable<SignedIn['key']>;
}

export interface ApiKeys {
  /** Whether the key is in memory: finding its owner then needs no query. */
  isKnown(authorization: string | undefined): boolean;
  /**
   * The owner of the key in an `Authorization` header. Throws `API_KEY_REFUSED` without a valid one, `API_ADDRESS_REFUSED`
   * and `API_NOT_IN_PLAN`.
   */
  authenticate(authorization: string | undefined, address: string): Promise<KeyHolder>;
  /** Throws what `authenticate` would throw now: for connections that outlive a request, after each `userChanged`. */
  check(holder: KeyHolder): Promise<void>;
}

interface ApiKeyParts {
  readonly store: Pick<ApiKeyStore, 'findByHash'>;
  readonly entitlements: Entitlements;
  readonly bus: Bus;
  readonly clock: Clock;
}

interface KnownKey {
  readonly row: ApiKeyRow;
  readonly allows: (address: string) => boolean;
}

function hashOf(authorization: string | undefined): string | null {
  const [scheme, token = '', ...more] = (authorization ?? '').split(' ');
  const isBearer = scheme?.toLowerCase() === 'bearer' && more.length === 0;
  return isBearer && isApiKey(token) ? hashOfApiKey(token) : null;
}

export function requireScope({ key }: KeyHolder, scope: ApiScope): void {
  if (!key.scopes.includes(scope)) throw new AppError('API_SCOPE_MISSING');
}

function holderOf({ id, userId, name, scopes, keyHash }: ApiKeyRow, address: string): KeyHolder {
  // A key is no device, and no recent sign-in
  return {
    userId,
    sessionId: `key ${id}`,
    authAtMs: 0,
    channel: 'api',
    key: { id, name, scopes, keyHash, address },
  };
}

export function createApiKeys({ store, entitlements, bus, clock }: ApiKeyParts): ApiKeys {
  const cache = new Map<string, KnownKey>();
  let changes = 0;
  bus.subscribe('userChanged', ({ userId }) => {
    // A read in progress must not restore the previous state
    changes += 1;
    for (const [hash, { row }] of cache) if (row.userId === userId) cache.delete(hash);
  });

  async function find(hash: string): Promise<KnownKey | undefined> {
    const known = cache.get(hash);
    if (known !== undefined) return known;
    const before = changes;
    const row = await store.findByHash(hash);
    if (row === undefined) return undefined;
    const found = { row, allows: addressList(row.addresses) };
    if (before !== changes) return found;
    const oldest = cache.keys().next().value;
    if (cache.size >= CACHE_SIZE && oldest !== undefined) cache.delete(oldest);
    cache.set(hash, found);
    return found;
  }

  async function admit(hash: string, address: string): Promise<KeyHolder> {
    const known = await find(hash);
    if (known === undefined) throw new AppError('API_KEY_REFUSED');
    const { row, allows } = known;
    if (row.revokedAtMs !== null || row.expiresAtMs <= clock.nowMs()) throw new AppError('API_KEY_REFUSED');
    if (!allows(address)) throw new AppError('API_ADDRESS_REFUSED');
    const { rules } = await entitlements.of(row.userId, 'api');
    if (rules.apiRequestsPerMinute === 0) throw new AppError('API_NOT_IN_PLAN');
    return holderOf(row, address);
  }

  return {
    isKnown: (authorization) => cache.has(hashOf(authorization) ?? ''),
    async authenticate(authorization, address) {
      const hash = hashOf(authorization);
      if (hash === null) throw new AppError('API_KEY_REFUSED');
      return admit(hash, address);
    },
    async check({ key }) {
      await admit(key.keyHash, key.address);
    },
  };
}
