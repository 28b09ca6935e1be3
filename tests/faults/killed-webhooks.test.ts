/** Webhooks under kill -9: every stored event is delivered at least once, and repeats have the same id. */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createOwnerSeal } from '@undertow/server/src/adapters/secrets/owner-seal.ts';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import type { NewWebhookRow } from '@undertow/server/src/ports/webhooks/webhooks.ts';
import { newDataFolder } from '@undertow/server/testing/database/data-folder.ts';
import { makeEvent } from '@undertow/server/testing/views.ts';
import {
  openWebhookReceiver,
  type WebhookReceiver,
} from '@undertow/server/testing/webhooks/webhook-receiver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProcess } from './child-process.ts';
import { openWebhookWorld, SEAL_KEYS, startSender } from './webhook-kill-world.ts';

const SENDER = fileURLToPath(new URL('./webhook-until-killed.ts', import.meta.url));
const IS_LONG = process.env['LONG_TESTS'] === '1';
const ROUNDS = IS_LONG ? 20 : 2;
/** In the long one as many as a user may be sent in a day, within an hour. */
const EVENTS = IS_LONG ? 10_000 : ROUNDS * 40;
const WITHIN_MS = IS_LONG ? 3_600_000 : 600_000;
/** Between two kills, so that they are spread over all of them. */
const STEP = IS_LONG ? 400 : 5;
const STORED_AT_ONCE = 500;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let dataDir: string;
let receiver: WebhookReceiver;
beforeAll(async () => {
  dataDir = newDataFolder('kill-webhooks');
  receiver = await openWebhookReceiver();
});
afterAll(async () => {
  await receiver.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const open = async () => {
  const database = await openDatabase({ dataDir });
  return { database, ...openWebhookWorld(database, createOwnerSeal(SEAL_KEYS, 'webhook_keys')) };
};

async function prepare(): Promise<void> {
  const { database, stores } = await open();
  const nowMs = Date.now();
  const { id: userId } = await stores.users.ensure('https://id.example', 'killed', nowMs);
  const webhook: NewWebhookRow = {
    ...{ userId, name: 'Desk', address: receiver.url, shownAddress: receiver.url, chat: null },
    ...{ secret: SECRET, eventTypes: [], instrumentIds: [] },
    format: 'standard',
    topics: ['event.raised'],
  };
  await stores.webhooks.add(webhook, 1, { nowMs, requestId: 'r' });
  const events = Array.from({ length: EVENTS }, (_, at) => makeEvent(`killed-${at}`, nowMs - EVENTS + at));
  for (let from = 0; from < EVENTS; from += STORED_AT_ONCE) {
    const some = events.slice(from, from + STORED_AT_ONCE);
    await stores.marketStore.saveEvents('simulated', 'kill', some, new Set(some.map(({ id }) => id)));
  }
  await database.close();
}

const eventsIn = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.id as string));

test(
  `${ROUNDS} kills while ${EVENTS} events are delivered lose none, and a repeat is known by its id`,
  async () => {
    await prepare();
    // Slowly, so that a kill finds messages on their way: some were answered, and are not settled
    receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 10);
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = receiver.received.length;
      const sender = startProcess(SENDER, [dataDir]);
      await expect.poll(() => receiver.received.length, { timeout: 120_000 }).toBeGreaterThan(before + STEP);
      await sender.kill();
    }
    const { database, stores } = await open();
    const sender = startSender(stores);
    await expect.poll(() => eventsIn().size, { timeout: WITHIN_MS, interval: 200 }).toBe(EVENTS);
    await sender.close();
    await database.close();
    expect(receiver.verified(SECRET)).toHaveLength(receiver.received.length);
    const ids = new Map<string, string>();
    for (const { id, body } of receiver.received) {
      // One id, one message
      expect(ids.get(id) ?? body).toBe(body);
      ids.set(id, body);
    }
    expect(ids.size).toBe(EVENTS);
  },
  WITHIN_MS,
);
