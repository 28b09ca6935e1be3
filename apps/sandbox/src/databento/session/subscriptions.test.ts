/** Subscriptions that are odd, wrong or hostile. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultyKey } from '#databento/access/keys.ts';
import type { Databento } from '#databento/gateway/start-databento.ts';
import { LiveClient, RTYPES } from '#testing/databento/live-client.ts';
import { openDatabento } from '#testing/databento/open-databento.ts';

let gateway: Databento;
beforeAll(async () => {
  gateway = await openDatabento();
});
afterAll(() => gateway.close());

const BOOK = 'schema=mbo|stype_in=continuous|id=1|symbols=ES.c.0|snapshot=1|is_last=1';

test('symbols that do not resolve are an error each, and the others are served', async () => {
  const client = await LiveClient.start(gateway, [
    'schema=mbo|stype_in=raw_symbol|id=1|symbols=XXZ6,YYZ6|is_last=0',
    `schema=mbo|stype_in=raw_symbol|id=1|symbols=${gateway.contractOf('ES').symbol}|is_last=1`,
  ]);
  await client.until(() => client.ofType(RTYPES.mbo).length > 0, 'rows');
  expect(client.errors()).toEqual([
    [4, 'Failed to resolve symbol: XXZ6'],
    [4, 'Failed to resolve symbol: YYZ6'],
  ]);
  expect(client.ofType(RTYPES.error).map((record) => record[319])).toEqual([0, 1]);
  expect(client.messages().filter(([code]) => code === 1)).toHaveLength(1);
  client.close();
});

test.each([
  ['an unknown schema', 'schema=nbbo|stype_in=continuous|symbols=ES.c.0'],
  ['an unknown kind of symbol', 'schema=mbo|stype_in=isin|symbols=ES.c.0'],
  ['a snapshot of trades', 'schema=trades|stype_in=continuous|symbols=ES.c.0|snapshot=1'],
  ['a snapshot with a start', 'schema=mbo|stype_in=continuous|symbols=ES.c.0|snapshot=1|start=0'],
  ['a start that is no time', 'schema=trades|stype_in=continuous|symbols=ES.c.0|start=yesterday'],
  ['a start in the future', 'schema=trades|stype_in=continuous|symbols=ES.c.0|start=2090-01-01'],
  ['no symbols', 'schema=trades|stype_in=continuous'],
  ['a number too large', 'schema=trades|stype_in=continuous|symbols=ES.c.0|id=4294967296'],
  ['501 symbols in a line', `schema=trades|symbols=${Array.from({ length: 501 }, () => 'ESZ6').join(',')}`],
  ['words', 'hello'],
])('%s is an invalid subscription, which ends the session', async (_, line) => {
  const client = await LiveClient.start(gateway, [line]);
  await client.until(() => client.isClosed, 'the end');
  expect(client.errors().map(([code]) => code)).toEqual([5]);
});

test('a replay that is requested later, and a second start, are invalid', async () => {
  for (const line of ['schema=trades|stype_in=continuous|symbols=ES.c.0|start=0', 'start_session=0']) {
    const client = await LiveClient.start(gateway, []);
    client.write(`${line}\n`);
    await client.until(() => client.isClosed, 'the end');
    expect(client.errors().map(([code]) => code)).toEqual([5]);
  }
});

test.each(['start_session', 'start_session=0', 'start_session='])('"%s" starts the session', async (line) => {
  const client = await LiveClient.logIn(gateway);
  client.begin([line]);
  await client.until(() => client.metadata !== null, 'metadata');
  client.close();
});

test('keys without a licence, and plans without mbo, are refused with that reason', async () => {
  const unlicensed = await LiveClient.start(gateway, [BOOK], { key: faultyKey('unlicensed') });
  const noMbo = await LiveClient.start(gateway, [BOOK], { key: faultyKey('no-mbo') });
  for (const client of [unlicensed, noMbo]) {
    await client.until(() => client.isClosed, 'the end');
    expect(client.errors().map(([code]) => code)).toEqual([5]);
  }
  const trades = await LiveClient.start(gateway, ['schema=trades|stype_in=continuous|symbols=ES.c.0'], {
    key: faultyKey('no-mbo'),
  });
  await trades.until(() => trades.ofType(RTYPES.trades).length > 0, 'trades');
  trades.close();
});

test('thousands of symbols in lines of five hundred are one subscription', async () => {
  const lines = Array.from({ length: 8 }, (_, n) => {
    const symbols = Array.from({ length: 500 }, (_unused, at) => `X${n}Y${at}`).join(',');
    return `schema=trades|stype_in=raw_symbol|id=7|symbols=${symbols}|is_last=${n === 7 ? 1 : 0}`;
  });
  const client = await LiveClient.start(gateway, lines);
  await client.until(() => client.errors().length === 4_000, 'an error for each');
  expect(client.messages().filter(([code]) => code === 1)).toHaveLength(1);
  client.close();
});

test('a client that goes away in the middle of its snapshot leaves nothing behind', async () => {
  const own = await openDatabento();
  const client = await LiveClient.start(own, [BOOK]);
  await client.until(() => client.ofType(RTYPES.mbo).length > 0, 'the first rows');
  client.close();
  await expect.poll(() => own.connections()).toBe(0);
  expect(own.sessions()).toEqual([]);
  const next = await LiveClient.start(own, [BOOK]);
  await next.until(() => next.ofType(RTYPES.mbo).length > 100, 'rows');
  await own.close();
});

test('binary garbage in a running session ends it with an error', async () => {
  const client = await LiveClient.start(gateway, [BOOK]);
  client.socket.write(Buffer.from([0, 1, 2, 3, 255]));
  await client.until(() => client.isClosed, 'the end');
  expect(client.errors().map(([code]) => code)).toEqual([5]);
});
