/** Stores and sender of webhooks for processes that are killed. */
import { createClock } from '@undertow/server/src/adapters/clock/clock.ts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { DEFAULT_RETENTION } from '@undertow/server/src/adapters/storage/operations/retention.ts';
import { createStores, type Stores } from '@undertow/server/src/adapters/storage/stores.ts';
import { createWebhookTransport } from '@undertow/server/src/adapters/webhooks/webhook-transport.ts';
import { entitlementOf } from '@undertow/server/src/http/bind/entitlement.ts';
import type { OwnerSeal } from '@undertow/server/src/ports/account-feeds.ts';
import type { CredentialKeys } from '@undertow/server/src/ports/credentials.ts';
import { WebhookFanOut } from '@undertow/server/src/webhooks/webhook-fan-out.ts';
import { WebhookSender } from '@undertow/server/src/webhooks/webhook-sender.ts';
import { silentLog } from '@undertow/server/testing/cluster/silent-log.ts';

export const SEAL_KEYS: CredentialKeys = new Map([['k1', Buffer.alloc(32, 3)]]);

/** So that what a killed process held is taken over soon. */
const HOLD_MS = 1_500;

export function openWebhookWorld(database: Database, seal: OwnerSeal): { readonly stores: Stores } {
  return { stores: createStores(...([database.orm, DEFAULT_RETENTION, null, null, seal] as const)) };
}

/** Delivers for everybody as for elite users of ES. */
export function startSender(stores: Stores): WebhookSender {
  const entitlements = {
    of: async (userId: string) =>
      entitlementOf(userId, 'elite', { instruments: [{ id: 'es', instrumentId: 1 }], watched: [] }, null),
  };
  const parts = { clock: createClock(), entitlements, until: () => Date.now() };
  const queue = stores.deliveryQueue;
  const sender = new WebhookSender({
    ...parts,
    log: silentLog,
    queue: { ...queue, claim: (nowMs, _holdMs, limit) => queue.claim(nowMs, HOLD_MS, limit) },
    fanOut: new WebhookFanOut({ ...parts, outbox: stores.webhookOutbox }),
    transport: createWebhookTransport({ mayReachLoopback: true, timeoutMs: 1_000 }),
    chance: Math.random,
  });
  sender.start();
  return sender;
}
