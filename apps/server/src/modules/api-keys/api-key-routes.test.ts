/** Keys from creation to their end: who may make them, what they open, and what is written about them. */
import { createApiKey, MAX_API_KEYS } from '@undertow/contracts';
import { DAY_MS, epochMs } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { openApiAccess } from '#assembly/api/open-api-access.ts';
import { hashOfApiKey } from '#http/keys/api-key-token.ts';
import { openTestApp, type TestApp, type TestUser } from '#testing/app.ts';

const PATH = '/api/account/api-keys';
const ADDRESS = '203.0.113.24';
const NOTEBOOK = { name: 'Notebook', scopes: ['market:read', 'journal:read'] };

let app: TestApp;
let user: TestUser;
let access: ReturnType<typeof openApiAccess>;

beforeAll(async () => {
  app = await openTestApp();
  user = await app.newUser('elite', [1]);
  access = openApiAccess(app.parts);
});
afterAll(async () => {
  await access.close();
  await app.close();
});

function post(by: TestUser, body: object) {
  return app.http.inject({
    ...{ method: 'POST', url: PATH, payload: body },
    headers: { ...by.headers, origin: app.parts.settings.publicOrigin },
  });
}

async function made(by: TestUser, body: object = NOTEBOOK): Promise<z.infer<typeof createApiKey.response>> {
  return createApiKey.response.parse((await post(by, body)).json());
}

function revoke(by: TestUser, id: string) {
  return app.http.inject({
    ...{ method: 'DELETE', url: `${PATH}/${id}` },
    headers: { ...by.headers, origin: app.parts.settings.publicOrigin },
  });
}

const bearer = (secret: string) => `Bearer ${secret}`;
const codeOf = (secret: string, address = ADDRESS) =>
  access.apiKeys.authenticate(bearer(secret), address).then(
    () => null,
    (error: { code: string }) => error.code,
  );

test('a key is shown once, stored as its hash, ends after 90 days, and names its owner', async () => {
  const { key, secret } = await made(user);
  expect(secret).toMatch(/^ut_live_[0-9A-Za-z]{49}$/);
  expect(secret.endsWith(key.lastFour)).toBe(true);
  expect(Date.parse(key.expiresAt) - Date.parse(key.createdAt)).toBe(90 * DAY_MS);
  expect((await app.dump()).includes(secret)).toBe(false);
  expect(await app.stores.apiKeyStore.findByHash(hashOfApiKey(secret))).toMatchObject({ userId: user.id });
  const holder = await access.apiKeys.authenticate(bearer(secret), ADDRESS);
  expect(holder).toMatchObject({
    userId: user.id,
    channel: 'api',
    key: { id: key.id, scopes: NOTEBOOK.scopes },
  });
  const list = (await app.http.inject({ url: PATH, headers: user.headers })).body;
  expect(list).not.toContain(secret);
  expect(list).not.toContain(hashOfApiKey(secret));
});

test('what is no key is refused without a lookup, and a mistyped one is no key', async () => {
  const { secret } = await made(user);
  const other = secret.endsWith('0') ? '1' : '0';
  for (const text of ['', 'ut_live_', `${secret.slice(0, -1)}${other}`, `${secret}x`, secret.toUpperCase()])
    expect([text, await codeOf(text)]).toEqual([text, 'API_KEY_REFUSED']);
  await expect(access.apiKeys.authenticate(`Basic ${secret}`, ADDRESS)).rejects.toThrow('Unauthorized');
  await expect(access.apiKeys.authenticate(undefined, ADDRESS)).rejects.toThrow('Unauthorized');
});

test('plans without the API create no key, and a key of a plan that was downgraded opens nothing', async () => {
  for (const tier of ['free', 'basic', 'pro'] as const) {
    const refused = await post(await app.newUser(tier), NOTEBOOK);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'API_NOT_IN_PLAN']);
  }
  const subject = await app.newUser('elite');
  const { secret } = await made(subject);
  expect(await codeOf(secret)).toBeNull();
  const grant = {
    userId: subject.id,
    tier: 'pro',
    actor: 'test',
    reason: 'test',
    expiresAtMs: null,
  } as const;
  await app.stores.tiers.grant(grant, app.parts.clock.nowMs() + 1);
  app.parts.bus.publish('userChanged', { userId: subject.id });
  app.advance(2);
  expect(await codeOf(secret)).toBe('API_NOT_IN_PLAN');
});

test('a sign-in of long ago creates no key', async () => {
  const subject = await app.newUser('elite');
  app.advance(11 * 60_000);
  const refused = await post(subject, NOTEBOOK);
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'REAUTH_REQUIRED']);
});

test('a key is used from the addresses that it names, of both versions', async () => {
  const subject = await app.newUser('elite');
  const addresses = ['203.0.113.0/28', '2001:db8:1::/48', '198.51.100.7'];
  const { secret } = await made(subject, { ...NOTEBOOK, addresses });
  for (const good of ['203.0.113.15', '::ffff:203.0.113.1', '2001:db8:1:ffff::1', '198.51.100.7'])
    expect([good, await codeOf(secret, good)]).toEqual([good, null]);
  for (const bad of ['203.0.113.16', '2001:db8:2::1', '198.51.100.8', '::1', ''])
    expect([bad, await codeOf(secret, bad)]).toEqual([bad, 'API_ADDRESS_REFUSED']);
});

test('a revoked key and an expired one open nothing, also where they were in memory', async () => {
  const subject = await app.newUser('elite');
  const { key, secret } = await made(subject);
  expect(await codeOf(secret)).toBeNull();
  expect((await revoke(await app.newUser('elite'), key.id)).statusCode).toBe(404);
  expect(await codeOf(secret)).toBeNull();
  expect((await revoke(subject, key.id)).statusCode).toBe(200);
  expect(await codeOf(secret)).toBe('API_KEY_REFUSED');
  expect((await revoke(subject, key.id)).statusCode).toBe(404);
  const short = await made(subject, { ...NOTEBOOK, expiresInDays: 30 });
  expect(await codeOf(short.secret)).toBeNull();
  const later = {
    ...app.parts,
    clock: { ...app.parts.clock, nowMs: () => epochMs(Date.parse(short.key.expiresAt)) },
  };
  const then = openApiAccess(later);
  await expect(then.apiKeys.authenticate(bearer(short.secret), ADDRESS)).rejects.toThrow('expired');
  await then.close();
});

test('another process learns of a revocation from the changes of the database, and of no use', async () => {
  const subject = await app.newUser('elite');
  const { key, secret } = await made(subject);
  const holder = await access.apiKeys.authenticate(bearer(secret), ADDRESS);
  const before = await app.stores.changeLog.latest();
  const use = {
    keyId: key.id,
    userId: subject.id,
    scope: 'market:read',
    address: ADDRESS,
    isLimited: false,
  } as const;
  access.keyUsage.note(use);
  await access.keyUsage.store();
  expect(await app.stores.changeLog.since(before)).toEqual([]);
  await app.stores.apiKeyStore.revoke(subject.id, key.id, app.parts.clock.nowMs(), 'r');
  const [change] = await app.stores.changeLog.since(before);
  expect(change?.hint).toEqual({ topic: 'userChanged', message: { userId: subject.id } });
  app.parts.bus.publish('userChanged', { userId: subject.id });
  await expect(access.apiKeys.check(holder)).rejects.toThrow('Unauthorized');
});

test('active keys of a user have a limit, and those that ended do not fill the table', async () => {
  const subject = await app.newUser('elite');
  const keys = await Promise.all(Array.from({ length: MAX_API_KEYS }, () => made(subject)));
  const refused = await post(subject, NOTEBOOK);
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'API_KEY_LIMIT']);
  for (const { key } of keys) await revoke(subject, key.id);
  for (let round = 0; round < MAX_API_KEYS + 5; round += 1) {
    const { key } = await made(subject);
    await revoke(subject, key.id);
  }
  expect((await app.stores.apiKeyStore.list(subject.id)).length).toBeLessThanOrEqual(MAX_API_KEYS + 1);
});

test('creation, the first use of a day by scope, and revocation are in the audit log', async () => {
  const subject = await app.newUser('elite');
  const { key } = await made(subject);
  const note = (scope: 'market:read' | 'journal:read', isLimited = false) =>
    access.keyUsage.note({ keyId: key.id, userId: subject.id, scope, address: ADDRESS, isLimited });
  note('market:read');
  note('market:read', true);
  note('journal:read');
  await access.keyUsage.store();
  note('market:read');
  await access.keyUsage.store();
  const { keys, usage } = (await app.http.inject({ url: PATH, headers: subject.headers })).json();
  expect(keys[0].lastUsed.address).toBe(ADDRESS);
  expect(usage.busiest).toEqual({ name: 'Notebook', share: 1 });
  expect(usage.hours.at(-1)).toMatchObject({ requests: 4, limited: 1 });
  app.advance(DAY_MS);
  note('market:read');
  await access.keyUsage.store();
  await app.stores.apiKeyStore.revoke(subject.id, key.id, app.parts.clock.nowMs(), 'r');
  const rows = await rowsOf<{ action: string }>(
    app.orm,
    sql`SELECT action FROM audit_log WHERE subject = ${key.id} ORDER BY number`,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'api-key.created',
    ...['api-key.used', 'api-key.used', 'api-key.used'],
    'api-key.revoked',
  ]);
});
