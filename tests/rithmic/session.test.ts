import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { SystemList, testRithmicLogin } from '@undertow/feeds';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ScriptedGateway } from '#tests/rithmic/scripted-gateway.ts';
import { faultOf, PASSWORD, SessionRig, until } from '#tests/rithmic/session-rig.ts';

let rig: SessionRig;
let gateway: ScriptedGateway;
let states: SessionRig['states'];
let reports: SessionRig['reports'];
let open: SessionRig['open'];
beforeEach(async () => {
  rig = await SessionRig.start();
  ({ gateway, states, reports } = rig);
  open = (...how) => rig.open(...how);
});
afterEach(() => rig.close());

describe('logging in', () => {
  test('requests the systems on one connection, then logs in on another', async () => {
    await open();
    expect(gateway.peers[0]?.requests).toEqual(['RequestRithmicSystemInfo']);
    expect(gateway.peers[1]?.requests[0]).toBe('RequestLogin');
    expect(gateway.peers[1]?.plant).toBe(1);
    await until(() => gateway.peers[0]?.socket.readyState === 3);
    expect(states).toEqual([{ kind: 'connected' }]);
  });

  test('overwrites the password as soon as it is sent', async () => {
    const password = Buffer.from(PASSWORD);
    await testRithmicLogin(gateway.address, async () => ({ user: 'alice', password }), new SystemList());
    expect([...password]).toEqual(Array.from({ length: PASSWORD.length }, () => 0));
  });

  test('is made and ended by a test of the connection', async () => {
    await testRithmicLogin(
      gateway.address,
      async () => ({ user: 'a', password: Buffer.from('b') }),
      new SystemList(),
    );
    expect(gateway.logins).toHaveLength(1);
    expect(gateway.logins[0]?.requests.at(-1)).toBe('RequestLogout');
    await until(() => gateway.peers.every(({ socket }) => socket.readyState === 3));
  });

  test.each([
    [['13', 'invalid user name or password'], 'wrong_password'],
    [['13', 'permission denied'], 'login_denied'],
    [['6', 'bad input'], 'login_rejected'],
    [['1', 'an error occurred'], 'login_failed'],
    [['9999'], 'login_failed'],
    [['14', 'agreements are not signed'], 'agreements_unsigned'],
    [['7', 'no data'], 'maintenance'],
    [['5', 'session limit reached'], 'session_limit'],
  ] as const)('refused with %j is %s', async (rpCode, fault) => {
    gateway.script.RequestLogin = (peer, { userMsg = [] }) => peer.send('ResponseLogin', { userMsg, rpCode });
    expect(await faultOf(open())).toBe(fault);
    await until(() => gateway.peers.every(({ socket }) => socket.readyState === 3));
  });

  test('that gets a forced logout is a session limit', async () => {
    gateway.script.RequestLogin = (peer) => peer.send('ForcedLogout', {});
    expect(await faultOf(open())).toBe('session_limit');
  });

  test('that gets a reject is refused', async () => {
    gateway.script.RequestLogin = (peer, { userMsg = [] }) =>
      peer.send('Reject', { userMsg, rpCode: ['13', 'permission denied'] });
    expect(await faultOf(open())).toBe('login_denied');
  });

  test('to a system that is not served is unknown_system, and no password is sent', async () => {
    gateway.script.RequestRithmicSystemInfo = (peer, { userMsg = [] }) =>
      peer.send('ResponseRithmicSystemInfo', { userMsg, rpCode: ['0'], systemName: ['Rithmic Test'] });
    expect(await faultOf(open())).toBe('unknown_system');
    expect(gateway.logins).toHaveLength(0);
  });

  test('to a gateway that names no system is maintenance', async () => {
    gateway.script.RequestRithmicSystemInfo = (peer, { userMsg = [] }) =>
      peer.send('ResponseRithmicSystemInfo', { userMsg, rpCode: ['7', 'no data'] });
    expect(await faultOf(open())).toBe('maintenance');
  });

  test('without an exchange that is permitted is no_entitlement', async () => {
    gateway.script.RequestListExchangePermissions = (peer, { userMsg = [] }) => {
      peer.send('ResponseListExchangePermissions', {
        userMsg,
        rqHandlerRpCode: ['0'],
        exchange: 'CME',
        entitlementFlag: 2,
      });
      peer.send('ResponseListExchangePermissions', { userMsg, rpCode: ['0'] });
    };
    expect(await faultOf(open())).toBe('no_entitlement');
  });

  test('leaves a contract out whose tick is not the one of the catalogue', async () => {
    gateway.script.RequestReferenceData = (peer, { userMsg = [] }) =>
      peer.send('ResponseReferenceData', { userMsg, rpCode: ['0'], minQpriceChange: 0.5 });
    expect(await faultOf(open())).toBe('maintenance');
  });
});

describe('the report of an account', () => {
  const sendAgreements = (titles: readonly string[]) => {
    gateway.script.RequestListUnacceptedAgreements = (peer, { userMsg = [] }) => {
      for (const agreementTitle of titles)
        peer.send('ResponseListUnacceptedAgreements', { userMsg, rqHandlerRpCode: ['0'], agreementTitle });
      peer.send('ResponseListUnacceptedAgreements', { userMsg, rpCode: ['0'] });
    };
  };

  test('arrives while its market data still flows', async () => {
    sendAgreements(['CME Market Data\u0007 Subscriber\nAgreement']);
    await open();
    await until(() => reports.length === 1);
    expect(reports).toEqual([
      { unsignedAgreements: ['CME Market Data Subscriber Agreement'], mostSessions: 2 },
    ]);
  });

  test('explains market data that is refused', async () => {
    sendAgreements(['CME Market Data']);
    gateway.script.RequestListExchangePermissions = (peer, { userMsg = [] }) =>
      peer.send('ResponseListExchangePermissions', { userMsg, rpCode: ['7', 'no data'] });
    expect(await faultOf(open())).toBe('agreements_unsigned');
    expect(reports).toMatchObject([{ unsignedAgreements: ['CME Market Data'] }]);
  });

  test('is left out where the gateway sends none, and nothing fails', async () => {
    gateway.script.RequestLogin = (peer, { userMsg = [], infraType }) =>
      peer.send('ResponseLogin', {
        userMsg,
        rpCode: infraType === 5 ? ['13', 'permission denied'] : ['0'],
        heartbeatInterval: 30,
      });
    gateway.script.RequestLoginInfo = (peer, { userMsg = [] }) =>
      peer.send('ResponseLoginInfo', { userMsg, rpCode: ['6', 'bad input'] });
    await open();
    await until(() => reports.length === 1);
    expect(reports).toEqual([{ unsignedAgreements: null, mostSessions: null }]);
    expect(states).toEqual([{ kind: 'connected' }]);
  });
});

describe('a connection to the gateway', () => {
  test('with a certificate of another authority is refused before anything is sent', async () => {
    const other = await ScriptedGateway.start();
    expect(await faultOf(open({ ...gateway.address, ca: other.address.ca }))).toBe('certificate');
    expect(gateway.peers).toHaveLength(0);
    await other.close();
  });

  test('with a certificate for another name is refused', async () => {
    const other = await ScriptedGateway.start(['rithmic.example']);
    expect(await faultOf(open(other.address))).toBe('certificate');
    expect(other.peers).toHaveLength(0);
    await other.close();
  });

  test('without encryption is refused', async () => {
    const uri = gateway.address.uri.replace('wss:', 'ws:');
    expect(await faultOf(open({ ...gateway.address, uri }))).toBe('certificate');
  });

  test('to a node that does not exist is gateway_down', async () => {
    expect(await faultOf(open({ ...gateway.address, uri: 'wss://localhost:1' }))).toBe('gateway_down');
  });

  test('to a node that accepts and stalls is given up', async () => {
    const stalled = createTcpServer(() => undefined);
    await new Promise<void>((resolve) => stalled.listen(0, '127.0.0.1', resolve));
    const { port } = stalled.address() as AddressInfo;
    expect(await faultOf(open({ ...gateway.address, uri: `wss://localhost:${port}` }))).toBe('gateway_down');
    stalled.close();
  });

  test('to a node that accepts the login and stalls is given up', async () => {
    gateway.script.RequestLogin = () => undefined;
    expect(await faultOf(open())).toBe('gateway_down');
  });

  test('that was lost is reopened at once on demand, whatever the wait for the next attempt', async () => {
    const feed = await open(gateway.address, 1000);
    feed.reconnectNow();
    gateway.logins[0]?.socket.terminate();
    await until(() => states.at(-1)?.kind === 'connecting');
    feed.reconnectNow();
    feed.reconnectNow();
    await until(() => states.at(-1)?.kind === 'connected');
    expect(gateway.logins).toHaveLength(2);
  });

  test('that falls silent counts as lost, and is reopened', async () => {
    await open();
    gateway.script.RequestHeartbeat = () => undefined;
    await until(() => states.length > 1);
    expect(states[1]).toEqual({ kind: 'connecting', fault: 'gateway_down' });
    delete gateway.script.RequestHeartbeat;
    await until(() => states.at(-1)?.kind === 'connected');
  });
});
