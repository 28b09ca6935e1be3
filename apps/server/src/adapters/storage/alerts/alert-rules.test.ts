/** Rules, outbox and mails of alerts in the database. */
import { epochMs, LATE_ARRIVAL_MS, MINUTE_MS } from '@undertow/market';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#adapters/storage/database/database.ts';
import { readMigrations } from '#adapters/storage/database/migrate.ts';
import { rowsOf } from '#adapters/storage/database/orm.ts';
import { createMailQueue } from '#adapters/storage/mail/mail-queue.ts';
import { createStores, type Stores } from '#adapters/storage/stores.ts';
import { BUILT_IN_RULE } from '#alerting/built-in-rule.ts';
import { whyHeld } from '#alerting/mail-hold.ts';
import type { RaisedAlert } from '#ports/alerts.ts';
import { openMemoryDatabase } from '#testing/database/databases.ts';
import { makeEvent } from '#testing/views.ts';

const NOW = Date.UTC(2026, 10, 20, 16);
let database: Database;
let stores: Stores;
beforeAll(async () => {
  database = await openMemoryDatabase();
  stores = createStores(database.orm);
});
afterAll(() => database.close());

let people = 0;
async function newUser(email: string | null = 'jane@example.com'): Promise<string> {
  people += 1;
  const person = { issuer: 'https://id.example', sub: `sub-${people}`, email, firstName: null };
  return (await stores.users.signIn(person, NOW)).id;
}

const withoutIds = async (userId: string) =>
  (await stores.alertRules.list(userId)).map(({ id: _id, userId: _user, ...rule }) => rule);

test('an account gets its first rule once, at its first sign-in or when it is made for a grant', async () => {
  const person = { issuer: 'https://id.example', sub: 'twice', email: null, firstName: null };
  const user = await stores.users.ensure(person.issuer, person.sub, NOW);
  await stores.users.signIn(person, NOW);
  await stores.users.ensure(person.issuer, person.sub, NOW);
  expect(await withoutIds(user.id)).toEqual([
    { ...BUILT_IN_RULE, origin: 'built-in', createdAtMs: NOW, updatedAtMs: NOW },
  ]);
});

test('the migrations give earlier users the same rule', async () => {
  const userId = await newUser();
  const given = await withoutIds(userId);
  await database.orm.execute(sql`DELETE FROM alert_rules`);
  const statementsOf = (of: string, words: string) =>
    (readMigrations().find(({ name }) => name === of)?.sql ?? '')
      .split('--> statement-breakpoint')
      .filter((part) => part.includes(words));
  const statements = [
    ...statementsOf('0015-alert-rules.sql', 'INSERT INTO'),
    ...statementsOf('0027-significance.sql', 'UPDATE alert_rules'),
  ];
  for (const statement of statements) await database.orm.execute(sql.raw(statement));
  expect(await withoutIds(userId)).toEqual(given);
});

function alertOf(userId: string, id: string, mail: RaisedAlert['mail'] = { delaySeconds: 0 }): RaisedAlert {
  const row = {
    ...{ id, userId, instrumentId: 1, eventId: null, ruleId: null, alertType: 'price' as const },
    ...{ title: 'ES crossed above 5000.00', message: 'Last price 5000.25', isRead: false, isQuiet: false },
    ...{
      isTest: false,
      market: 'platform' as const,
      source: 'simulated' as const,
      createdAt: new Date(NOW).toISOString(),
      eventType: null,
      eventAtMs: epochMs(NOW),
    },
    eventSize: null,
  };
  return { row, mail };
}

const mailsOf = async (userId: string) =>
  (
    await rowsOf<{ template: string }>(
      database.orm,
      sql`SELECT template FROM mail_outbox WHERE user_id = ${userId} ORDER BY created_at_ms, template`,
    )
  ).map(({ template }) => template);

test('an alert and its mail are written once, however often it is published', async () => {
  const userId = await newUser();
  const raised = alertOf(userId, 'once');
  const both = await Promise.all([stores.alerts.raise([raised], NOW), stores.alerts.raise([raised], NOW)]);
  expect(both.flat()).toEqual([{ id: 'once', mail: 'queued', rules: [] }]);
  expect(await mailsOf(userId)).toEqual(['alert_raised']);
});

test('twenty mails an hour, then one about the limit, and more after the hour', async () => {
  const userId = await newUser();
  const many = Array.from({ length: 30 }, (_, at) => alertOf(userId, `many-${at}`));
  const stored = await stores.alerts.raise(many, NOW);
  expect(stored.filter(({ mail }) => mail === 'queued')).toHaveLength(20);
  expect(stored.filter(({ mail }) => mail === 'limited')).toHaveLength(10);
  expect((await mailsOf(userId)).filter((template) => template === 'alerts_limited')).toHaveLength(1);
  const [later] = await stores.alerts.raise([alertOf(userId, 'later')], NOW + 61 * MINUTE_MS);
  expect(later?.mail).toBe('queued');
});

test('of a thousand alerts at once all are stored, twenty are mailed, and one mail reports the rest', async () => {
  const userId = await newUser();
  const states: string[] = [];
  for (let batch = 0; batch < 10; batch += 1) {
    const alerts = Array.from({ length: 100 }, (_, at) => alertOf(userId, `flood-${batch}-${at}`));
    states.push(...(await stores.alerts.raise(alerts, NOW)).map(({ mail }) => mail));
  }
  expect(states).toEqual([...Array(20).fill('queued'), ...Array(980).fill('limited')]);
  const mails = await mailsOf(userId);
  expect(mails.filter((template) => template === 'alert_raised')).toHaveLength(20);
  expect(mails.filter((template) => template === 'alerts_limited')).toHaveLength(1);
});

test('alerts of several people in one batch have separate limits', async () => {
  const [one, other] = [await newUser(), await newUser()];
  const alerts = Array.from({ length: 50 }, (_, at) => alertOf(at % 2 === 0 ? one : other, `shared-${at}`));
  await stores.alerts.raise(alerts, NOW);
  for (const userId of [one, other])
    expect((await mailsOf(userId)).filter((template) => template === 'alert_raised')).toHaveLength(20);
});

const alertOfEvent = (userId: string, eventId: string, rule: string): RaisedAlert => {
  const { row, mail } = alertOf(userId, `${eventId}-${rule}`);
  return { row: { ...row, eventId, eventType: 'iceberg', eventSize: 3 }, mail };
};

test('rules that matched one event share its mail and its place of the limit, together or later', async () => {
  const userId = await newUser();
  const events = Array.from({ length: 20 }, (_, at) => `${userId}-${at}`);
  const both = events.flatMap((id) => ['a', 'b'].map((rule) => alertOfEvent(userId, id, rule)));
  const statesOf = async (alerts: readonly RaisedAlert[]) =>
    (await stores.alerts.raise(alerts, NOW)).map(({ mail }) => mail);
  expect(await statesOf(both)).toEqual(Array(40).fill('queued'));
  expect(await mailsOf(userId)).toEqual(Array(20).fill('alert_raised'));
  expect(await statesOf(events.map((id) => alertOfEvent(userId, id, 'c')))).toEqual(Array(20).fill('queued'));
  expect(await mailsOf(userId)).toHaveLength(20);
  expect(await statesOf([alertOfEvent(userId, `${userId}-20`, 'a')])).toEqual(['limited']);
});

test('rows of earlier releases, which name no event or no rule, are sent, and those of a deleted rule are not', async () => {
  const userId = await newUser();
  const [rule] = await stores.alertRules.list(userId);
  await stores.alertRules.change(userId, rule?.id ?? '', { notificationMethod: 'email_in_app' }, NOW);
  const put = (key: string, named: object) =>
    database.orm.execute(sql`INSERT INTO mail_outbox (id, user_id, template, facts, created_at_ms, next_attempt_ms)
      VALUES (${key}, ${userId}, 'alert_raised', ${JSON.stringify({ title: key, ...named })}::jsonb, ${NOW}::bigint,
        ${NOW}::bigint)`);
  await put('of a rule', { ruleId: rule?.id });
  await put('of no rule', {});
  await put('of a deleted rule', { ruleId: 'deleted' });
  const mails = await createMailQueue(database.orm).claim(NOW, MINUTE_MS, 1000);
  const held = mails.filter((mail) => mail.userId === userId).map((mail) => [mail.id, whyHeld(mail, NOW)]);
  expect(Object.fromEntries(held)).toEqual({
    'of a rule': null,
    'of no rule': null,
    'of a deleted rule': 'its rule mails no more',
  });
});

test('mails of a clock that ran a day ahead do not use up the present limit', async () => {
  const userId = await newUser();
  const day = 24 * 60 * MINUTE_MS;
  for (let hour = 0; hour < 6; hour += 1) {
    const alerts = Array.from({ length: 20 }, (_, at) => alertOf(userId, `ahead-${hour}-${at}`));
    await stores.alerts.raise(alerts, NOW + 2 * day + hour * 61 * MINUTE_MS);
  }
  const [now] = await stores.alerts.raise([alertOf(userId, 'present')], NOW);
  expect(now?.mail).toBe('queued');
});

test('no mail without an address, and none after unsubscribing', async () => {
  const nobody = await newUser(null);
  expect(await stores.alerts.raise([alertOf(nobody, 'nobody')], NOW)).toEqual([
    { id: 'nobody', mail: 'no_address', rules: [] },
  ]);
  const stopped = await newUser();
  const { notifications } = await stores.preferences.get(stopped);
  await stores.preferences.save(stopped, { notifications: { ...notifications, email: false } });
  expect(await stores.alerts.raise([alertOf(stopped, 'stopped')], NOW)).toEqual([
    { id: 'stopped', mail: 'stopped', rules: [] },
  ]);
  expect(await mailsOf(stopped)).toEqual([]);
});

test('an event enters the outbox of every delay as it is stored, and a later state is not settled by an earlier one', async () => {
  const first = makeEvent('waiting', NOW);
  const grown = { ...first, size: 99, updatedNs: first.updatedNs + 5_000_000_000n };
  await stores.marketStore.saveEvents(
    'simulated',
    'run',
    [first, makeEvent('history', NOW)],
    new Set(['waiting']),
  );
  const due = await stores.alertOutbox.due(NOW, 10);
  expect(due.map(({ eventId, delaySeconds }) => [eventId, delaySeconds])).toEqual([['waiting', 0]]);
  // A stored event may have arrived after its exchange time: a delayed plan's entry waits for that too
  const delaysDue = async (atMs: number): Promise<readonly number[]> =>
    (await stores.alertOutbox.due(atMs, 10)).map(({ delaySeconds }) => delaySeconds);
  expect(await delaysDue(NOW + 15 * MINUTE_MS + LATE_ARRIVAL_MS)).toEqual([0]);
  expect(await delaysDue(NOW + 15 * MINUTE_MS + LATE_ARRIVAL_MS + 1)).toEqual([0, 900]);
  await stores.marketStore.saveEvents('simulated', 'run', [grown], new Set(['waiting']));
  await stores.alertOutbox.settle(due);
  const [left] = await stores.alertOutbox.due(NOW + MINUTE_MS, 10);
  expect(left).toMatchObject({ eventId: 'waiting', updatedMs: NOW + 5000, event: { size: 99 } });
  await stores.alertOutbox.settle(left === undefined ? [] : [left]);
  expect(await stores.alertOutbox.due(NOW + MINUTE_MS, 10)).toEqual([]);
});

test('an entry of a delayed plan waits for a later state of its event that has none', async () => {
  const first = makeEvent('ended', NOW);
  const ended = { ...first, updatedNs: first.updatedNs + 60_000_000_000n, status: 'expired' as const };
  await stores.marketStore.saveEvents('simulated', 'run', [first], new Set(['ended']));
  await stores.marketStore.saveEvents('simulated', 'run', [ended]);
  const dueAt = async (atMs: number) =>
    (await stores.alertOutbox.due(atMs, 10)).filter((one) => one.eventId === 'ended' && one.delaySeconds > 0)
      .length;
  const dueMs = NOW + 15 * MINUTE_MS + LATE_ARRIVAL_MS + 1;
  expect([await dueAt(dueMs), await dueAt(dueMs + 59_999), await dueAt(dueMs + 60_000)]).toEqual([0, 0, 1]);
});
