/** A login on one plant: what is sent and when, how it ends, and that a password is gone as soon as it was sent. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RithmicError } from '#rithmic/wire/rithmic-error.ts';
import { openListened, PlantReports } from '#testing/listened-plant.ts';
import { DENIED, MemoryGateway, OK, pass, settle } from '#testing/memory-gateway.ts';
import { PlantSession } from './plant-session.ts';

const SECRET = 'a password';
let gateway: MemoryGateway;
let password: Buffer;
beforeEach(() => {
  gateway = new MemoryGateway();
  password = Buffer.from(SECRET);
});
afterEach(() => gateway.close());

const open = (infraType = 1) =>
  PlantSession.open({
    gateway: gateway.address,
    infraType,
    credentials: async () => ({ user: 'alice', password }),
  });
const requests = (at = 0) => gateway.peers[at]?.requests ?? [];
const count = (name: string) => requests().filter((one) => one === name).length;

const listened = () => openListened(gateway);

describe('a login', () => {
  test.each([1, 3, 5])('on plant %i has every field that a gateway requires', async (infraType) => {
    const plant = await open(infraType);
    const [login] = gateway.peers[0]?.all('RequestLogin') ?? [];
    expect({ ...login, password: Buffer.from(login?.password ?? []).toString() }).toEqual({
      templateId: 10,
      templateVersion: '5.42',
      userMsg: ['1'],
      user: 'alice',
      password: SECRET,
      appName: 'undertow:tests',
      appVersion: '1.0',
      systemName: 'Rithmic Paper Trading',
      infraType,
    });
    expect(plant.user).toBe('alice');
  });

  test('is followed by a heartbeat at once', async () => {
    await open();
    await settle();
    expect(requests()).toEqual(['RequestLogin', 'RequestHeartbeat']);
  });

  test.each([
    ['13', 'invalid password', 'wrong_password'],
    ['13', 'permission denied', 'login_denied'],
    ['6', 'bad input', 'login_rejected'],
    ['1', '', 'login_failed'],
    ['7', 'no data', 'maintenance'],
  ] as const)('refused with %s "%s" is %s and leaves no connection', async (code, text, fault) => {
    gateway.script.RequestLogin = () => [{ rpCode: [code, text] }];
    await expect(open()).rejects.toMatchObject({ fault });
    await settle();
    expect(gateway.peers.map(({ isOpen }) => isOpen)).toEqual([false]);
    expect(requests()).toEqual(['RequestLogin']);
  });

  test('overwrites its password, accepted or refused', async () => {
    const zeros = Array.from({ length: SECRET.length }, () => 0);
    await open();
    expect([...password]).toEqual(zeros);
    password = Buffer.from(SECRET);
    gateway.script.RequestLogin = () => [DENIED];
    await expect(open()).rejects.toBeInstanceOf(RithmicError);
    expect([...password]).toEqual(zeros);
  });

  test('overwrites its password where the connection breaks before the response', async () => {
    gateway.script.RequestLogin = (_, peer) => {
      setImmediate(() => peer.cut());
      return [];
    };
    await expect(open()).rejects.toMatchObject({ fault: 'gateway_down' });
    expect(password.every((byte) => byte === 0)).toBe(true);
  });

  test('without a response is given up after five seconds, and the message says what was expected', async () => {
    gateway.script.RequestLogin = () => [];
    const failed = expect(open()).rejects.toThrow('no answer to RequestLogin within 5000 ms');
    await settle();
    await pass(4999);
    expect(gateway.peers[0]?.isOpen).toBe(true);
    await pass(1);
    await failed;
    expect(gateway.peers[0]?.isOpen).toBe(false);
  });

  test.each(['before', 'after'])('with a forced logout %s its response has no session', async (when) => {
    gateway.script.RequestLogin = ({ userMsg = [] }, peer) => {
      if (when === 'after') peer.send('ResponseLogin', { userMsg, ...OK });
      peer.send('ForcedLogout', {});
      return [];
    };
    const session = open();
    // In one read the login fails; in two the session that was made ends
    const fault = await session.then(
      (plant) =>
        new Promise<string>((resolve) => {
          const onDown = (error: RithmicError) => resolve(error.fault);
          plant.listen({ onPush: () => undefined, onAlive: () => undefined, onDown });
        }),
      (error: RithmicError) => error.fault,
    );
    expect(fault).toBe('session_limit');
  });

  test('whose credentials cannot be had sends none and closes the connection', async () => {
    const refusal = new Error('no credentials');
    const attempt = PlantSession.open({
      gateway: gateway.address,
      infraType: 1,
      credentials: async () => {
        throw refusal;
      },
    });
    await expect(attempt).rejects.toBe(refusal);
    await settle();
    expect([requests(), gateway.peers[0]?.isOpen]).toEqual([[], false]);
  });
});

describe('the end of a connection', () => {
  test('fails what is under way and what is requested later, with one and the same reason', async () => {
    gateway.script.RequestLoginInfo = () => [];
    const { plant, listener } = await listened();
    const underWay = plant.request('RequestLoginInfo', {}).catch((error: unknown) => error);
    await settle();
    gateway.peers[0]?.cut();
    const [end] = [await underWay];
    expect(end).toMatchObject({ fault: 'gateway_down' });
    expect(listener.ends).toEqual([end]);
    await expect(plant.request('RequestLoginInfo', {})).rejects.toBe(end);
  });

  test('is received by who listens only after it', async () => {
    const plant = await open();
    gateway.peers[0]?.send('ForcedLogout', {});
    await settle();
    const listener = new PlantReports();
    plant.listen(listener);
    expect(listener.ends.map(({ fault }) => fault)).toEqual(['session_limit']);
  });

  test('by a forced logout is a session limit, which is never retried', async () => {
    const { listener } = await listened();
    gateway.peers[0]?.send('ForcedLogout', {});
    await settle();
    expect(listener.ends.map(({ fault, retry }) => [fault, retry])).toEqual([['session_limit', 'never']]);
    expect(gateway.peers[0]?.isOpen).toBe(false);
  });

  test('by its user has the reason that the user gave', async () => {
    const { plant, listener } = await listened();
    const reason = new RithmicError('protocol', 'a book that cannot be followed');
    plant.giveUp(reason);
    plant.giveUp(new RithmicError('gateway_down', 'later'));
    await settle();
    expect(listener.ends).toEqual([reason]);
    expect(gateway.peers[0]?.isOpen).toBe(false);
  });

  test('by closing logs out once, stops the beats and is no failure', async () => {
    const { plant, listener } = await listened();
    await Promise.all([plant.close(), plant.close()]);
    await pass(10_000);
    expect(requests()).toEqual(['RequestLogin', 'RequestHeartbeat', 'RequestLogout']);
    expect([gateway.peers[0]?.isOpen, listener.ends]).toEqual([false, []]);
    await expect(plant.request('RequestLoginInfo', {})).rejects.toThrow('the connection was closed');
  });

  test('by closing waits a second for a gateway that does not answer, and fails what is under way', async () => {
    gateway.script = { RequestLogout: () => [], RequestLoginInfo: () => [] };
    const { plant } = await listened();
    const failed = expect(plant.request('RequestLoginInfo', {})).rejects.toThrow('the connection was closed');
    const closed = plant.close();
    await pass(999);
    expect(gateway.peers[0]?.isOpen).toBe(true);
    await pass(1);
    await Promise.all([closed, failed]);
    expect(gateway.peers[0]?.isOpen).toBe(false);
  });

  test('by closing hides what is pushed until it is closed', async () => {
    const { plant, listener } = await listened();
    gateway.script.RequestLogout = (_, peer) => {
      peer.send('LastTrade', { symbol: 'ESZ6' });
      return [OK];
    };
    await plant.close();
    expect(listener.pushed).toEqual([]);
  });

  test('after it was lost sends no logout', async () => {
    const { plant, listener } = await listened();
    gateway.peers[0]?.cut();
    await settle();
    await plant.close();
    expect([count('RequestLogout'), listener.ends.length]).toEqual([0, 1]);
  });
});
