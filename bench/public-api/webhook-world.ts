/** Stores and sender of webhooks over a data folder, for everybody as for elite users of ES. */
import { createClock } from '@undertow/server/src/adapters/clock/clock.ts';
import { createOwnerSeal } from '@undertow/server/src/adapters/secrets/owner-seal.ts';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { DEFAULT_RETENTION } from '@undertow/server/src/adapters/storage/operations/retention.ts';
import { createStores, type Stores } from '@undertow/server/src/adapters/storage/stores.ts';
import { createWebhookTransport } from '@undertow/server/src/adapters/webhooks/webhook-transport.ts';
import { entitlementOf } from '@undertow/server/src/http/bind/entitlement.ts';
import { createLog } from '@undertow/server/src/logging/log.ts';
import { WebhookFanOut } from '@undertow/server/src/webhooks/webhook-fan-out.ts';
import { WebhookSender } from '@undertow/server/src/webhooks/webhook-sender.ts';

const SEAL_KEYS = new Map([['k1', Buffer.alloc(32, 3)]]);
const INSTRUMENTS = { instruments: [{ id: 'es', instrumentId: 1 }], watched: [] };
const TIMEOUT_MS = 10_000;

export async function openWebhookWorld(dataDir: string) {
  const database = await openDatabase({ dataDir });
  const seal = createOwnerSeal(SEAL_KEYS, 'webhook_keys');
  return { database, stores: createStores(database.orm, DEFAULT_RETENTION, null, null, seal) };
}

export function startSender({ deliveryQueue: queue, webhookOutbox: outbox }: Stores): WebhookSender {
  const entitlements = { of: async (userId: string) => entitlementOf(userId, 'elite', INSTRUMENTS, null) };
  const parts = { clock: createClock(), entitlements, until: () => Date.now() };
  const sender = new WebhookSender({
    ...{ ...parts, queue, log: createLog('silent'), chance: Math.random },
    fanOut: new WebhookFanOut({ ...parts, outbox }),
    transport: createWebhookTransport({ mayReachLoopback: true, timeoutMs: TIMEOUT_MS }),
  });
  sender.start();
  return sender;
}
