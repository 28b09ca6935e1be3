/** Webhooks over HTTP: a secret that is shown once, limits, plans, and those of others. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { openWebhookRig, type WebhookRig } from '#testing/webhooks/webhook-rig.ts';

let rig: WebhookRig;
beforeAll(async () => {
  rig = await openWebhookRig();
});
afterAll(() => rig.close());

/** Like no other text of the database, of which the dump has everything. */
const TOKEN = 'kept-sealed-7f3a';
const NEW = {
  ...{
    name: 'Desk',
    format: 'standard',
    chat: null,
    topics: ['alert.fired'],
    eventTypes: [],
    instrumentIds: [],
  },
  address: `https://hooks.example.com/in?token=${TOKEN}`,
};

test('address and secret are stored sealed, and shown once or in part', async () => {
  const user = await rig.newUser('elite');
  const { secret } = await rig.add(user, { address: NEW.address });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  const { body } = await rig.call(user, 'GET', '/api/webhooks');
  expect(body).toMatchObject({ limit: 10, today: 0, dailyLimit: 10_000 });
  expect(body.webhooks).toMatchObject([
    { address: 'https://hooks.example.com/in', secretTail: secret.slice(-4), paused: null, waiting: 0 },
  ]);
  const dump = await rig.app.dump();
  for (const part of [secret, secret.slice(6), TOKEN]) expect(dump.includes(part)).toBe(false);
  expect(JSON.stringify(body)).not.toContain(TOKEN);
});

test('of a ready-made message neither path nor query are shown, and nothing is signed', async () => {
  const user = await rig.newUser('elite');
  const { status, body } = await rig.call(user, 'POST', '/api/webhooks', {
    ...{
      ...NEW,
      format: 'telegram',
      chat: '@channel',
      address: 'https://api.telegram.org/bot1:x/sendMessage',
    },
  });
  expect([status, body.secret, body.webhook.secretTail]).toEqual([201, null, null]);
  expect(body.webhook.address).toBe('https://api.telegram.org');
  expect((await rig.call(user, 'POST', `/api/webhooks/${body.webhook.id}/secret`)).status).toBe(404);
});

test.each([
  ['a user in it', { address: 'https://me:pw@hooks.example.com/' }],
  ['a fragment', { address: 'https://hooks.example.com/#a' }],
  ['another scheme', { address: 'file:///etc/passwd' }],
  ['no host', { address: 'https:///x' }],
  ['a chat that nothing needs', { chat: '-1' }],
  ['no chat for Telegram', { format: 'telegram' }],
  ['no topic', { topics: [] }],
  ['a topic twice', { topics: ['alert.fired', 'alert.fired'] }],
  ['control characters in its name', { name: 'a\u202eb' }],
])('%s is refused', async (_what, changes) => {
  const user = await rig.newUser('elite');
  expect((await rig.call(user, 'POST', '/api/webhooks', { ...NEW, ...changes })).status).toBe(400);
});

test('the plan limits how many there are, also at once, and other plans have none', async () => {
  const user = await rig.newUser('elite');
  const results = await Promise.all(
    Array.from({ length: 12 }, () => rig.call(user, 'POST', '/api/webhooks', NEW)),
  );
  expect(results.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(results.filter(({ body }) => body.code === 'WEBHOOK_LIMIT')).toHaveLength(2);
  const pro = await rig.newUser('pro');
  expect((await rig.call(pro, 'POST', '/api/webhooks', NEW)).body.code).toBe('API_NOT_IN_PLAN');
  expect((await rig.call(pro, 'GET', '/api/webhooks')).body).toMatchObject({ webhooks: [], limit: 0 });
});

test('those of others are as if they were not there', async () => {
  const [owner, other] = [await rig.newUser('elite'), await rig.newUser('elite')];
  const { id } = await rig.add(owner);
  await rig.call(owner, 'POST', `/api/webhooks/${id}/test`);
  await rig.settle();
  const [delivery] = (await rig.call(owner, 'GET', `/api/webhooks/${id}/deliveries`)).body.deliveries;
  expect(delivery).toMatchObject({ topic: 'webhook.test', state: 'delivered', status: 204, attempts: 1 });
  const calls = [
    ...[
      ['GET', `/${id}/deliveries`],
      ['POST', `/${id}/test`],
      ['POST', `/${id}/secret`],
    ],
    ...[
      ['POST', `/${id}/resume`],
      ['POST', `/${id}/deliveries/${delivery.id}/resend`],
      ['DELETE', `/${id}`],
    ],
  ] as const;
  for (const [method, path] of calls)
    expect([path, (await rig.call(other, method, `/api/webhooks${path}`)).status]).toEqual([path, 404]);
  expect((await rig.call(other, 'PATCH', `/api/webhooks/${id}`, { name: 'x' })).status).toBe(404);
  expect((await rig.call(owner, 'GET', '/api/webhooks')).body.webhooks).toHaveLength(1);
});

test('adding, replacing the secret and deleting need rows in the audit log, and a recent sign-in where secrets are shown', async () => {
  const user = await rig.newUser('elite');
  const { id } = await rig.add(user);
  await rig.call(user, 'POST', `/api/webhooks/${id}/secret`);
  rig.pass(11 * 60_000);
  expect((await rig.call(user, 'POST', `/api/webhooks/${id}/secret`)).body.code).toBe('REAUTH_REQUIRED');
  expect((await rig.call(user, 'POST', '/api/webhooks', NEW)).body.code).toBe('REAUTH_REQUIRED');
  expect((await rig.call(user, 'DELETE', `/api/webhooks/${id}`)).status).toBe(200);
  rig.rewind();
  const rows = await rowsOf<{ action: string }>(
    rig.app.orm,
    sql`SELECT action FROM audit_log WHERE subject = ${user.id} AND action LIKE 'webhook%' ORDER BY number`,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    ...['webhook.created', 'webhook.secret-replaced', 'webhook.deleted'],
  ]);
});
