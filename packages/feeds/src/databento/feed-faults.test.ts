/** What the live feed does when the gateway refuses, falls silent, breaks off, or leaves something out. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TEST_KEY, TestGateway } from '#testing/databento-gateway.ts';
import { until } from '#testing/databento-listener.ts';
import { ES, FeedWorld, GC, SHORT_WAITS } from '#testing/databento-world.ts';

let world: FeedWorld;
beforeEach(async () => {
  world = await FeedWorld.open();
});
afterEach(() => world.close());

test('silence is a cut: the session is made again with a new book', async () => {
  const { feed, listener, es } = await world.live({ waitScale: SHORT_WAITS });
  world.gateway.behaviour.isSilent = true;
  await until(() => world.kinds().includes('waiting silent'), 'silence is noticed');
  world.gateway.behaviour.isSilent = false;
  await until(() => listener.sync.counts.snapshots > 1, 'a second book');
  expect(listener.transport).toEqual(['up', expect.stringMatching(/^down: nothing came/), 'up']);
  expect(listener.states).toContain('gap');
  expect(feed.status()).toMatchObject({ session: 'running', fault: 'silent', reconnects: 1, gaps: 1 });
  const { fromMs, toMs } = feed.status().lastCut ?? { fromMs: 0, toMs: 0 };
  expect(fromMs).toBeLessThan(toMs);
  await world.sameBook(listener, es);
});

test('a cut inside a record loses nothing but the time until the next session', async () => {
  const { listener, es } = await world.live();
  const { session } = world.gateway;
  session.send(Buffer.from([14, 0xa0, 1, 0, 7]));
  session.finish();
  await until(
    () => listener.transport.includes('up') && world.gateway.sessions.length > 1,
    'a second session',
  );
  await until(() => listener.sync.counts.snapshots > 1, 'a second book');
  expect(listener.transport[1]).toMatch(/^down: the gateway closed the connection, 5 bytes into a record/);
  await world.sameBook(listener, es);
});

test('a wrong key is refused and never tried again by itself', async () => {
  const feed = await world.open({ key: `${TEST_KEY.slice(0, -1)}x`, waitScale: SHORT_WAITS });
  const listener = world.listen(feed);
  await until(() => listener.transport.length > 0, 'the reason');
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(world.gateway.sessions).toHaveLength(1);
  expect(world.kinds()).toEqual(['ended key_refused']);
  expect(listener.transport).toEqual(['down: the gateway refused the session: User authentication failed']);
  expect(feed.status().session).toBe('ended');
});

test('a text that is no key is not even tried', async () => {
  await expect(world.open({ key: 'db-short' })).rejects.toThrow('expected a key of 32 characters');
  expect(world.gateway.sessions).toHaveLength(0);
});

test.each([
  [1, 'ended key_refused'],
  [2, 'ended key_deactivated'],
  [5, 'ended invalid_subscription'],
])('error %i ends the feed until somebody does something', async (code, kind) => {
  const { feed, listener } = await world.live();
  world.gateway.session.sendError(code, `refused with ${TEST_KEY}`);
  world.gateway.session.finish();
  await until(() => feed.status().session === 'ended', 'the end');
  expect(world.kinds()).toEqual(['running', kind]);
  expect(listener.transport.at(-1)).toBe('down: the gateway reports: refused with …');
  feed.reconnectNow();
  await until(() => listener.transport.at(-1) === 'up', 'a session by hand');
});

test('error 3 waits for minutes', async () => {
  world.gateway.behaviour.refusal = 'connection limit reached';
  await world.open();
  expect(world.kinds()).toEqual(['waiting connection_limit']);
  expect(world.states[0]).toMatchObject({ waitMs: 150_000 });
});

test('error 6 is a cut', async () => {
  const { listener } = await world.live();
  world.gateway.session.sendError(6, 'internal');
  await until(() => listener.transport.at(-1) === 'up' && listener.transport.length === 3, 'another session');
  expect(world.kinds()).toEqual(['running', 'waiting gateway_error', 'running']);
});

test('error 7 is a hole that a new book in the same session closes', async () => {
  const { feed, listener, es } = await world.live();
  world.gateway.session.sendError(7, 'records skipped');
  await until(() => listener.sync.counts.snapshots > 1, 'a second book');
  expect(listener.states).toContain('gap');
  expect(world.gateway.sessions).toHaveLength(1);
  expect(feed.status().gaps).toBe(1);
  await world.sameBook(listener, es);
});

test('error 8 lets the next session do without the past', async () => {
  const { listener } = await world.live();
  world.gateway.session.sendError(8, 'replay start aged out');
  await until(() => world.gateway.sessions.length > 1 && listener.transport.length === 3, 'another session');
  expect(world.gateway.session.lines.join('\n')).not.toContain('start=0');
});

test('an unknown symbol is shown and the others go on', async () => {
  const feed = await world.open({ instruments: [ES, GC] });
  const [es, gc] = [world.listen(feed), world.listen(feed, GC)];
  await until(() => es.sync.state === 'live', 'a live book');
  const reason = 'the gateway reports: Failed to resolve symbol: GC.v.0';
  expect(feed.status().unknown).toEqual(new Map([[GC, reason]]));
  expect(gc.rows).toBe(0);
  expect(world.kinds()).toContain('warning');
});

test('a row that the vendor doubts is a hole', async () => {
  const { listener, es } = await world.live();
  const rows = es.nextRows(1);
  rows[8]! |= 0x04;
  world.gateway.session.sendRows(es, rows);
  await until(() => listener.sync.counts.snapshots > 1, 'a second book');
  expect(listener.sync.counts.gaps).toBe(1);
  await world.sameBook(listener, es);
});

test('rows out of order are a hole, and a row that comes twice counts once', async () => {
  const { listener, es } = await world.live();
  const rows = es.nextRows(3);
  world.gateway.session.sendRows(es, rows.subarray(0, 16));
  world.gateway.session.sendRows(es, rows.subarray(0, 16));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(listener.sync.counts.gaps).toBe(0);
  world.gateway.session.sendRows(es, rows.subarray(32, 48));
  world.gateway.session.sendRows(es, rows.subarray(16, 32));
  await until(() => listener.sync.counts.snapshots > 1, 'a second book');
  await world.sameBook(listener, es);
});

test('a snapshot that is not answered in the running session comes with a new one', async () => {
  const { listener, es } = await world.live({ waitScale: SHORT_WAITS });
  world.gateway.behaviour.answersRepeats = false;
  listener.requestSnapshot();
  await until(() => listener.sync.counts.snapshots > 1, 'a second book');
  expect(world.gateway.sessions).toHaveLength(2);
  expect(world.kinds()).toEqual(['running', 'waiting no_snapshot', 'running']);
  await world.sameBook(listener, es);
});

test('a snapshot that never ends is given up with its session', async () => {
  const feed = await world.open({ waitScale: SHORT_WAITS });
  world.gateway.behaviour.endsSnapshots = false;
  const listener = world.listen(feed);
  await until(() => world.kinds().includes('waiting no_snapshot'), 'it is noticed');
  world.gateway.behaviour.endsSnapshots = true;
  await until(() => listener.sync.state === 'live', 'a live book');
  await world.sameBook(listener, world.gateway.products[0]!);
});

test('metadata of a future version is an error that says so', async () => {
  world.gateway.behaviour.metadata = (bytes) => {
    bytes[3] = 4;
    return bytes;
  };
  const feed = await world.open();
  expect(feed.status()).toMatchObject({
    session: 'waiting',
    fault: 'unsupported_version',
    reason: expect.stringContaining('expected DBN version 1, 2 or 3, found version 4'),
  });
});

test('metadata of another dataset is an error that says so', async () => {
  world.gateway.behaviour.metadata = (bytes) => {
    Buffer.from(bytes.buffer, bytes.byteOffset).write('XNAS', 8);
    return bytes;
  };
  const feed = await world.open();
  expect(feed.status().reason).toContain('expected the dataset GLBX.MDP3, got XNAS.MDP3');
});

test('a gateway that is away is tried again after 1, 2, 4 seconds and so on', async () => {
  const { port } = world.gateway.place;
  await world.gateway.close();
  await world.open({ gateway: { host: '127.0.0.1', port }, random: () => 1, waitScale: SHORT_WAITS });
  await until(() => world.states.length >= 3, 'three attempts');
  const waits = world.states.map((state) => ('waitMs' in state ? Math.round(state.waitMs) : 0));
  expect(waits.slice(0, 3)).toEqual([200, 400, 800]);
  expect(world.kinds()[0]).toBe('waiting gateway_down');
  world.gateway = await TestGateway.open();
});
