/** Opens what identifies, limits and counts requests with API keys. */
import { API_ROUTES } from '@undertow/contracts';
import { createCursors } from '#http/api/cursor.ts';
import { createApiKeys } from '#http/keys/api-keys.ts';
import { createKeyAccess } from '#http/keys/key-access.ts';
import { KeyUsage } from '#http/keys/key-usage.ts';
import { ApiLimit } from '#http/limits/api-limit.ts';
import type { HeavyUse } from '#http/limits/heavy-use.ts';
import type { ApiKeyStore } from '#ports/api-keys/api-key-store.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { Log } from '#ports/log.ts';

interface ApiAccessInput {
  readonly apiKeyStore: ApiKeyStore;
  readonly entitlements: Entitlements;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly heavyUse: HeavyUse;
  readonly log: Log;
  readonly settings: { readonly cookieKey: Buffer };
}

/** Methods and paths below `/api/v1`. */
export function apiRoutes(): readonly { readonly method: string; readonly path: string }[] {
  return API_ROUTES.map(({ of: { method }, path }) => ({ method, path }));
}

export function openApiAccess(input: ApiAccessInput) {
  const { apiKeyStore: store, entitlements, bus, clock, heavyUse, log } = input;
  const apiKeys = createApiKeys({ store, entitlements, bus, clock });
  const apiLimit = new ApiLimit(clock, heavyUse);
  const keyUsage = new KeyUsage({ store, clock, log });
  return {
    ...{ apiKeys, apiLimit, keyUsage, cursors: createCursors(input.settings.cookieKey) },
    keyAccess: createKeyAccess({ apiKeys, apiLimit, keyUsage, entitlements }),
    /** Stores the use that was counted last. */
    close: () => keyUsage.close(),
  };
}
