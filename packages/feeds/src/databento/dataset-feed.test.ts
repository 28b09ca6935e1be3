/** The live feed against a gateway on this machine: handshake, books, versions, compression, status and figures. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { encodeStatus } from '#dbn/encode/live-records.ts';
import { encodeStatistic } from '#dbn/encode/reference-records.ts';
import { TEST_KEY } from '#testing/databento-gateway.ts';
import { until } from '#testing/databento-listener.ts';
import { ES, FeedWorld, NQ } from '#testing/databento-world.ts';
import { unknownRecord } from '#testing/dbn-bytes.ts';
import { feedConformance } from '#testing/feed-conformance.ts';

let world: FeedWorld;
beforeEach(async () => {
  world = await FeedWorld.open();
});
afterEach(() => world.close());

feedConformance('the live feed of Databento', { open: () => world.open() });

test('the gateway gets an answer to its challenge, subscriptions of every product, and the start', async () => {
  const { feed } = await world.live();
  const [auth, definition, status, statisticsLine, next, start, mbo] = world.gateway.session.lines;
  expect(auth).toMatch(
    /^auth=[0-9a-f]{64}-opqrs\|dataset=GLBX\.MDP3\|encoding=dbn\|compression=none\|ts_out=1\|client=.+\|heartbeat_interval_s=5$/,
  );
  expect(auth).not.toContain(TEST_KEY);
  const all = 'symbols=ES.v.0,NQ.v.0|start=0|snapshot=0|is_last=1';
  expect(definition).toBe(`schema=definition|stype_in=continuous|id=1|${all}`);
  expect(status).toBe(`schema=status|stype_in=continuous|id=2|${all}`);
  expect(statisticsLine).toBe(`schema=statistics|stype_in=continuous|id=3|${all}`);
  // The next contract's settlement, before it is the front one
  expect(next).toBe(
    'schema=statistics|stype_in=continuous|id=4|symbols=ES.v.1,NQ.v.1|start=0|snapshot=0|is_last=1',
  );
  expect(start).toBe('start_session');
  // The contract by its name: no roll comes in between
  expect(mbo).toBe('schema=mbo|stype_in=raw_symbol|id=5|symbols=ESZ6|snapshot=1|is_last=1');
  expect(feed.contractOf(ES)).toMatchObject({ code: 'ESZ6' });
  // Not the vendor's own gateway
  expect(feed.source).toBe('databento-stand-in');
  expect(feed.status()).toMatchObject({ session: 'running', reconnects: 0, gaps: 0, lastCut: null });
});

test('the book is that of the exchange, order by order', async () => {
  const { listener, es } = await world.live();
  await world.sameBook(listener, es);
  expect(listener.book.unknownOrderEvents).toBe(0);
});

test.each([1, 2, 3] as const)('version %i, cut into packets of 37 bytes', async (version) => {
  world.gateway.behaviour.version = version;
  world.gateway.behaviour.packetBytes = 37;
  const { listener, es } = await world.live();
  await world.sameBook(listener, es);
});

test('a compressed stream is decoded as it is flushed', async () => {
  const { feed, listener, es } = await world.live({ compression: 'zstd' });
  await world.sameBook(listener, es);
  expect(feed.status().backlogBytes).toBe(0);
});

test('the handshake may come in pieces', async () => {
  world.gateway.behaviour.handshakeBytes = 3;
  const { listener } = await world.live();
  expect(listener.transport).toEqual(['up']);
});

test('one session serves two instruments', async () => {
  const { feed, listener, es } = await world.live();
  const nq = world.listen(feed, NQ);
  await until(() => nq.sync.state === 'live' && nq.rows > 500, 'a live book of NQ');
  expect(world.gateway.sessions).toHaveLength(1);
  await world.sameBook(listener, es);
  await world.sameBook(nq, world.gateway.products[1]!);
});

test('records of unknown types are skipped and counted', async () => {
  const { feed, listener, es } = await world.live();
  world.gateway.session.send(unknownRecord(12));
  world.gateway.session.send(unknownRecord(200));
  await until(() => feed.messagesNotUnderstood === 2, 'they are counted');
  await world.sameBook(listener, es);
});

test('halts and auctions are rows of status', async () => {
  const { listener, es } = await world.live();
  for (const action of [8, 1, 7]) {
    const status = { instrumentId: es.instrumentId, timeNs: es.timeNs, action };
    world.gateway.session.send(encodeStatus(status, world.gateway.session.style));
  }
  await until(() => listener.statuses.length === 3, 'they came');
  expect(listener.statuses).toEqual(['halt', 'preopen', 'open']);
});

test('settlement and open interest are handed out', async () => {
  const { feed, es } = await world.live();
  const { instrumentId, timeNs } = es;
  const dayNs = (day: string): bigint => BigInt(Date.parse(day)) * 1_000_000n;
  const figures = [
    { statType: 3, priceNanos: 4_800_000_000_000n, referenceNs: dayNs('2026-11-24') },
    { statType: 3, priceNanos: 4_799_000_000_000n, referenceNs: dayNs('2026-11-23') },
    // The final one of a day takes the place of the preliminary one
    { statType: 3, priceNanos: 4_800_250_000_000n, referenceNs: dayNs('2026-11-24') },
    { statType: 9, quantity: 2_000_000n },
    { statType: 4, priceNanos: 4_800_250_000_000n },
  ];
  for (const figure of figures)
    world.gateway.session.send(
      encodeStatistic({ instrumentId, timeNs, ...figure }, world.gateway.session.style),
    );
  await until(() => feed.announced(ES)?.openInterest != null, 'they came');
  expect(feed.announced(ES)).toEqual({
    settlements: [
      { day: '2026-11-24', ticks: 19_201 },
      { day: '2026-11-23', ticks: 19_196 },
    ],
    openInterest: 2_000_000,
  });
  expect(feed.announced(NQ)).toBeNull();
});

test('times of exchange, vendor, gateway and ours are readable', async () => {
  const { feed, es } = await world.live();
  const { exchangeMs, vendorMs, gatewayMs, receivedMs, records } = feed.status();
  const marketMs = Number(es.timeNs / 1_000_000n);
  expect(marketMs - (exchangeMs ?? 0)).toBeLessThan(5000);
  expect(vendorMs).toBe(exchangeMs);
  expect(Math.abs((gatewayMs ?? 0) - (receivedMs ?? 0))).toBeLessThan(5000);
  expect(records).toBeGreaterThan(500);
});
