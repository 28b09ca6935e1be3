/** The process of its own: listens, answers, says in words that its port is taken, ends when told. */
import { expect, test } from 'vitest';
import { openSandbox, SETTINGS } from '#testing/stripe/open-sandbox.ts';
import { spawnStripe } from './spawn-stripe.ts';

test('it answers in a process of its own until it is told to end', async () => {
  const child = await spawnStripe(SETTINGS);
  const answer = await fetch(`${child.address}/v1/subscriptions`, {
    headers: { authorization: `Bearer ${SETTINGS.secretKey}` },
  });
  expect(((await answer.json()) as { data: unknown[] }).data).toEqual([]);
  await child.close();
  await expect(fetch(`${child.address}/v1/subscriptions`)).rejects.toThrow();
});

test('a port that is taken is told with its code', async () => {
  const sandbox = await openSandbox();
  const { port } = sandbox.running;
  await expect(spawnStripe({ ...SETTINGS, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await sandbox.close();
});
