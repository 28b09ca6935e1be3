/** Measures how soon events reach the receiver of a webhook while the process that sends them is killed again and again. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeEvent } from '@undertow/server/testing/views.ts';
import { openWebhookReceiver } from '@undertow/server/testing/webhooks/webhook-receiver.ts';
import { openWebhookWorld } from './webhook-world.ts';

const SENDER = fileURLToPath(new URL('./send-webhooks.ts', import.meta.url));
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
/** Of a receiver in another place. */
const ANSWER_MS = 20;
const LOOK_EVERY_MS = 20;
const STORED_AT_ONCE = 500;

const [events = '1000', kills = '4'] = process.argv.slice(2);
const [count, rounds] = [Number(events), Number(kills)];
const dataDir = mkdtempSync(join(tmpdir(), 'undertow-webhooks-'));
const receiver = await openWebhookReceiver();
receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), ANSWER_MS);

async function storeEvents(): Promise<void> {
  const { stores, database } = await openWebhookWorld(dataDir);
  const nowMs = Date.now();
  const { id: userId } = await stores.users.ensure('https://id.example', 'measured', nowMs);
  const webhook = {
    ...{ userId, name: 'Desk', address: receiver.url, shownAddress: receiver.url, chat: null },
    ...{ secret: SECRET, eventTypes: [], instrumentIds: [] },
    format: 'standard' as const,
    topics: ['event.raised' as const],
  };
  await stores.webhooks.add(webhook, 1, { nowMs, requestId: 'bench' });
  for (let from = 0; from < count; from += STORED_AT_ONCE) {
    const some = Array.from({ length: Math.min(STORED_AT_ONCE, count - from) }, (_, at) =>
      makeEvent(`measured-${from + at}`, nowMs - count + from + at),
    );
    await stores.marketStore.saveEvents('simulated', 'bench', some, new Set(some.map(({ id }) => id)));
  }
  await database.close();
}

const ids = (): ReadonlySet<string> => new Set(receiver.received.map(({ id }) => id));

/** Runs a sender until so many different messages arrived in all, then kills it as a machine that loses power does. */
async function sendUntil(arrived: number): Promise<void> {
  const sender = fork(SENDER, [dataDir]);
  const gone = once(sender, 'exit');
  while (ids().size < arrived) {
    if (sender.exitCode !== null || sender.signalCode !== null) throw new Error('the sender ended by itself');
    await wait(LOOK_EVERY_MS);
  }
  sender.kill('SIGKILL');
  await gone;
}

await storeEvents();
const beganMs = performance.now();
for (let round = 1; round <= rounds; round += 1) await sendUntil(Math.floor((round * count) / (rounds + 1)));
await sendUntil(count);
const seconds = (performance.now() - beganMs) / 1000;
const verified = receiver.verified(SECRET).length;
const received = receiver.received.length;
await receiver.close();
rmSync(dataDir, { recursive: true, force: true });
process.stdout.write(
  `${JSON.stringify({ events: count, kills: rounds, seconds, delivered: ids().size, received, verified })}\n`,
);
