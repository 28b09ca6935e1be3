/** What a session receives, in which order, and in which form. */

import { decodeDefinition, decodeMbo, decodeStatistic, decodeSymbolMapping } from '@undertow/feeds';
import { OrderBook, orderIdString, ROW_LENGTH } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Databento } from '#databento/gateway/start-databento.ts';
import { LiveClient, need, RTYPES, textAt } from '#testing/databento/live-client.ts';
import { openDatabento } from '#testing/databento/open-databento.ts';

let gateway: Databento;
beforeAll(async () => {
  gateway = await openDatabento();
});
afterAll(() => gateway.close());

const BOOK = 'schema=mbo|stype_in=continuous|id=1|symbols=ES.c.0|snapshot=1|is_last=1';
const viewOf = (record: Buffer) => new DataView(record.buffer, record.byteOffset, record.length);
const flagsOf = (record: Buffer | undefined): number => record?.[36] ?? -1;
const isSnapshot = (record: Buffer): boolean => (flagsOf(record) & 0x20) !== 0;

test('metadata, acknowledgement, mapping and snapshot come in this order, then live rows', async () => {
  const client = await LiveClient.start(gateway, [BOOK]);
  expect(client.metadata).toMatchObject({
    version: 3,
    dataset: 'GLBX.MDP3',
    schema: null,
    stypeIn: 255,
    endNs: null,
    tsOut: false,
    symbols: [],
    mappings: [],
  });
  const live = () => client.ofType(RTYPES.mbo).filter((record) => !isSnapshot(record));
  await client.until(() => live().length > 50, 'live rows');
  const [acknowledged, mapped, clear] = [0, 1, 2].map((at) => need(client.records[at])) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  expect([acknowledged[1], mapped[1], clear[1]]).toEqual([RTYPES.system, RTYPES.mapping, RTYPES.mbo]);
  expect(client.messages()[0]).toEqual([1, 'Subscription request 1 for mbo data succeeded']);
  const mapping = decodeSymbolMapping(viewOf(mapped), 0);
  const { id, symbol } = gateway.contractOf('ES');
  expect(mapping).toMatchObject({ instrumentId: id, outSymbol: symbol });
  expect(textAt(mapped, 17)).toBe('ES.c.0');
  const snapshot = client.ofType(RTYPES.mbo).filter(isSnapshot);
  expect(String.fromCharCode(clear[38]!, clear[39]!)).toBe('RN');
  expect(viewOf(clear).getBigUint64(16, true)).toBe(0n);
  expect(viewOf(clear).getBigInt64(24, true)).toBe(0x7fff_ffff_ffff_ffffn);
  expect(snapshot.slice(1).every((record) => record[38] === 'A'.charCodeAt(0))).toBe(true);
  expect(snapshot.slice(0, -1).every((record) => flagsOf(record) === 0x28)).toBe(true);
  expect(flagsOf(snapshot.at(-1))).toBe(0xa8);
  expect(new Set(snapshot.map((record) => viewOf(record).getBigUint64(40, true))).size).toBe(1);
  expect(new Set(snapshot.map((record) => viewOf(record).getBigUint64(8, true))).size).toBeGreaterThan(10);
  for (const record of live()) {
    expect(viewOf(record).getUint32(4, true)).toBe(id);
    expect(viewOf(record).getUint16(2, true)).toBe(1);
  }
  client.close();
});

test('snapshot and live rows together are the stand-in’s book, order by order', async () => {
  const client = await LiveClient.start(gateway, [BOOK]);
  await client.until(() => client.ofType(RTYPES.mbo).length > 2_000, 'two thousand rows');
  gateway.freezeMarket();
  const expected = gateway.bookOf(1);
  const orders = (expected?.bids ?? []).concat(expected?.asks ?? []).flatMap((level) => level.orders);
  const bookOf = () => {
    const book = new OrderBook();
    const row = new Int32Array(ROW_LENGTH);
    for (const record of client.ofType(RTYPES.mbo)) {
      decodeMbo(viewOf(record), 0, row, 0, 250_000_000);
      book.applyRow(row, 0);
    }
    return book;
  };
  await client.until(() => bookOf().liveOrders === orders.length, 'as many orders');
  const book = bookOf();
  for (const [side, levels] of [
    [1, expected?.bids ?? []],
    [2, expected?.asks ?? []],
  ] as const)
    for (const { priceTicks, orders: queue } of levels) {
      let slot = book.firstOrder(side, priceTicks);
      for (const { orderId, size } of queue) {
        expect([orderIdString(book.orderHi(slot), book.orderLo(slot)), book.orderSize(slot)]).toEqual([
          orderId,
          size,
        ]);
        slot = book.nextOrder(slot);
      }
      expect(slot).toBe(-1);
    }
  expect(book.unknownOrderEvents + book.duplicateOrders).toBe(0);
  gateway.thawMarket();
  client.close();
});

test('a second subscription of the same book sends its snapshot again and no row twice', async () => {
  const client = await LiveClient.start(gateway, [BOOK]);
  const mbo = () => client.ofType(RTYPES.mbo);
  await client.until(() => mbo().some((record) => flagsOf(record) === 0xa8), 'a snapshot');
  client.write(`${BOOK.replace('id=1', 'id=2')}\n`);
  await client.until(
    () => mbo().filter((record) => flagsOf(record) === 0xa8).length === 2,
    'another snapshot',
  );
  const from = mbo().length;
  await client.until(() => mbo().length > from + 300, 'rows');
  const sequences = mbo()
    .slice(from)
    .map((record) => viewOf(record).getUint32(52, true));
  expect(sequences.every((sequence, n) => n === 0 || sequence >= sequences[n - 1]!)).toBe(true);
  expect(client.messages().map(([, text]) => text)).toContain(
    'Subscription request 2 for mbo data succeeded',
  );
  client.close();
});

test('definitions, statistics and status of the week are replayed from 0, each with its end', async () => {
  const client = await LiveClient.start(gateway, [
    'schema=definition|stype_in=parent|id=4|symbols=GC.FUT|start=0',
    'schema=statistics|stype_in=continuous|id=5|symbols=GC.c.0|start=0',
    'schema=status|stype_in=continuous|id=6|symbols=GC.c.0|start=0',
  ]);
  const ends = () =>
    client
      .messages()
      .filter(([code]) => code === 3)
      .map(([, text]) => text);
  await client.until(() => ends().length === 3, 'three ends');
  expect(ends().toSorted()).toEqual([
    'Finished definition replay',
    'Finished statistics replay',
    'Finished status replay',
  ]);
  const definitions = client.ofType(RTYPES.definition).map((record) => decodeDefinition(viewOf(record), 0));
  const { symbol, id } = gateway.contractOf('GC');
  expect(definitions.map((definition) => definition.instrumentClass)).toEqual(['F', 'F', 'S']);
  expect(definitions[0]).toMatchObject({
    instrumentId: id,
    rawSymbol: symbol,
    asset: 'GC',
    exchange: 'XCOM',
  });
  expect(client.ofType(RTYPES.definition)[0]).toHaveLength(520);
  const statistics = client.ofType(RTYPES.statistics).map((record) => decodeStatistic(viewOf(record), 0));
  // Open, high and low follow once the exchange of the product runs: with the first who reads its orders or trades
  expect(statistics.map(({ statType }) => statType)).toEqual(expect.arrayContaining([3, 9]));
  expect(viewOf(client.ofType(RTYPES.status)[0]!).getUint16(24, true)).toBe(7);
  client.close();
});

test('trades since the beginning are replayed and go on without a hole or a repetition', async () => {
  const client = await LiveClient.start(gateway, [
    `schema=trades|stype_in=raw_symbol|start=0|symbols=${gateway.contractOf('ES').symbol}`,
  ]);
  await client.until(() => client.messages().some(([code]) => code === 3), 'the end of the replay');
  expect(client.messages()[0]).toEqual([1, 'Subscription request for trades data succeeded']);
  const replayed = client.ofType(RTYPES.trades).length;
  expect(replayed).toBeGreaterThan(10);
  await client.until(() => client.ofType(RTYPES.trades).length > replayed + 5, 'live trades');
  const keys = client.ofType(RTYPES.trades).map((record) => record.toString('hex'));
  expect(new Set(keys).size).toBe(keys.length);
  const again = await LiveClient.start(gateway, [
    'schema=trades|stype_in=continuous|start=2020-01-01|symbols=ES.c.0',
  ]);
  expect(again.metadata).not.toBeNull();
  await again.until(() => again.isClosed, 'the end');
  expect(again.errors()[0]?.[0]).toBe(8);
  client.close();
});

test('replayed minutes hold the replayed trades', async () => {
  const own = await openDatabento({ historyMinutes: 10 });
  const client = await LiveClient.start(own, [
    'schema=trades|stype_in=continuous|id=0|start=0|symbols=ES.c.0',
    'schema=ohlcv-1m|stype_in=continuous|id=1|start=0|symbols=ES.c.0',
  ]);
  await client.until(() => client.messages().filter(([code]) => code === 3).length === 2, 'two ends');
  const volumes = new Map<bigint, bigint>();
  const minute = 60_000_000_000n;
  for (const record of client.ofType(RTYPES.trades)) {
    const start = (viewOf(record).getBigUint64(8, true) / minute) * minute;
    volumes.set(start, (volumes.get(start) ?? 0n) + BigInt(viewOf(record).getUint32(24, true)));
  }
  const bars = client.ofType(RTYPES.minute);
  expect(bars.length).toBeGreaterThan(6);
  for (const bar of bars)
    expect(viewOf(bar).getBigUint64(48, true)).toBe(volumes.get(viewOf(bar).getBigUint64(8, true)));
  client.close();
  await own.close();
});

test('a minute that ends is a bar, and its interval is announced as over', { timeout: 90_000 }, async () => {
  const client = await LiveClient.start(gateway, ['schema=ohlcv-1s|stype_in=continuous|id=1|symbols=ES.c.0']);
  await client.until(() => client.ofType(0x20).length > 1, 'bars');
  await client.until(() => client.messages().some(([code]) => code === 4), 'the end of an interval');
  client.close();
});

test.each([
  ['mbp-1', 0x01, 80],
  ['mbp-10', 0x0a, 368],
  ['tbbo', 0x01, 80],
  ['bbo-1s', 0xc3, 80],
])('%s records have both sides of the book', async (schema, rtype, length) => {
  const client = await LiveClient.start(gateway, [`schema=${schema}|stype_in=continuous|symbols=ES.c.0`]);
  await client.until(() => client.ofType(rtype).length > 2, 'records');
  const record = need(client.ofType(rtype).at(-1));
  expect(record).toHaveLength(length);
  const [bid, ask] = [viewOf(record).getBigInt64(48, true), viewOf(record).getBigInt64(56, true)];
  expect(bid < ask).toBe(true);
  client.close();
});

test('the sending time is at the end of every record', async () => {
  const client = await LiveClient.start(gateway, [BOOK], { also: 'ts_out=1' });
  await client.until(() => client.ofType(RTYPES.mbo).length > 10, 'rows');
  expect(client.metadata?.tsOut).toBe(true);
  expect(client.ofType(RTYPES.system)[0]).toHaveLength(328);
  for (const record of client.ofType(RTYPES.mbo)) {
    expect(record).toHaveLength(64);
    const sentMs = Number(viewOf(record).getBigUint64(56, true) / 1_000_000n);
    expect(Math.abs(Date.now() - sentMs)).toBeLessThan(60_000);
  }
  client.close();
});

test('with zstd everything after the answer is one stream, flushed after each burst', async () => {
  const client = await LiveClient.start(gateway, [BOOK], { zstd: true });
  const mbo = () => client.ofType(RTYPES.mbo);
  await client.until(() => mbo().some((record) => flagsOf(record) === 0xa8), 'a snapshot');
  const from = mbo().length;
  await client.until(() => mbo().length > from, 'live rows');
  client.close();
});
