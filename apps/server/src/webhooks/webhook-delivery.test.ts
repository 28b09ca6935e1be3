/** What reaches a receiver: signed, once, in order, again where it failed, and never more than its owner may see. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@undertow/market';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
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

test('an event is delivered once, signed so that the library of receivers accepts it', async () => {
  const event = raised();
  await rig.save(event);
  await rig.settle();
  await rig.settle();
  const [received, ...more] = rig.receiver.verified(webhook.secret);
  expect(more).toEqual([]);
  expect(received?.id).toMatch(/^msg_[\w-]{24}$/);
  expect(received).toMatchObject({
    type: 'event.raised',
    data: { id: event.id, instrumentSymbol: 'ES', price: '5000.00', source: 'simulated', delaySeconds: 0 },
  });
  expect(() => rig.receiver.verified('whsec_c29tZWJvZHkgZWxzZSdzIHNlY3JldA==')).toThrow(
    'No matching signature',
  );
});

test('a replaced secret signs beside the new one for a day', async () => {
  const replaced = await rig.call(user, 'POST', `/api/webhooks/${webhook.id}/secret`);
  await rig.save(raised());
  await rig.settle();
  expect(rig.receiver.verified(webhook.secret)).toHaveLength(1);
  expect(rig.receiver.verified(replaced.body.secret)).toHaveLength(1);
  rig.pass(DAY_MS);
  await rig.save(raised());
  await rig.settle();
  const signatures = rig.receiver.received.map(
    ({ headers }) => headers['webhook-signature']?.split(' ').length,
  );
  expect(signatures).toEqual([2, 1]);
});

test('changes of an event and its outcome follow in order, and of changes that wait only the newest is sent', async () => {
  const event = raised(TEST_NOW - 10_000);
  await rig.save(event);
  await rig.settle();
  rig.receiver.answer = (response) => response.writeHead(503).end();
  await rig.save(changed(event, 1_000, 50));
  await rig.settle();
  await rig.save(changed(event, 2_000, 60));
  await rig.sender.round();
  await rig.save(changed(event, 3_000, 70));
  await rig.sender.round();
  const declared = {
    ...{ rule: 'bounce', direction: 1, targetTicks: 4, adverseTicks: 4, horizonMs: 60_000 },
    probability: 0.6,
  };
  const at = (ms: number) => String(event.detectedNs + BigInt(ms) * 1_000_000n);
  const facts = { signalId: event.id, instrumentId: 1, type: 'iceberg' } as const;
  await rig.app.parts.trackStore.append({ instrumentId: 1, source: 'simulated', run: 'test' }, [
    { kind: 'raised', ...facts, atNs: at(0), declared } as never,
    { kind: 'settled', ...facts, atNs: at(5_000), hit: true },
  ]);
  await rig.sender.round();
  rig.receiver.answer = (response) => response.writeHead(204).end();
  rig.receiver.received.length = 0;
  rig.pass(10_000);
  await rig.settle();
  const bodies = rig.receiver.received.map(({ body }) => JSON.parse(body));
  expect(bodies.map(({ type, data }) => [type, data.size ?? data.outcome.state])).toEqual([
    ['event.updated', 50],
    ['event.updated', 70],
    ['event.settled', 'hit'],
  ]);
});

test('a subject waits for its earlier message while others go on', async () => {
  const [stuck, free] = [raised(TEST_NOW - 5_000), raised()];
  rig.receiver.answer = (response, { body }) => response.writeHead(body.includes(stuck.id) ? 500 : 204).end();
  await rig.save(stuck);
  await rig.settle();
  await rig.save(changed(stuck, 1_000, 99), free);
  await rig.settle();
  expect(rig.receiver.received.map(({ body }) => JSON.parse(body).data.id)).toEqual([stuck.id, free.id]);
});

test('a failed delivery is repeated with the same id and body, later each time, and given up after a day', async () => {
  rig.receiver.answer = (response) => response.writeHead(500).end('broken');
  await rig.save(raised());
  await rig.settle();
  expect(await deliveries()).toMatchObject([
    { state: 'waiting', attempts: 1, status: 500, answer: 'broken' },
  ]);
  rig.pass(4_000);
  await rig.settle();
  expect(ids()).toHaveLength(1);
  for (let hours = 0; hours < 30; hours += 1) {
    for (const ms of [MINUTE_MS, 10 * MINUTE_MS, 49 * MINUTE_MS]) {
      rig.pass(ms);
      await rig.settle();
    }
  }
  expect(new Set(ids()).size).toBe(1);
  expect(new Set(rig.receiver.received.map(({ body }) => body)).size).toBe(1);
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ state: 'failed' });
  expect(delivery?.attempts).toBeGreaterThan(8);
  expect(await rig.app.stores.webhooks.list(user.id)).toMatchObject([
    { pauseReason: 'failing', lastStatus: 500, waiting: 0 },
  ]);
});

test('a receiver that answers 410 is paused with a mail to its owner; resumed it gets what waited', async () => {
  rig.receiver.answer = (response) => response.writeHead(410).end();
  await rig.save(raised());
  await rig.settle();
  rig.pass(HOUR_MS);
  await rig.save(raised());
  await rig.settle();
  expect(ids()).toHaveLength(1);
  const mails = await rowsOf<{ template: string; facts: object }>(
    rig.app.orm,
    sql`SELECT template, facts FROM mail_outbox WHERE user_id = ${user.id}`,
  );
  expect(mails).toMatchObject([{ template: 'webhook_paused', facts: { name: 'Desk', reason: 'gone' } }]);
  rig.receiver.answer = (response) => response.writeHead(200).end();
  const resumed = await rig.call(user, 'POST', `/api/webhooks/${webhook.id}/resume`);
  expect(resumed.body).toMatchObject({ paused: null, waiting: 2 });
  await rig.settle();
  expect(new Set(ids()).size).toBe(2);
  expect(ids()).toHaveLength(3);
});

test('a delivery is sent again with the same id when its owner requests it', async () => {
  await rig.save(raised());
  await rig.settle();
  const [first] = await deliveries();
  await rig.call(user, 'POST', `/api/webhooks/${webhook.id}/deliveries/${first?.id}/resend`);
  await rig.settle();
  expect(ids()).toEqual([first?.id, first?.id]);
  expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2, isResent: true }]);
});

test('a redirect is a failure and a silent receiver delays no other webhook', async () => {
  const other = await rig.add(user, { name: 'Other', address: rig.receiver.url.replace('/in', '/other') });
  rig.receiver.answer = (response, { path }) => {
    if (path === '/other') response.writeHead(204).end();
  };
  await rig.save(raised());
  await rig.sender.round();
  await expect
    .poll(() => rig.receiver.received.map(({ path }) => path).toSorted())
    .toEqual(['/in', '/other']);
  await rig.sender.idle();
  expect(await deliveries()).toMatchObject([
    { state: 'waiting', failure: expect.stringContaining('no complete response') },
  ]);
  rig.receiver.answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
  rig.pass(MINUTE_MS);
  await rig.settle();
  expect(await deliveries()).toMatchObject([{ failure: 'redirects, which is not followed' }]);
  expect(rig.receiver.received.some(({ path }) => path === '/elsewhere')).toBe(false);
  expect(other.secret).not.toBe(webhook.secret);
});

test('a stop waits a moment for a silent receiver; the delivery is sent again with its id and counts as no failure', async () => {
  const stopping = rig.makeSender(30_000);
  rig.receiver.answer = () => undefined;
  await rig.save(raised());
  await stopping.round();
  await expect.poll(() => ids().length).toBe(1);
  await stopping.close();
  expect(await deliveries()).toMatchObject([{ state: 'waiting', failure: null }]);
  rig.receiver.answer = (response) => response.writeHead(204).end();
  rig.pass(MINUTE_MS);
  await rig.settle();
  expect(ids()).toEqual([ids()[0], ids()[0]]);
  expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
});

test('two senders at once send each delivery once, and at most four to a receiver', async () => {
  const second = rig.makeSender();
  let [open, most] = [0, 0];
  rig.receiver.answer = (response) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      response.writeHead(204).end();
    }, 20);
  };
  await rig.save(...Array.from({ length: 24 }, () => raised()));
  while (ids().length < 24) {
    await Promise.all([rig.sender.round(), second.round()]);
    await Promise.all([rig.sender.idle(), second.idle()]);
  }
  await rig.settle(second);
  expect([ids().length, new Set(ids()).size]).toEqual([24, 24]);
  expect(most).toBeLessThanOrEqual(8);
});

test('what was taken and never settled is sent again with the same id once it is no longer held', async () => {
  await rig.save(raised());
  await rig.sender.round();
  await rig.sender.idle();
  const [first] = await deliveries();
  // As after a kill between the answer and its row
  await rig.app.orm.execute(
    sql`UPDATE webhook_deliveries SET state = 'waiting', held_until_ms = next_attempt_ms + 60000 WHERE id = ${first?.id}`,
  );
  await rig.settle();
  expect(ids()).toHaveLength(1);
  rig.pass(MINUTE_MS + 1_000);
  await rig.settle();
  expect(ids()).toEqual([first?.id, first?.id]);
});

test('a claim takes about as long among thousands that wait as among a few', async () => {
  const { orm, stores } = rig.app;
  const store = (from: number, to: number) =>
    orm.execute(sql`INSERT INTO webhook_deliveries
        (id, webhook_id, user_id, topic, subject, label, body, created_at_ms, state, since_ms, next_attempt_ms)
      SELECT 'waits-' || at, ${webhook.id}, ${user.id}, 'event.raised', 'event/' || at, 'Iceberg', '{}',
        ${TEST_NOW}::bigint, 'waiting', ${TEST_NOW}::bigint, ${TEST_NOW}::bigint + at
      FROM generate_series(${from}::int, ${to}::int) at`);
  const claimMs = async (): Promise<number> => {
    const took: number[] = [];
    for (let claim = 0; claim < 5; claim += 1) {
      const beganMs = performance.now();
      // Held for no time: the next claim takes the same
      expect(await stores.deliveryQueue.claim(TEST_NOW + MINUTE_MS, 0, 64)).toHaveLength(4);
      took.push(performance.now() - beganMs);
    }
    return Math.min(...took);
  };
  await store(1, 8);
  const amongFew = await claimMs();
  await store(9, 5_000);
  expect(await claimMs()).toBeLessThan(amongFew * 20);
});
