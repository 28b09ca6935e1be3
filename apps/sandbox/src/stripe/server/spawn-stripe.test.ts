/** The API as a process: listens, answers, reports a port in use, exits on request. */
import { expect, test } from 'vitest';
import { openSandbox, SETTINGS } from '#testing/stripe/open-sandbox.ts';
import { spawnStripe } from './spawn-stripe.ts';

test('it answers in a process of its own until it is closed', async () => {
  const child = await spawnStripe(SETTINGS);
  const response = await fetch(`${child.address}/v1/subscriptions`, {
    headers: { authorization: `Bearer ${SETTINGS.secretKey}` },
  });
  expect(((await response.json()) as { data: unknown[] }).data).toEqual([]);
  await child.close();
  await expect(fetch(`${child.address}/v1/subscriptions`)).rejects.toThrow();
});

test('a port in use is reported with its code', async () => {
  const sandbox = await openSandbox();
  const { port } = sandbox.running;
  await expect(spawnStripe({ ...SETTINGS, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await sandbox.close();
});
