/** The checks of a request with an API key: its owner, the scope of the route, and the rate limit of all keys of the owner. */
import type { ApiScope } from '@undertow/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, TooSoon } from '#failures/app-error.ts';
import { API_WINDOW_S, type ApiLimit, type ApiQuota } from '#http/limits/api-limit.ts';
import type { RequestLimits } from '#http/limits/rate-limit.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import { type ApiKeys, type KeyHolder, requireScope } from './api-keys.ts';
import type { KeyUsage } from './key-usage.ts';

export interface KeyAccessParts {
  readonly apiKeys: ApiKeys;
  readonly apiLimit: ApiLimit;
  readonly keyUsage: Pick<KeyUsage, 'note'>;
  readonly entitlements: Entitlements;
}

/** The headers of draft-ietf-httpapi-ratelimit-headers. */
function stateQuota(reply: FastifyReply, { limit, left, resetSeconds }: ApiQuota): void {
  reply.header('ratelimit-policy', `"default";q=${limit};w=${API_WINDOW_S}`);
  reply.header('ratelimit', `"default";r=${left};t=${resetSeconds}`);
}

/** Returns the check for routes of a scope; the caller becomes `request.signedIn`. */
export function createKeyAccess({ apiKeys, apiLimit, keyUsage, entitlements }: KeyAccessParts) {
  async function withinLimit(holder: KeyHolder, reply: FastifyReply): Promise<ApiQuota> {
    const { rules } = await entitlements.of(holder.userId, 'api');
    const quota = apiLimit.take(holder.userId, rules.apiRequestsPerMinute);
    stateQuota(reply, quota);
    return quota;
  }

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { scope, ofAddress }: { readonly scope: ApiScope } & Pick<RequestLimits, 'ofAddress'>,
  ): Promise<void> => {
    const { authorization } = request.headers;
    // No key is looked up for an address over its limit; one in memory costs no query
    if (!apiKeys.isKnown(authorization)) await ofAddress(request, reply);
    const holder = await apiKeys.authenticate(authorization, request.ip);
    const quota = await withinLimit(holder, reply);
    const { key, userId } = holder;
    const use = { keyId: key.id, userId, scope, address: request.ip, isLimited: quota.isExceeded };
    requireScope(holder, scope);
    keyUsage.note(use);
    if (quota.isExceeded) throw new TooSoon('RATE_LIMITED', quota.resetSeconds * 1000);
    request.signedIn = holder;
  };
}

export type KeyAccess = ReturnType<typeof createKeyAccess>;

/** Who is identified by a key; routes of keys let nobody else through. */
export function keyHolderOf({ signedIn }: FastifyRequest): KeyHolder {
  const key = signedIn?.key;
  if (signedIn === null || key === undefined) throw new AppError('API_KEY_REFUSED');
  return { ...signedIn, key };
}
