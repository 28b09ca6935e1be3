/** The mail server is down while alerts fire: they are in the app at once, mails are sent once, and only while they are enabled. */

import { type Instrument, instrumentById, MINUTE_MS } from '@undertow/market';
import { MailSender } from '@undertow/server/src/adapters/mail/mail-sender.ts';
import { createSmtpTransport } from '@undertow/server/src/adapters/mail/smtp-transport.ts';
import { createComposer } from '@undertow/server/src/adapters/mail/templates/compose-mail.ts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { createMailQueue } from '@undertow/server/src/adapters/storage/mail/mail-queue.ts';
import { BUILT_IN_RULE } from '@undertow/server/src/alerting/built-in-rule.ts';
import { createAlertMailTokens } from '@undertow/server/src/modules/alerts/alert-mail-tokens.ts';
import type { AlertRule } from '@undertow/server/src/ports/alerts.ts';
import { TEST_COMPANY } from '@undertow/server/testing/app.ts';
import { testClock } from '@undertow/server/testing/clock.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { startTestSmtp, type TestSmtpServer } from '@undertow/server/testing/smtp-server.ts';
import { makeEvent, makeUpdate } from '@undertow/server/testing/views.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDispatch } from './alert-kill-world.ts';

const START = Date.UTC(2026, 10, 20, 16);
const ES = instrumentById(1) as Instrument;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

let nowMs = START;
let server: TestSmtpServer;
let isDown: boolean;
let sender: MailSender;
let world: Awaited<ReturnType<typeof openDispatch>>;
let rule: AlertRule;
let delivered: string[];
let people = 0;

function addRule(userId: string, name: string): Promise<AlertRule | undefined> {
  const content = { ...BUILT_IN_RULE, name, coolDownSeconds: 0, notificationMethod: 'email_in_app' as const };
  return world.stores.alertRules.add({ ...content, userId, origin: null }, 10, nowMs);
}

/** Somebody with one rule for every iceberg, also by mail. */
async function makePerson(): Promise<AlertRule> {
  const { users, tiers, userInstruments, alertRules } = world.stores;
  people += 1;
  const identity = { issuer: 'https://id.example', sub: `mailed-${people}`, email: `p${people}@example.com` };
  const { id } = await users.signIn({ ...identity, firstName: null }, nowMs);
  await tiers.grant({ userId: id, tier: 'pro', actor: 'test', reason: 'test', expiresAtMs: null }, nowMs);
  await userInstruments.add(id, ES.id, nowMs);
  for (const one of await alertRules.list(id)) await alertRules.remove(id, one.id);
  const made = await addRule(id, 'Largest events of the day');
  world.bus.publish('alertRulesChanged', { userId: id });
  return made as AlertRule;
}

beforeEach(async () => {
  nowMs = START;
  delivered = [];
  server = await startTestSmtp();
  isDown = true;
  server.respond = () => (isDown ? 'cut' : undefined);
  world = await openDispatch(database, () => nowMs);
  world.bus.subscribe('alert', ({ userId, alert }) => {
    if (userId === rule.userId) delivered.push(alert.eventId ?? '');
  });
  rule = await makePerson();
  await expect.poll(() => world.dispatch.status().rules).toBe(1);
  sender = new MailSender({
    queue: createMailQueue(database.orm),
    transport: createSmtpTransport({
      url: server.url,
      from: 'a@undertow.example',
      replyTo: 'b@undertow.example',
    }),
    compose: createComposer({
      company: TEST_COMPANY,
      publicOrigin: 'https://undertow.example',
      alertMailToken: createAlertMailTokens(Buffer.alloc(32, 1)).tokenOf,
    }),
    clock: testClock(() => nowMs),
    host: 'undertow.example',
    log: silent,
  });
});
afterEach(async () => {
  await world.dispatch.close();
  await world.bus.close();
  await sender.close();
  await server.close();
  await database.orm.execute(sql`TRUNCATE alerts, alert_rules, mail_outbox, alert_debts`);
});

function raise(...ids: readonly string[]): void {
  const events = ids.map((id) => ({ event: makeEvent(`${people}-${id}`, nowMs), change: 'new' as const }));
  world.dispatch.onVisible({ instrument: ES, delaySeconds: 0, update: makeUpdate(nowMs, { events }), nowMs });
}

/** Sends due mails at the interval until the minutes have passed. */
async function pass(minutes: number, every = 1): Promise<void> {
  for (let passed = 0; passed < minutes; passed += every) {
    nowMs += every * MINUTE_MS;
    while ((await sender.sendDue()) > 0);
  }
}

const outcomes = async () =>
  (
    await rowsOf<{ outcome: string }>(
      database.orm,
      sql`SELECT CASE WHEN sent_at_ms IS NOT NULL THEN 'sent' ELSE coalesce(failure, 'waits') END AS outcome
        FROM mail_outbox WHERE user_id = ${rule.userId} ORDER BY id`,
    )
  ).map(({ outcome }) => outcome);

const listed = async (limit = 100) =>
  (
    await world.stores.alerts.list(
      rule.userId,
      {
        instruments: [{ instrumentId: ES.id, untilMs: Number.MAX_SAFE_INTEGER }],
        types: ['iceberg'],
        isOwner: true,
      },
      limit,
    )
  ).length;

/** An alert that is in the app and on its way to the socket, and whose mail could not leave. */
async function raiseWithoutMail(): Promise<void> {
  raise('one');
  await expect.poll(() => delivered).toEqual([`${people}-one`]);
  expect(await listed()).toBe(1);
  await pass(2);
  expect(server.connections).toBeGreaterThan(0);
  expect(server.mails).toEqual([]);
}

test('an alert is delivered in the app while the mail server is down, and its mail goes out once when it is back', async () => {
  await raiseWithoutMail();
  isDown = false;
  await pass(30);
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]).toContain('Iceberg at 5000.00');
  expect(await outcomes()).toEqual(['sent']);
});

test('a second rule that matches the event while its mail waits is named in it, also when the first one was deleted', async () => {
  await raiseWithoutMail();
  await addRule(rule.userId, 'Near my levels');
  world.bus.publish('alertRulesChanged', { userId: rule.userId });
  await expect.poll(() => world.dispatch.status().rules).toBe(2);
  raise('one');
  await expect.poll(() => delivered).toEqual([`${people}-one`, `${people}-one`]);
  await world.stores.alertRules.remove(rule.userId, rule.id);
  isDown = false;
  await pass(30);
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]).toContain('Rule: Near my levels');
  expect(server.mails[0]).not.toContain('Rule: Largest events of the day');
  expect(await outcomes()).toEqual(['sent']);
});

test('a mail that waits is not sent after its recipient unsubscribed', async () => {
  await raiseWithoutMail();
  const { preferences } = world.stores;
  const { notifications } = await preferences.get(rule.userId);
  await preferences.save(rule.userId, { notifications: { ...notifications, email: false } });
  isDown = false;
  await pass(30);
  expect(server.mails).toEqual([]);
  expect(await outcomes()).toEqual(['mails of alerts were stopped']);
  expect(await listed()).toBe(1);
});

test('a mail that waits is not sent in quiet hours, nor after them', async () => {
  const { preferences } = world.stores;
  const { notifications } = await preferences.get(rule.userId);
  // London, as nobody chose a zone: five minutes after the alert
  const quietHours = { from: '16:05', to: '16:20' };
  await preferences.save(rule.userId, { notifications: { ...notifications, quietHours } });
  await raiseWithoutMail();
  await pass(8);
  isDown = false;
  await pass(60);
  expect(server.mails).toEqual([]);
  expect(await outcomes()).toEqual(['quiet hours began']);
});

test.each([
  ['disabled', { isEnabled: false }],
  ['limited to the app', { notificationMethod: 'in_app' as const }],
])('a mail that waits is not sent after its rule was %s', async (_name, changes) => {
  await raiseWithoutMail();
  await world.stores.alertRules.change(rule.userId, rule.id, changes, nowMs);
  isDown = false;
  await pass(30);
  expect(server.mails).toEqual([]);
  expect(await outcomes()).toEqual(['its rule mails no more']);
});

test('a mail that waits is not sent after its rule was deleted', async () => {
  await raiseWithoutMail();
  await world.stores.alertRules.remove(rule.userId, rule.id);
  isDown = false;
  await pass(30);
  expect(server.mails).toEqual([]);
});

test('a mail server that is down for longer than a day gets no stale alerts when it is back', async () => {
  await raiseWithoutMail();
  await pass(25 * 60, 30);
  isDown = false;
  await pass(5 * 60, 30);
  expect(server.mails).toEqual([]);
  expect(await outcomes()).toEqual(['too late to be of use']);
});

test('a thousand events while it is down: each alerts once, and twenty mails and one about the limit are sent once', async () => {
  raise(...Array.from({ length: 1000 }, (_, at) => `flood-${at}`));
  await expect.poll(() => delivered.length, { timeout: 30_000 }).toBe(1000);
  expect(new Set(delivered).size).toBe(1000);
  expect(await listed(2000)).toBe(1000);
  await pass(2);
  isDown = false;
  await pass(30);
  expect(server.mails).toHaveLength(21);
  expect(server.mails.filter((mail) => mail.includes('More alerts wait in the app'))).toHaveLength(1);
  expect(new Set(server.mails.map((mail) => /message-id: (\S+)/i.exec(mail)?.[1])).size).toBe(21);
}, 60_000);
