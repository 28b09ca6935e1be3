/** Streams of the public API: what the socket shows, over the channel of the API; numbered, resumed, ended with their key. */
import { once } from 'node:events';
import { type ApiScope, type LicenceChannel, MAX_STREAMS, STREAM_PATH } from '@undertow/contracts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { iceberg, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { connectStream, keyOf as newKey, openEvents, type StreamMessage } from './line-program.ts';
import { clearMarket, openRig, type Rig, type RigUser } from './line-rig.ts';

const START = Date.UTC(2026, 10, 20, 16);

let database: Database;
let rig: Rig;
let feed: TapeFeed;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  feed = new TapeFeed({ nowMs: START, instrumentIds: [1, 2], source: 'databento' });
  rig = await openRig({ feed, database });
  await expect.poll(() => feed.isOpen(1)).toBe(true);
  feed.push(1, START, quotes(20_000, 1, null));
  await rig.pass(1000);
});
afterEach(async () => {
  await rig.close();
  await clearMarket(database);
});

const keyOf = (user: RigUser, scopes?: readonly ApiScope[], expiresAtMs?: number) =>
  newKey(rig, user, scopes, expiresAtMs);
const connect = (secret: string) => connectStream(rig, secret);
const subscribe = (more: object = {}) => ({ op: 'subscribe', instrument: 'ES', kinds: ['event'], ...more });
const until = (messages: readonly StreamMessage[], op: string) =>
  expect.poll(() => messages.find((one) => one.op === op), { timeout: 5_000 }).toBeDefined();

async function streamOf(expiresAtMs?: number) {
  const user = await rig.signIn('elite', [1]);
  const key = await keyOf(user, ['market:read'], expiresAtMs);
  const stream = await connect(key.secret);
  stream.send(subscribe());
  await until(stream.messages, 'subscribed');
  return { user, key, ...stream };
}

async function raise(): Promise<void> {
  feed.push(1, feed.presentMs, iceberg(20_000, 50, 60, 6));
  await rig.pass(2_000);
}

const eventsIn = (messages: readonly StreamMessage[]) => messages.filter(({ kind }) => kind === 'event');

async function statusOf(headers: Readonly<Record<string, string>>): Promise<number> {
  const socket = new WebSocket(`ws://${rig.address}${STREAM_PATH}`, { headers });
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  socket.on('error', () => undefined);
  socket.terminate();
  return response.statusCode;
}

test('events arrive numbered without a hole, with delay and source', async () => {
  const { messages, settled } = await streamOf();
  await raise();
  await settled();
  const events = eventsIn(messages);
  expect(events.length).toBeGreaterThan(1);
  expect(events[0]).toMatchObject({ kind: 'event', instrument: 'ES', delaySeconds: 0, source: 'databento' });
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => (events[0]?.seq ?? 0) + at));
});

test('a stream that was cut goes on after its last message, and loses and repeats nothing', async () => {
  const first = await streamOf();
  await raise();
  await first.settled();
  const before = eventsIn(first.messages);
  const last = before.at(-1);
  first.socket.terminate();
  await first.closed;
  await raise();
  const second = await connect(first.key.secret);
  second.send(subscribe({ after: last?.id }));
  await until(second.messages, 'subscribed');
  await second.settled();
  const [subscribed] = second.messages;
  const after = eventsIn(second.messages);
  expect(subscribed).toMatchObject({ op: 'subscribed', complete: true, missed: after.length });
  expect(after.map(({ seq }) => seq)).toEqual(after.map((_, at) => (last?.seq ?? 0) + 1 + at));
  expect(after.length).toBeGreaterThan(0);
});

test('what cannot be resumed is a gap: later than ten minutes, and after a message of another process', async () => {
  const first = await streamOf();
  await raise();
  await first.settled();
  const last = eventsIn(first.messages).at(-1);
  first.socket.terminate();
  await rig.pass(11 * 60_000);
  for (const after of [last?.id, 'ffffffff-12']) {
    const later = await connect(first.key.secret);
    later.send(subscribe({ after }));
    await until(later.messages, 'subscribed');
    expect(later.messages.map(({ op }) => op)).toEqual(['gap', 'subscribed']);
    expect(later.messages.at(-1)).toMatchObject({ complete: false, missed: 0 });
    later.socket.terminate();
  }
}, 60_000);

test('server-sent events carry the same, and Last-Event-ID resumes them', async () => {
  const { key, messages, settled } = await streamOf();
  await raise();
  await settled();
  const [first, ...rest] = eventsIn(messages);
  const { response, arrived } = await openEvents(
    rig,
    key.secret,
    first === undefined ? {} : { after: first.id },
  );
  const ids = () => [...arrived.text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id);
  await expect.poll(() => ids().length, { timeout: 5_000 }).toBe(rest.length);
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/event-stream']);
  expect(ids()).toEqual(rest.map(({ id }) => id));
  expect(arrived.text).toMatch(/^event: subscribed\ndata: \{/);
  response.destroy();
});

/** Venues license prices to programs by the operator's choice only. */
async function licensePrices(channels: readonly LicenceChannel[]): Promise<void> {
  for (const kind of ['real_time', 'delayed'] as const) {
    const term = { venue: 'CME', kind, plans: ['basic', 'pro', 'elite'], channels } as const;
    const change = { ...term, delaySeconds: kind === 'delayed' ? 900 : 0, reason: 'as the test says' };
    await rig.stores.controlStore.setLicence(change, { actor: 'test', requestId: 'r' }, START);
  }
  await rig.controls.refresh();
}

test('book and tape are those of the socket, where the venue licenses prices to programs', async () => {
  await licensePrices(['screen', 'api']);
  onTestFinished(() => licensePrices(['screen']));
  const { messages, send, settled, key } = await streamOf();
  messages.length = 0;
  send(subscribe({ kinds: ['book', 'tape'] }));
  await until(messages, 'subscribed');
  await settled();
  // The book as it is comes first
  expect(messages).toMatchObject([
    { kinds: ['book', 'tape'] },
    { kind: 'book', instrument: 'ES', delaySeconds: 0 },
  ]);
  expect(messages[1]?.data).toMatchObject([{ price: '4999.75', side: 'bid' }, { side: 'ask' }]);
  await raise();
  await settled();
  const tape = messages.filter(({ kind }) => kind === 'tape');
  expect(tape.flatMap(({ data }) => data)).toContainEqual(
    expect.objectContaining({ kind: 'market', side: 'sell', price: '5000.00' }),
  );
  expect(messages.filter(({ kind }) => kind === 'book').length).toBeGreaterThan(1);
  expect(messages.filter(({ kind, seq }) => kind === 'book' && seq !== undefined)).toEqual([]);
  // And goes on after any of its messages
  const other = await connect(key.secret);
  other.send(subscribe({ kinds: ['tape'], after: tape[0]?.id }));
  await until(other.messages, 'subscribed');
  expect(other.messages.find(({ op }) => op === 'subscribed')).toMatchObject({ complete: true });
}, 30_000);

describe('nothing more than the owner may see', () => {
  test('prices do not leave over the API where the venue does not license it, and events do', async () => {
    const { messages, send, settled } = await streamOf();
    messages.length = 0;
    send(subscribe({ kinds: ['event', 'bar_1m', 'book', 'tape'] }));
    await until(messages, 'subscribed');
    const withheld = { op: 'error', code: 'LICENCE_WITHHELD' };
    expect(messages).toMatchObject([withheld, withheld, withheld, { kinds: ['event'] }]);
    await raise();
    await rig.pass(61_000);
    await settled();
    expect(new Set(messages.flatMap(({ kind }) => kind ?? []))).toEqual(new Set(['event']));
  });

  test('an instrument that is not theirs is refused', async () => {
    const { messages, send, settled } = await streamOf();
    send(subscribe({ instrument: 'NQ' }));
    await until(messages, 'error');
    expect(messages.at(-1)).toMatchObject({ instrument: 'NQ', code: 'INSTRUMENT_NOT_ENTITLED' });
    feed.push(2, feed.presentMs, iceberg(20_000, 50, 60, 6));
    await rig.pass(2_000);
    await settled();
    expect(eventsIn(messages)).toEqual([]);
  });

  test('a key that is revoked, and a plan without the API, end the stream within a second', async () => {
    const revoked = await streamOf();
    await rig.stores.apiKeyStore.revoke(revoked.user.id, revoked.key.id, START, 'r');
    rig.bus.publish('userChanged', { userId: revoked.user.id });
    expect(await revoked.closed).toBe(4001);
    const demoted = await streamOf();
    await rig.setTier(demoted.user, 'pro');
    expect(await demoted.closed).toBe(4001);
  });

  test('a key that expires ends its stream without anybody saying so', async () => {
    const { closed } = await streamOf(feed.presentMs + 3_000);
    await rig.pass(4_000);
    expect(await closed).toBe(4001);
  });
});

describe('who may open one', () => {
  test('no key, a session, another scope and another plan are refused before the upgrade', async () => {
    const user = await rig.signIn('elite', [1]);
    const pro = await rig.signIn('pro', [1]);
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ cookie: user.cookie })).toBe(401);
    const bearer = async (owner: RigUser, scopes?: readonly ApiScope[]) => ({
      authorization: `Bearer ${(await keyOf(owner, scopes)).secret}`,
    });
    expect(await statusOf(await bearer(user, ['journal:read']))).toBe(403);
    expect(await statusOf(await bearer(pro))).toBe(403);
  });

  test('beyond five streams of a user the next is closed, and one that ends makes room', async () => {
    const { user, closed, socket } = await streamOf();
    const { secret } = await keyOf(user);
    for (let open = 1; open < MAX_STREAMS; open += 1) await connect(secret);
    expect(await (await connect(secret)).closed).toBe(4029);
    socket.terminate();
    await closed;
    const again = await connect(secret);
    again.send(subscribe());
    await until(again.messages, 'subscribed');
  });

  test.each(['nonsense', '{"op":"buy"}', '{"op":"subscribe","instrument":"XX","kinds":["event"]}', '[]'])(
    'a message like %s ends it',
    async (text) => {
      const { socket, closed } = await streamOf();
      socket.send(text);
      expect(await closed).toBe(1008);
    },
  );
});
