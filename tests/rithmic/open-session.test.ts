import { SystemList } from '@undertow/feeds';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ES } from './gateway-rig.ts';
import type { ScriptedGateway } from './scripted-gateway.ts';
import { SessionRig, until } from './session-rig.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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
afterEach(async () => {
  await rig.close();
  vi.useRealTimers();
});

describe('an open login', () => {
  test('answers heartbeats of the gateway with their own user message', async () => {
    const beats: unknown[] = [];
    gateway.script.ResponseHeartbeat = (_, { userMsg, rpCode }) => beats.push({ userMsg, rpCode });
    await open();
    gateway.logins[0]?.send('RequestHeartbeat', { userMsg: ['are', 'you there'] });
    await until(() => beats.length === 1);
    expect(beats).toEqual([{ userMsg: ['are', 'you there'], rpCode: ['0'] }]);
  });

  test('sends heartbeats more often than required', async () => {
    gateway.script.RequestLogin = (peer, { userMsg = [] }) =>
      peer.send('ResponseLogin', { userMsg, rpCode: ['0'], heartbeatInterval: 1 });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await open();
    vi.advanceTimersByTime(1200);
    const beats = () => gateway.logins[0]?.requests.filter((name) => name === 'RequestHeartbeat') ?? [];
    await until(() => beats().length >= 3);
  });

  test('skips unknown and unsolicited messages', async () => {
    await open();
    const peer = gateway.logins[0];
    // Template 358, and a response without a request
    peer?.raw(Uint8Array.from([0, 0, 0, 5, 0x98, 0xb6, 0x4b, 0xe6, 0x02]));
    peer?.send('ResponseFrontMonthContract', { userMsg: ['999'], rpCode: ['0'] });
    peer?.send('Reject', { rpCode: ['6', 'bad input'] });
    await pause(300);
    expect(states).toEqual([{ kind: 'connected' }]);
  });

  test('is not retried when another program takes the seat', async () => {
    const feed = await open();
    const transport: string[] = [];
    feed.open(ES, {
      onBatch: () => undefined,
      onTransport: (state) => transport.push(state),
      onEnd: () => undefined,
    });
    await until(() => transport.includes('up'));
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
      peer.send('ResponseLogin', { userMsg, rpCode: ['13', 'invalid password'] });
    gateway.logins[0]?.socket.terminate();
    await until(() => states.at(-1)?.kind === 'ended');
    expect(states.map(({ kind }) => kind)).toEqual(['connected', 'connecting', 'ended']);
    await pause(2500);
    expect(gateway.logins).toHaveLength(2);
  });

  test('is retried while its seat is still held, and succeeds once the seat is free', async () => {
    await open(gateway.address, 1 / 20);
    gateway.script.RequestLogin = (peer, { userMsg = [] }) => {
      const isHeld = gateway.logins.length < 4;
      const rpCode = isHeld ? ['13', 'permission denied'] : ['0'];
      peer.send('ResponseLogin', { userMsg, rpCode, heartbeatInterval: 30 });
    };
    gateway.logins[0]?.socket.terminate();
    await until(() => states.length > 1 && states.at(-1)?.kind === 'connected');
    expect(states.slice(2, -1)).toEqual([
      { kind: 'connecting', fault: 'login_denied' },
      { kind: 'connecting', fault: 'login_denied' },
    ]);
  });

  test('is abandoned after five more refusals without a reason', async () => {
    await open(gateway.address, 1 / 100);
    gateway.script.RequestLogin = (peer, { userMsg = [] }) =>
      peer.send('ResponseLogin', { userMsg, rpCode: ['13', 'permission denied'] });
    gateway.logins[0]?.socket.terminate();
    await until(() => states.at(-1)?.kind === 'ended');
    expect(states.at(-1)).toEqual({ kind: 'ended', fault: 'login_denied' });
    expect(gateway.logins).toHaveLength(1 + 6);
  });

  test('waits for a system that is down', async () => {
    await open();
    gateway.script.RequestLogin = (peer, { userMsg = [] }) =>
      peer.send('ResponseLogin', { userMsg, rpCode: ['5', 'unknown system'] });
    gateway.logins[0]?.socket.terminate();
    await until(() => states.some((state) => state.kind === 'connecting' && state.fault === 'maintenance'));
    gateway.script = {};
    await until(() => states.at(-1)?.kind === 'connected');
  });

  test('that is lost is retried with one connection an attempt, and no second one for history', async () => {
    const feed = await open(gateway.address, 1 / 100);
    await until(() => reports.length === 1);
    gateway.script.RequestListExchangePermissions = ({ socket }) => socket.terminate();
    const before = gateway.peers.length;
    gateway.logins[0]?.socket.terminate();
    await until(() => states.length >= 6);
    await expect(feed.minuteBars(ES, 0, 60_000)).rejects.toThrow('connecting again');
    let attempts = gateway.peers.slice(before);
    // The newest one may not have sent anything yet
    await until(() => {
      attempts = gateway.peers.slice(before);
      return attempts.every(({ requests }) => requests.length > 0);
    });
    expect(attempts.length).toBeGreaterThan(3);
    expect(attempts.map(({ requests }) => requests[0])).toEqual(attempts.map(() => 'RequestLogin'));
    expect(attempts.map(({ plant }) => plant)).toEqual(attempts.map(() => 1));
  });

  test.each([
    ['RequestLogin', 'cut'],
    ['RequestLogin', 'cutInFrame'],
    ['RequestListExchangePermissions', 'cutInFrame'],
    ['RequestReferenceData', 'cut'],
    ['RequestDepthByOrderSnapshot', 'cut'],
    ['RequestDepthByOrderSnapshot', 'cutInFrame'],
  ] as const)('whose response to %s ends in a %s is opened again', async (request, how) => {
    const feed = await open(gateway.address, 1 / 100);
    const ended: string[] = [];
    feed.open(ES, {
      onBatch: () => undefined,
      onTransport: (state) => ended.push(state),
      onEnd: () => undefined,
    });
    await until(() => reports.length === 1 && ended.includes('up'));
    let cuts = 0;
    gateway.script[request] = (peer) => {
      cuts += 1;
      // The next attempt finds a gateway that behaves
      gateway.script = {};
      peer[how]();
    };
    gateway.logins[0]?.socket.terminate();
    await until(() => cuts === 1 && states.at(-1)?.kind === 'connected' && ended.at(-1) === 'up');
    expect(states.map(({ kind }) => kind)).not.toContain('ended');
    expect(ended.filter((state) => state === 'down').length).toBeGreaterThan(0);
  });

  test('reads the list of systems once for successive logins', async () => {
    const systems = new SystemList();
    for (let count = 0; count < 3; count += 1) await systems.require(gateway.address);
    await Promise.all([systems.namesOf(gateway.address), systems.namesOf(gateway.address)]);
    expect(gateway.peers).toHaveLength(1);
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

  test('does not log in again once it is closed', async () => {
    const feed = await open();
    gateway.logins[0]?.socket.terminate();
    await until(() => states.length === 2);
    await feed.close();
    await pause(1500);
    expect(gateway.logins).toHaveLength(1);
    expect(states.map(({ kind }) => kind)).toEqual(['connected', 'connecting']);
  });

  test('logs out when it is closed', async () => {
    const feed = await open();
    await feed.close();
    expect(gateway.logins[0]?.requests.at(-1)).toBe('RequestLogout');
    expect(states).toEqual([{ kind: 'connected' }]);
  });
});
