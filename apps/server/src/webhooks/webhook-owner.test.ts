/** What a webhook carries: what its owner may see and chose, no more, and text of people and feeds as text. */
import type { LicenceChannel } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#adapters/storage/database/orm.ts';
import { TEST_NOW, type TestUser } from '#testing/app.ts';
import { makeEvent } from '#testing/views.ts';
import { type AddedWebhook, openWebhookRig, type WebhookRig } from '#testing/webhooks/webhook-rig.ts';

let rig: WebhookRig;
let user: TestUser;
let webhook: AddedWebhook;
let events = 0;
beforeAll(async () => {
  rig = await openWebhookRig();
});
afterAll(() => rig.close());
beforeEach(async () => {
  await rig.app.orm.execute(sql`DELETE FROM webhooks`);
  await rig.app.orm.execute(sql`DELETE FROM webhook_outbox`);
  rig.receiver.received.length = 0;
  rig.rewind();
  rig.receiver.answer = (response) => response.writeHead(204).end();
  user = await rig.newUser('elite');
  webhook = await rig.add(user);
});

const ids = () => rig.receiver.received.map(({ id }) => id);
const types = () => rig.receiver.received.map(({ body }) => JSON.parse(body).type as string);
const raised = (atMs = TEST_NOW, changes = {}) => {
  events += 1;
  return makeEvent(`event-${events}`, atMs, changes);
};
const changed = (event: ReturnType<typeof makeEvent>, laterMs: number, size: number) => ({
  ...event,
  size,
  updatedNs: event.updatedNs + BigInt(laterMs) * 1_000_000n,
});
const deliveries = () => rig.app.stores.webhooks.deliveries(user.id, webhook.id, 50);

describe('never more than the owner may see', () => {
  test('other instruments, types and topics are left out', async () => {
    await rig.call(user, 'PATCH', `/api/webhooks/${webhook.id}`, {
      topics: ['event.raised'],
      eventTypes: ['iceberg'],
    });
    const event = raised(TEST_NOW - 5_000);
    await rig.save(event, raised(TEST_NOW, { type: 'absorption' }), raised(TEST_NOW, { instrumentId: 2 }));
    await rig.settle();
    await rig.save(changed(event, 1_000, 99));
    await rig.settle();
    expect(types()).toEqual(['event.raised']);
  });

  test('nothing is made for a smaller plan, and what waits is withheld', async () => {
    rig.receiver.answer = (response) => response.writeHead(500).end();
    await rig.save(raised());
    await rig.settle();
    const grant = { userId: user.id, tier: 'pro', actor: 'test', reason: 'test', expiresAtMs: null } as const;
    await rig.app.stores.tiers.grant(grant, rig.app.parts.clock.nowMs());
    rig.app.parts.bus.publish('userChanged', { userId: user.id });
    rig.pass(MINUTE_MS);
    await rig.save(raised());
    await rig.settle();
    expect(ids()).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ state: 'withheld', attempts: 2 }]);
  });

  test('what is newer than the present of the feed waits for it', async () => {
    await rig.save(raised(TEST_NOW + 1_000));
    await rig.settle();
    expect(ids()).toEqual([]);
    rig.app.advance(2_000);
    await rig.settle();
    expect(types()).toEqual(['event.raised']);
  });
});

test('a finished import is reported to its owner alone', async () => {
  const other = await rig.newUser('elite');
  await rig.add(other, { name: 'Other' });
  const facts = { fileName: 'a.csv', platform: 'NinjaTrader', layout: 'x', currency: 'USD', rejected: 2 };
  const writer = await rig.app.stores.tradeImports.begin(user.id, facts as never, 0, TEST_NOW);
  if (typeof writer === 'string') throw new Error('expected a writer');
  await writer.finish(TEST_NOW);
  await rig.settle();
  expect(rig.receiver.verified(webhook.secret)).toMatchObject([
    { type: 'import.finished', data: { fileName: 'a.csv', imported: 0, rejected: 2 } },
  ]);
});

test('an alert is delivered once an event, with every rule, and a test of a rule is not', async () => {
  const [rule] = await rig.app.stores.alertRules.list(user.id);
  const row = (id: string, isTest: boolean, market: 'platform' | 'own' = 'platform') => ({
    ...{
      id,
      userId: user.id,
      instrumentId: 1,
      eventId: isTest ? null : 'alerting',
      ruleId: rule?.id ?? null,
    },
    ...{ alertType: 'event' as const, eventType: 'iceberg' as const, eventSize: 45, market },
    ...{
      source: 'simulated' as const,
      title: 'Iceberg at 5000.00',
      message: 'm',
      isRead: false,
      isQuiet: false,
    },
    ...{ isTest, eventAtMs: TEST_NOW as never, createdAt: new Date(TEST_NOW).toISOString() },
  });
  const raise = (...rows: readonly ReturnType<typeof row>[]) =>
    rig.app.stores.alerts.raise(
      rows.map((one) => ({ row: one, mail: null })),
      TEST_NOW,
    );
  await raise(row(`a-${user.id}`, false), row(`b-${user.id}`, false), row(`c-${user.id}`, true));
  await rig.settle();
  expect(rig.receiver.verified(webhook.secret)).toMatchObject([
    {
      type: 'alert.fired',
      data: { id: `a-${user.id}`, title: 'Iceberg at 5000.00', rules: [{ id: rule?.id }, {}] },
    },
  ]);
});

test('ready-made messages are not signed, and what people wrote formats nothing in them', async () => {
  const name = '@everyone **bold** <!channel> [x](https://evil.example).csv';
  for (const format of ['discord', 'slack', 'telegram'] as const)
    await rig.add(user, {
      ...{ format, address: `${rig.receiver.url}/${format}`, topics: ['import.finished'] },
      chat: format === 'telegram' ? '-100123' : null,
    });
  const facts = { fileName: name, platform: 'p', layout: 'x', currency: 'USD', rejected: 0 };
  const writer = await rig.app.stores.tradeImports.begin(user.id, facts as never, 0, TEST_NOW);
  if (typeof writer === 'string') throw new Error('expected a writer');
  await writer.finish(TEST_NOW);
  await rig.settle();
  const bodyOf = (format: string) => {
    const one = rig.receiver.received.find(({ path }) => path === `/in/${format}`);
    expect(one?.headers['webhook-signature']).toBeUndefined();
    return JSON.parse(one?.body ?? '');
  };
  expect(bodyOf('discord')).toMatchObject({
    content: expect.stringContaining(
      '\\@everyone \\*\\*bold\\*\\* \\<\\!channel\\> \\[x\\]\\(https\\://evil\\.example\\)',
    ),
    allowed_mentions: { parse: [] },
  });
  expect(bodyOf('slack')).toMatchObject({
    text: expect.stringContaining('&lt;!channel&gt;'),
    mrkdwn: false,
  });
  expect(bodyOf('telegram')).toMatchObject({ chat_id: '-100123', text: expect.stringContaining(name) });
});

test('where the venue delays programs, so are their webhooks, whatever their owner’s screens show', async () => {
  const license = async (channels: readonly LicenceChannel[]): Promise<void> => {
    const term = { venue: 'CME', kind: 'events', plans: ['pro', 'elite'], channels } as const;
    const change = { ...term, delaySeconds: 900, reason: 'as the test says' };
    await rig.app.stores.controlStore.setLicence(change, { actor: 'test', requestId: 'r' }, TEST_NOW);
    await rig.app.parts.controls.refresh();
  };
  await license(['screen', 'api']);
  const event = raised(rig.app.parts.views.present(0).asOfMs);
  await rig.save(event);
  await rig.settle();
  expect(ids()).toEqual([]);
  rig.app.advance(15 * MINUTE_MS - 1_000);
  await rig.settle();
  expect(ids()).toEqual([]);
  rig.app.advance(1_000);
  await rig.settle();
  expect(rig.receiver.verified(webhook.secret)).toMatchObject([
    { type: 'event.raised', data: { id: event.id, delaySeconds: 900 } },
  ]);
  // And nothing at all where programs get no events
  await license(['screen']);
  await rig.save(raised(rig.app.parts.views.present(900).asOfMs));
  await rig.settle();
  expect(ids()).toHaveLength(1);
});
