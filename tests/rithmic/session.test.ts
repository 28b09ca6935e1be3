import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import {
  openRithmicFeed,
  RithmicError,
  type RithmicFault,
  type RithmicGateway,
  type RithmicState,
  testRithmicLogin,
} from '@undertow/feeds';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ES } from '#tests/rithmic/gateway-rig.ts';
import { ScriptedGateway, SYSTEM } from '#tests/rithmic/scripted-gateway.ts';

const PASSWORD = 'canary-password-7';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let gateway: ScriptedGateway;
let states: RithmicState[];
const opened: { close(): Promise<void> }[] = [];
beforeEach(async () => {
  gateway = await ScriptedGateway.start();
  states = [];
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((feed) => feed.close()));
  await gateway.close();
});

async function open(address: RithmicGateway = gateway.address) {
  const feed = await openRithmicFeed({
    gateway: address,
    credentials: async () => ({ user: 'alice', password: Buffer.from(PASSWORD) }),
    instruments: [ES],
    nowMs: Date.now,
    random: Math.random,
    onState: (state) => states.push(state),
  });
  opened.push(feed);
  return feed;
}

async function faultOf(attempt: Promise<unknown>): Promise<RithmicFault | null> {
  try {
    await attempt;
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(RithmicError);
    expect(String(error)).not.toMatch(/alice|canary/);
    return (error as RithmicError).fault;
  }
}

const until = (isTrue: () => boolean) => expect.poll(isTrue, { timeout: 20_000, interval: 20 }).toBe(true);

describe('logging in', () => {
  test('asks for the systems on a connection of its own, then logs in on another', async () => {
    await open();
    expect(gateway.peers[0]?.heard).toEqual(['RequestRithmicSystemInfo']);
    expect(gateway.peers[1]?.heard[0]).toBe('RequestLogin');
    await until(() => gateway.peers[0]?.socket.readyState === 3);
    expect(states).toEqual([{ kind: 'connected' }]);
  });

  test('overwrites the password as soon as it was written', async () => {
    const password = Buffer.from(PASSWORD);
    await testRithmicLogin(gateway.address, async () => ({ user: 'alice', password }));
    expect([...password]).toEqual(Array.from({ length: PASSWORD.length }, () => 0));
  });

  test('is tried and ended by a test of the connection', async () => {
    await testRithmicLogin(gateway.address, async () => ({ user: 'a', password: Buffer.from('b') }));
    expect(gateway.logins).toHaveLength(1);
    expect(gateway.logins[0]?.heard.at(-1)).toBe('RequestLogout');
    await until(() => gateway.peers.every(({ socket }) => socket.readyState === 3));
  });

  test.each([
    [['13', 'permission denied'], 'wrong_password'],
    [['7', 'no data'], 'maintenance'],
    [['5', 'session limit reached'], 'session_limit'],
  ] as const)('refused with %j is %s', async (rpCode, fault) => {
    gateway.script.RequestLogin = (peer, { userMsg = [] }) => peer.send('ResponseLogin', { userMsg, rpCode });
    expect(await faultOf(open())).toBe(fault);
    await until(() => gateway.peers.every(({ socket }) => socket.readyState === 3));
  });

  test('answered by a forced logout is a session limit', async () => {
    gateway.script.RequestLogin = (peer) => peer.send('ForcedLogout', {});
    expect(await faultOf(open())).toBe('session_limit');
  });

  test('answered by a reject is refused', async () => {
    gateway.script.RequestLogin = (peer, { userMsg = [] }) =>
      peer.send('Reject', { userMsg, rpCode: ['13', 'permission denied'] });
    expect(await faultOf(open())).toBe('wrong_password');
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

describe('the way to the gateway', () => {
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

  test('to a node that is not there is gateway_down', async () => {
    expect(await faultOf(open({ ...gateway.address, uri: 'wss://localhost:1' }))).toBe('gateway_down');
  });

  test('to a node that accepts and stalls is given up', async () => {
    const stalled = createTcpServer(() => undefined);
    await new Promise<void>((resolve) => stalled.listen(0, '127.0.0.1', resolve));
    const { port } = stalled.address() as AddressInfo;
    expect(await faultOf(open({ ...gateway.address, uri: `wss://localhost:${port}` }))).toBe('gateway_down');
    stalled.close();
  });

  test('to a node that takes the login and stalls is given up', async () => {
    gateway.script.RequestLogin = () => undefined;
    expect(await faultOf(open())).toBe('gateway_down');
  });

  test('that falls silent is a lost connection, and made again', async () => {
    await open();
    gateway.script.RequestHeartbeat = () => undefined;
    await until(() => states.length > 1);
    expect(states[1]).toEqual({ kind: 'connecting', fault: 'gateway_down' });
    delete gateway.script.RequestHeartbeat;
    await until(() => states.at(-1)?.kind === 'connected');
  });
});

describe('a login that stands', () => {
  test('answers the beats of the gateway with their own words', async () => {
    const beats: unknown[] = [];
    gateway.script.ResponseHeartbeat = (_, { userMsg, rpCode }) => beats.push({ userMsg, rpCode });
    await open();
    gateway.logins[0]?.send('RequestHeartbeat', { userMsg: ['are', 'you there'] });
    await until(() => beats.length === 1);
    expect(beats).toEqual([{ userMsg: ['are', 'you there'], rpCode: ['0'] }]);
  });

  test('beats more often than it is asked to', async () => {
    gateway.script.RequestLogin = (peer, { userMsg = [] }) =>
      peer.send('ResponseLogin', { userMsg, rpCode: ['0'], heartbeatInterval: 1 });
    await open();
    await pause(1200);
    const beats = gateway.logins[0]?.heard.filter((name) => name === 'RequestHeartbeat') ?? [];
    expect(beats.length).toBeGreaterThanOrEqual(3);
  });

  test('skips what it does not know and what it did not ask for', async () => {
    await open();
    const peer = gateway.logins[0];
    // Template 358, and an answer to nobody's request
    peer?.raw(Uint8Array.from([0, 0, 0, 5, 0x98, 0xb6, 0x4b, 0xe6, 0x02]));
    peer?.send('ResponseFrontMonthContract', { userMsg: ['999'], rpCode: ['0'] });
    peer?.send('Reject', { rpCode: ['6', 'bad input'] });
    await pause(300);
    expect(states).toEqual([{ kind: 'connected' }]);
  });

  test('is not fought for when another program takes the seat', async () => {
    const feed = await open();
    const transport: string[] = [];
    feed.open(ES, {
      onBatch: () => undefined,
      onTransport: (state) => transport.push(state),
      onEnd: () => undefined,
    });
    await pause(200);
    gateway.logins[0]?.send('ForcedLogout', {});
    await until(() => states.at(-1)?.kind === 'ended');
    expect(states.at(-1)).toEqual({ kind: 'ended', fault: 'session_limit' });
    expect(transport).toEqual(['up', 'down']);
    await pause(2500);
    expect(gateway.logins).toHaveLength(1);
  });

  test('is not tried again with a password that was refused', async () => {
    await open();
    gateway.script.RequestLogin = (peer, { userMsg = [] }) =>
      peer.send('ResponseLogin', { userMsg, rpCode: ['13', 'permission denied'] });
    gateway.logins[0]?.socket.terminate();
    await until(() => states.at(-1)?.kind === 'ended');
    expect(states.map(({ kind }) => kind)).toEqual(['connected', 'connecting', 'ended']);
    await pause(2500);
    expect(gateway.logins).toHaveLength(2);
  });

  test('whose system is away is waited for', async () => {
    await open();
    gateway.script.RequestRithmicSystemInfo = (peer, { userMsg = [] }) =>
      peer.send('ResponseRithmicSystemInfo', { userMsg, rpCode: ['0'], systemName: ['Rithmic Test'] });
    gateway.logins[0]?.socket.terminate();
    await until(() => states.some((state) => state.kind === 'connecting' && state.fault === 'maintenance'));
    gateway.script = {};
    await until(() => states.at(-1)?.kind === 'connected');
  });

  test('that breaks at once again and again is made again ever more slowly', async () => {
    await open();
    gateway.script.RequestListExchangePermissions = ({ socket }) => socket.terminate();
    const before = gateway.peers.length;
    gateway.logins[0]?.socket.terminate();
    await pause(6000);
    // Two connections an attempt
    expect(gateway.peers.length - before).toBeLessThan(16);
    expect(gateway.peers.length - before).toBeGreaterThan(3);
  });

  test.each([
    ['a negative length', Uint8Array.from([0xff, 0xff, 0xff, 0xf0, 1])],
    ['a huge length', Uint8Array.from([0x7f, 0xff, 0xff, 0xff, 1])],
    ['a length without a body', Uint8Array.from([0, 0, 1, 0, 5])],
    ['bytes that are no message', Uint8Array.from([0, 0, 0, 4, 0xff, 0xff, 0xff, 0xff])],
    ['a text', 'service unavailable'],
    ['five megabytes', new Uint8Array(5 * 1024 * 1024)],
  ])('is ended as a fault of the protocol by %s, and made again', async (_, bytes) => {
    await open();
    gateway.logins[0]?.raw(bytes);
    await until(() => states.length >= 3);
    expect(states.slice(0, 3)).toEqual([
      { kind: 'connected' },
      { kind: 'connecting', fault: 'protocol' },
      { kind: 'connected' },
    ]);
  });

  test('does not log in any more once it is closed, at once', async () => {
    const feed = await open();
    gateway.script.RequestRithmicSystemInfo = () => undefined;
    gateway.logins[0]?.socket.terminate();
    await until(() => gateway.peers.length === 3);
    await feed.close();
    const waiting = gateway.peers[2];
    waiting?.send('ResponseRithmicSystemInfo', { userMsg: ['1'], rpCode: ['0'], systemName: [SYSTEM] });
    await pause(500);
    expect(gateway.logins).toHaveLength(1);
    expect(states.map(({ kind }) => kind)).toEqual(['connected', 'connecting']);
  });

  test('logs out when it is closed', async () => {
    const feed = await open();
    await feed.close();
    expect(gateway.logins[0]?.heard.at(-1)).toBe('RequestLogout');
    expect(states).toEqual([{ kind: 'connected' }]);
  });
});
