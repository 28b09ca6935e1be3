/** What goes wrong on demand: seats, maintenance, stalls, cut frames, garbage, a port that is shut. */
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Gateway } from '#rithmic/gateway/start-gateway.ts';
import { frame } from '#rithmic/messages/gateway-messages.ts';
import { openGateway } from '#testing/rithmic/open-gateway.ts';
import { loginOf, RawClient } from '#testing/rithmic/raw-client.ts';
import { GARBAGE_KINDS } from './faults.ts';

let gateway: Gateway;
beforeEach(async () => {
  gateway = await openGateway();
});
afterEach(() => gateway.close());

test('two logins of one user have a seat each; the third takes the oldest seat', async () => {
  const [first, second] = [
    await RawClient.logIn(gateway, 'ticker'),
    await RawClient.logIn(gateway, 'ticker'),
  ];
  expect(gateway.logins()).toHaveLength(2);
  const third = await RawClient.logIn(gateway, 'ticker');
  expect(await first.wait('ForcedLogout')).toBeDefined();
  expect(await first.waitClosed()).toBe(1011);
  const others = await RawClient.logIn(gateway, 'ticker', 'paper', 'bob');
  const plant = await RawClient.logIn(gateway, 'history');
  for (const client of [second, third, others, plant]) {
    client.send('RequestHeartbeat', {});
    expect(await client.wait('ResponseHeartbeat')).toBeDefined();
  }
});

test('with one seat the second login forces the first out', async () => {
  const first = await RawClient.logIn(gateway, 'ticker', 'paper-single');
  await RawClient.logIn(gateway, 'ticker', 'paper-single');
  expect(await first.waitClosed()).toBe(1011);
});

test('an account without a seat is answered with a forced logout, one used elsewhere is forced out later', async () => {
  const none = await RawClient.open(gateway);
  none.send('RequestLogin', loginOf('ticker', 'no-seat'));
  expect(await none.waitClosed()).toBe(1011);
  expect(none.received.map(({ name }) => name)).toEqual(['ForcedLogout']);
  const elsewhere = await RawClient.logIn(gateway, 'ticker', 'elsewhere');
  expect(await elsewhere.waitClosed()).toBe(1011);
  expect(elsewhere.received.map(({ name }) => name)).toEqual(['ResponseLogin', 'ForcedLogout']);
});

test('an account without market data is denied it, and its exchanges are disabled', async () => {
  const client = await RawClient.logIn(gateway, 'ticker', 'paper-nodata');
  const product = { symbol: 'ES', exchange: 'CME' };
  const [front] = await client.request('RequestFrontMonthContract', product, 'ResponseFrontMonthContract');
  const symbol = front?.tradingSymbol ?? '';
  const [data] = await client.request(
    'RequestMarketDataUpdate',
    { symbol, exchange: 'CME', request: 1, updateBits: 7 },
    'ResponseMarketDataUpdate',
  );
  expect(data?.rpCode).toEqual(['13', 'permission denied']);
  const permissions = await client.request(
    'RequestListExchangePermissions',
    {},
    'ResponseListExchangePermissions',
  );
  for (const row of permissions.slice(0, -1)) expect(row.entitlementFlag).toBe(2);
});

test('maintenance logs every client out, and there is no data until it is over', async () => {
  const client = await RawClient.logIn(gateway, 'ticker');
  gateway.setMaintenance(true);
  expect(await client.waitClosed()).toBe(1001);
  const late = await RawClient.open(gateway);
  const [systems] = await late.request('RequestRithmicSystemInfo', {}, 'ResponseRithmicSystemInfo');
  const [login] = await late.request('RequestLogin', loginOf('ticker', 'paper'), 'ResponseLogin');
  expect([systems?.rpCode, login?.rpCode]).toEqual([
    ['7', 'no data'],
    ['7', 'no data'],
  ]);
  gateway.setMaintenance(false);
  await RawClient.logIn(gateway, 'ticker');
});

test('a stalled gateway accepts connections and sends nothing, nor on existing ones', async () => {
  const old = await RawClient.logIn(gateway, 'ticker');
  gateway.setStalled(true);
  old.send('RequestHeartbeat', {});
  const { port } = new URL(gateway.uri);
  const stuck = connect(Number(port), '127.0.0.1');
  await new Promise((connected) => stuck.once('connect', connected));
  const shaken = new WebSocket(gateway.uri, { ca: gateway.ca, handshakeTimeout: 300 });
  await expect(
    new Promise((_, fail) => {
      shaken.once('error', fail);
    }),
  ).rejects.toThrow('timed out');
  expect(old.all('ResponseHeartbeat')).toHaveLength(0);
  gateway.setStalled(false);
  await new Promise((ended) => stuck.once('close', ended));
  old.send('RequestHeartbeat', {});
  expect(await old.wait('ResponseHeartbeat')).toBeDefined();
});

test('a connection is cut in the middle of a frame', async () => {
  const client = await RawClient.logIn(gateway, 'ticker');
  gateway.cutMidFrame();
  expect(await client.waitClosed()).toBe(1006);
  await expect.poll(() => gateway.logins()).toHaveLength(0);
});

test('a stopped gateway restarts at the same address', async () => {
  const client = await RawClient.logIn(gateway, 'ticker');
  await gateway.stopListening();
  expect(await client.waitClosed()).toBe(1006);
  await expect(RawClient.open(gateway)).rejects.toThrow('ECONNREFUSED');
  await gateway.listenAgain();
  await RawClient.logIn(gateway, 'ticker');
  expect(gateway.connections()).toBe(1);
});

test.each(GARBAGE_KINDS)('garbage: %s', async (kind) => {
  const socket = new WebSocket(gateway.uri, { ca: gateway.ca });
  await new Promise((open) => socket.once('open', open));
  const received = new Promise<Buffer>((resolve) => socket.once('message', (raw: Buffer) => resolve(raw)));
  await expect.poll(() => gateway.connections()).toBe(1);
  gateway.sendGarbage(kind);
  expect((await received).length).toBeGreaterThan(0);
  socket.terminate();
});

test('an unknown template is rejected, one of other gateways is ignored', async () => {
  const client = await RawClient.logIn(gateway, 'ticker');
  client.socket.send(Buffer.from('0000000698b64b869006', 'hex'));
  client.send('RequestHeartbeat', {});
  await client.wait('ResponseHeartbeat');
  expect(client.all('Reject')).toHaveLength(0);
  client.socket.send(Buffer.from('0000000598b64be707', 'hex'));
  expect(await client.wait('Reject')).toMatchObject({ rpCode: ['6', 'bad input'] });
  // The same with the name `r1` (field 132760), which the refusal carries back
  client.socket.send(Buffer.from('0000000b98b64be707c2e940027231', 'hex'));
  expect(await client.wait('Reject', ({ userMsg }) => userMsg?.[0] === 'r1')).toBeDefined();
});

test.each([
  ['a length below zero', 'fffffff898b64b12'],
  ['a length beyond the message', '7fffffff98b64b12'],
  ['half a length', '0000'],
  ['no template', '00000000'],
  ['no protobuf', '00000004ffffffff'],
])('%s ends the connection', async (_, bytes) => {
  const client = await RawClient.logIn(gateway, 'ticker');
  client.socket.send(Buffer.from(bytes, 'hex'));
  expect(await client.waitClosed()).toBe(1002);
});

test('several messages in one are all answered', async () => {
  const client = await RawClient.logIn(gateway, 'ticker');
  const beat = frame('RequestHeartbeat', {});
  client.socket.send(Buffer.concat([beat, beat]));
  await client.until(
    () => (client.all('ResponseHeartbeat').length === 2 ? true : undefined),
    'two responses',
  );
});

test('silent clients are disconnected, and idle ones receive heartbeats', async () => {
  let aheadMs = 0;
  const own = await openGateway({ heartbeatSeconds: 10 }, { nowMs: () => Date.now() + aheadMs });
  const client = await RawClient.logIn(own, 'order');
  const visitor = await RawClient.open(own);
  aheadMs = 12_000;
  expect(await client.wait('RequestHeartbeat')).toBeDefined();
  client.send('ResponseHeartbeat', { rpCode: ['0'] });
  client.send('RequestHeartbeat', {});
  await client.wait('ResponseHeartbeat');
  expect(client.all('Reject')).toHaveLength(0);
  aheadMs = 60_000;
  expect(await client.waitClosed()).toBe(1006);
  expect(await visitor.waitClosed()).toBe(1000);
  await own.close();
});
