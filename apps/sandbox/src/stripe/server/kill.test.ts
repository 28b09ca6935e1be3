/** Acknowledged changes survive a kill of the process. */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import type { PartMessage } from '#processes/part-process.ts';
import { openSandbox, SETTINGS } from '#testing/stripe/open-sandbox.ts';

const WRITERS = 4;

function start(dataFile: string) {
  const child = fork(join(import.meta.dirname, 'stripe-process.ts'), { stdio: 'inherit' });
  const port = new Promise<string>((ready, fail) => {
    child.once('message', (message: PartMessage) => {
      if ('address' in message) ready(new URL(message.address).port);
      else fail(new Error(message.problem));
    });
  });
  child.send({ ...SETTINGS, dataFile });
  return { child, port };
}

test('kill -9 between any two writes loses nothing that was acknowledged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'undertow-stripe-'));
  const dataFile = join(folder, 'stripe.jsonl');
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const { child, port } = start(dataFile);
    const options = { host: '127.0.0.1', port: await port, protocol: 'http', maxNetworkRetries: 0 } as const;
    const stripe = new Stripe(SETTINGS.secretKey, { ...options, telemetry: false });
    const until = acknowledged.length + 20 + 7 * round;
    const write = async () => {
      for (;;) {
        acknowledged.push((await stripe.customers.create({ name: 'Ada' })).id);
        if (acknowledged.length === until) child.kill('SIGKILL');
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: WRITERS }, write));
    expect(ends.map(({ status }) => status)).toEqual(Array.from({ length: WRITERS }, () => 'rejected'));
  }
  const sandbox = await openSandbox({ dataFile });
  const kept = new Set(sandbox.running.world.store.all('customer').map(({ id }) => id));
  await sandbox.close();
  rmSync(folder, { recursive: true });
  expect(acknowledged.length).toBeGreaterThan(60);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
});
