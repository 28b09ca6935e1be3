/** API keys of the signed-in user: their list with use and licences, creation, revocation. */
import { randomUUID } from 'node:crypto';
import {
  type ApiKeyDto,
  type ApiKeyList,
  type ApiUsage,
  createApiKey,
  instantOfMs,
  listApiKeys,
  MAX_API_KEYS,
  MAX_STREAMS,
  MAX_WEBHOOKS_A_DAY,
  revokeApiKey,
  VENUES,
} from '@undertow/contracts';
import { DAY_MS, HOUR_MS, INSTRUMENTS, MINUTE_MS } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { hashOfApiKey, newApiKey } from '#http/keys/api-key-token.ts';
import type { ApiLimit } from '#http/limits/api-limit.ts';
import { requireFresh } from '#http/session/fresh-sign-in.ts';
import type { ApiKeyRow, ApiKeyStore, NewApiKeyRow } from '#ports/api-keys/api-key-store.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlement, Entitlements } from '#ports/entitlements.ts';
import type { Streams } from '#ports/streams/streams.ts';
import type { WebhookStore } from '#ports/webhooks/webhooks.ts';

const SHOWN_HOURS = 24;
/** How long keys that ended are shown. */
const ENDED_SHOWN_MS = 90 * DAY_MS;
const LAST_LETTERS = 4;

export interface ApiKeyRouteParts {
  readonly apiKeyStore: ApiKeyStore;
  readonly apiLimit: Pick<ApiLimit, 'countOf'>;
  readonly streams: Pick<Streams, 'openOf'>;
  readonly webhooks: Pick<WebhookStore, 'count'>;
  readonly entitlements: Entitlements;
  readonly bus: Bus;
  readonly clock: Clock;
}

function stateOf({ revokedAtMs, expiresAtMs }: ApiKeyRow, nowMs: number): ApiKeyDto['state'] {
  if (revokedAtMs !== null) return 'revoked';
  return expiresAtMs <= nowMs ? 'expired' : 'active';
}

function encode(row: ApiKeyRow, nowMs: number): ApiKeyDto {
  const { id, name, lastFour, scopes, addresses, revokedAtMs, lastUsedAtMs, lastUsedAddress } = row;
  return {
    ...{ id, name, lastFour, scopes: [...scopes], addresses: [...addresses] },
    createdAt: instantOfMs(row.createdAtMs),
    expiresAt: instantOfMs(row.expiresAtMs),
    state: stateOf(row, nowMs),
    revokedAt: revokedAtMs === null ? null : instantOfMs(revokedAtMs),
    lastUsed:
      lastUsedAtMs === null || lastUsedAddress === null
        ? null
        : { at: instantOfMs(lastUsedAtMs), address: lastUsedAddress },
  };
}

async function usageOf(
  { apiKeyStore, apiLimit, streams, webhooks, clock }: ApiKeyRouteParts,
  userId: string,
  keys: readonly ApiKeyRow[],
): Promise<Omit<ApiUsage, 'requestsPerMinute'>> {
  const nowMs = clock.nowMs();
  const firstMs = nowMs - (nowMs % HOUR_MS) - (SHOWN_HOURS - 1) * HOUR_MS;
  const [rows, { all: webhooksToday }] = await Promise.all([
    apiKeyStore.usageOf(userId, firstMs),
    webhooks.count(userId, nowMs - (nowMs % DAY_MS)),
  ]);
  const hours = Array.from({ length: SHOWN_HOURS }, (_, place) => {
    const fromMs = firstMs + place * HOUR_MS;
    const ofHour = rows.filter(({ hourMs }) => hourMs === fromMs);
    const total = (field: 'requests' | 'limited') => ofHour.reduce((sum, row) => sum + row[field], 0);
    return { from: instantOfMs(fromMs), requests: total('requests'), limited: total('limited') };
  });
  const all = rows.reduce((sum, { requests }) => sum + requests, 0);
  const byKey = keys.map(({ id, name }) => {
    const ofKey = rows.filter(({ keyId }) => keyId === id).reduce((sum, { requests }) => sum + requests, 0);
    return { name, share: all === 0 ? 0 : ofKey / all };
  });
  const [busiest] = byKey.toSorted((one, other) => other.share - one.share);
  return {
    requestsThisMinute: apiLimit.countOf(userId),
    ...{ streams: streams.openOf(userId), mostStreams: MAX_STREAMS },
    ...{ webhooksToday, mostWebhooksToday: MAX_WEBHOOKS_A_DAY },
    hours,
    busiest: busiest === undefined || busiest.share === 0 ? null : busiest,
  };
}

function licencesOf({ access }: Entitlement): ApiKeyList['licences'] {
  return VENUES.flatMap((venue) => {
    const instrument = INSTRUMENTS.find((one) => one.venue === venue);
    if (instrument === undefined) return [];
    const { withheld } = access(instrument.id);
    const may = (kind: 'events' | 'prices' | 'recordings') => withheld(kind) === null;
    return [{ venue, events: may('events'), prices: may('prices'), recordings: may('recordings') }];
  });
}

export function bindApiKeyRoutes(binder: RouteBinder, parts: ApiKeyRouteParts): void {
  const { apiKeyStore, entitlements, bus, clock } = parts;

  binder.bindUser(listApiKeys, async ({ user: { userId } }) => {
    const nowMs = clock.nowMs();
    const [rows, entitlement] = await Promise.all([apiKeyStore.list(userId), entitlements.of(userId, 'api')]);
    const shown = rows.filter(
      ({ revokedAtMs, expiresAtMs }) => (revokedAtMs ?? expiresAtMs) > nowMs - ENDED_SHOWN_MS,
    );
    const keys = shown.map((row) => encode(row, nowMs));
    const { apiRequestsPerMinute: requestsPerMinute } = entitlement.rules;
    return {
      included: requestsPerMinute > 0,
      keys: keys.toSorted((one, other) => Number(other.state === 'active') - Number(one.state === 'active')),
      usage: { ...(await usageOf(parts, userId, rows)), requestsPerMinute },
      licences: licencesOf(entitlement),
    };
  });

  binder.bindUser(createApiKey, async ({ user, body, request }) => {
    const { userId } = user;
    const nowMs = Math.floor(clock.nowMs());
    const { rules } = await entitlements.of(userId);
    if (rules.apiRequestsPerMinute === 0) throw new AppError('API_NOT_IN_PLAN');
    requireFresh(user, nowMs);
    const { name, scopes, addresses, expiresInDays } = body;
    const secret = newApiKey();
    const row: NewApiKeyRow = {
      ...{ id: randomUUID(), userId, name, scopes, addresses, createdAtMs: nowMs },
      keyHash: hashOfApiKey(secret),
      lastFour: secret.slice(-LAST_LETTERS),
      expiresAtMs: nowMs - (nowMs % MINUTE_MS) + expiresInDays * DAY_MS,
    };
    if (!(await apiKeyStore.create(row, MAX_API_KEYS, request.id))) throw new AppError('API_KEY_LIMIT');
    const unused = { revokedAtMs: null, lastUsedAtMs: null, lastUsedAddress: null };
    return { key: encode({ ...row, ...unused }, nowMs), secret };
  });

  binder.bindUser(revokeApiKey, async ({ user: { userId }, params, request }) => {
    // A key of another user gets the same response as an unknown one
    const isRevoked = await apiKeyStore.revoke(userId, params.id, clock.nowMs(), request.id);
    if (!isRevoked) throw new AppError('NOT_FOUND');
    bus.publish('userChanged', { userId });
    return OK;
  });
}
