/** The handshake: systems, login on every plant, heartbeats, logout, and what is refused. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openGateway } from '#testing/rithmic/open-gateway.ts';
import { INFRA, loginOf, PAPER, RawClient } from '#testing/rithmic/raw-client.ts';
import type { Gateway } from './start-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

test('the system list and the gateways of a system are available before a login', async () => {
  const client = await RawClient.open(gateway);
  const [systems] = await client.request('RequestRithmicSystemInfo', {}, 'ResponseRithmicSystemInfo');
  expect(systems).toMatchObject({ rpCode: ['0'] });
  expect(systems?.systemName).toEqual(expect.arrayContaining([PAPER, 'Rithmic 01', 'Rithmic Test']));
  expect(systems?.hasAggregatedQuotes).toHaveLength(systems?.systemName?.length ?? -1);
  const [gateways] = await client.request(
    'RequestRithmicSystemGatewayInfo',
    { systemName: PAPER },
    'ResponseRithmicSystemGatewayInfo',
  );
  expect(gateways?.gatewayName?.[0]).toBe('Chicago Area');
  expect(gateways?.gatewayUri?.[0]).toBe(gateway.uri);
  client.close();
});

test.each(Object.keys(INFRA) as (keyof typeof INFRA)[])('the %s plant accepts a login', async (plant) => {
  const client = await RawClient.logIn(gateway, plant);
  expect(client.all('ResponseLogin')[0]).toMatchObject({
    rpCode: ['0'],
    fcmId: expect.stringMatching(/./),
    ibId: expect.stringMatching(/./),
    uniqueUserId: expect.stringMatching(/alice/),
    heartbeatInterval: 30,
  });
  expect(gateway.logins()).toContainEqual({ user: 'alice', plant, system: PAPER });
  client.send('RequestHeartbeat', { userMsg: ['beat'] });
  expect(await client.wait('ResponseHeartbeat')).toMatchObject({ rpCode: ['0'], userMsg: ['beat'] });
  client.send('RequestLogout', {});
  expect(await client.wait('ResponseLogout')).toMatchObject({ rpCode: ['0'] });
  expect(await client.waitClosed()).toBe(1000);
  await expect.poll(() => gateway.logins()).not.toContainEqual({ user: 'alice', plant, system: PAPER });
});

test('an unknown password is denied with 13; one that begins with "wrong" names the password', async () => {
  const client = await RawClient.open(gateway);
  const codeOf = async (password: string) =>
    (await client.request('RequestLogin', loginOf('ticker', password), 'ResponseLogin')).map(
      ({ rpCode, fcmId }) => [rpCode, fcmId],
    );
  expect(await codeOf('nobody knows it')).toEqual([[['13', 'permission denied'], undefined]]);
  expect(await codeOf('wrong')).toEqual([[['13', 'invalid user name or password'], undefined]]);
  client.close();
});

test('an unknown system and an unknown plant are bad input', async () => {
  const client = await RawClient.open(gateway);
  const login = loginOf('ticker', 'paper');
  const [system] = await client.request('RequestLogin', { ...login, systemName: 'Nowhere' }, 'ResponseLogin');
  const [plant] = await client.request('RequestLogin', { ...login, infraType: 9 }, 'ResponseLogin');
  expect([system?.rpCode, plant?.rpCode]).toEqual([
    ['6', 'bad input'],
    ['6', 'bad input'],
  ]);
  client.close();
});

test('a request before the login is rejected with 6, one of another plant gets its own response with 6', async () => {
  const early = await RawClient.open(gateway);
  const [rejected] = await early.request(
    'RequestFrontMonthContract',
    { symbol: 'ES', exchange: 'CME' },
    'Reject',
  );
  expect(rejected?.rpCode).toEqual(['6', 'bad input']);
  early.close();
  const order = await RawClient.logIn(gateway, 'order');
  const [elsewhere] = await order.request(
    'RequestMarketDataUpdate',
    { symbol: 'ESZ6' },
    'ResponseMarketDataUpdate',
  );
  expect(elsewhere?.rpCode).toEqual(['6', 'bad input']);
  order.send('LastTrade', {});
  expect(await order.wait('Reject')).toMatchObject({ rpCode: ['6', 'bad input'] });
  order.close();
});

test('the certificate is for this machine, from an authority that must be trusted', async () => {
  const stranger = new WebSocket(gateway.uri);
  const error = await new Promise<NodeJS.ErrnoException>((failed) => {
    stranger.once('error', failed);
  });
  expect(error.code).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  const client = await RawClient.open({ uri: gateway.uri.replace('127.0.0.1', 'localhost'), ca: gateway.ca });
  client.close();
});
