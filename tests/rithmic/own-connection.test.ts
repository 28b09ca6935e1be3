/** Users' own connections over a real wire: the supervisor, the feed and the sandbox's gateway. */
import { createServer } from 'node:net';
import type { RithmicFeed } from '@undertow/feeds';
import { type Gateway, startGateway } from '@undertow/sandbox/src/rithmic/gateway/start-gateway.ts';
import { createRithmicLogins } from '@undertow/server/src/adapters/rithmic/rithmic-logins.ts';
import { createCredentialSeal } from '@undertow/server/src/adapters/secrets/credential-seal.ts';
import { sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { openConnectionSupervisor } from '@undertow/server/src/modules/connection/connection-supervisor.ts';
import type { ConnectionSupervisor } from '@undertow/server/src/ports/credentials.ts';
import { openTestApp, type TestApp } from '@undertow/server/testing/app.ts';
import { TEST_CREDENTIAL_KEYS } from '@undertow/server/testing/rithmic.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dataLoginsOf, ES } from './gateway-rig.ts';

const PAPER = { server: 'rithmic_paper_server', domain: 'rithmic_paper_domain', system: null } as const;

let app: TestApp;
let gateway: Gateway;
beforeAll(async () => {
  app = await openTestApp();
  const settings = { port: 0, host: '127.0.0.1', instruments: [ES], historyMinutes: 2, heartbeatSeconds: 5 };
  gateway = await startGateway(settings);
}, 120_000);
afterAll(async () => {
  await gateway?.close();
  await app?.close();
});

let supervisor: ConnectionSupervisor;
let rows: Map<string, number>;
let feeds: Map<string, RithmicFeed>;

/** The server after a start. Its lines count the rows that reach their owners. */
function open(uri = gateway.uri, ca: string | null = gateway.ca): void {
  feeds = new Map();
  rows = new Map();
  supervisor = openConnectionSupervisor({
    ...app.parts,
    connectionStore: app.stores.connectionStore,
    connectionSteps: app.stores.connectionSteps,
    seal: createCredentialSeal(TEST_CREDENTIAL_KEYS),
    random: () => 0.5,
    logins: createRithmicLogins({
      clock: app.parts.clock,
      random: () => 0.5,
      config: {
        gateways: { rithmic_paper_server: uri, rithmic_live_server: uri },
        systems: { rithmic_paper_domain: 'Rithmic Paper Trading', rithmic_live_domain: 'Rithmic 99' },
        appName: 'Undertow',
        appVersion: '1.0',
        ca,
        keys: TEST_CREDENTIAL_KEYS,
      },
    }),
    lines: {
      async open(userId, feed) {
        feeds.set(userId, feed);
        feed.open(ES, {
          onBatch: () => rows.set(userId, (rows.get(userId) ?? 0) + 1),
          ...{ onTransport: () => undefined, onEnd: () => undefined },
        });
      },
      async close(userId) {
        await feeds.get(userId)?.close();
        feeds.delete(userId);
      },
      pausing: (_userId, act) => act(),
    },
  });
}

beforeEach(() => open());
afterEach(async () => {
  await supervisor.close();
  await expect.poll(() => gateway.logins()).toEqual([]);
});

let people = 0;
async function save(password: string, more: object = {}) {
  people += 1;
  const { id: userId } = await app.newUser('pro', [ES]);
  const username = `trader-${people}`;
  await supervisor.save(userId, { username, password, ...PAPER, ...more }, 'request');
  return { userId, username };
}

const status = async (userId: string) => (await supervisor.stateOf(userId)).status;
const message = async (userId: string) => (await supervisor.stateOf(userId)).errorMessage;
const seatsOf = (username: string) => gateway.logins().filter(({ user }) => user === username).length;

test('a saved login brings market data, and a disconnect frees the seat', async () => {
  const { userId, username } = await save('paper');
  await expect.poll(() => status(userId)).toBe('connected');
  await expect.poll(() => rows.get(userId) ?? 0).toBeGreaterThan(3);
  expect(seatsOf(username)).toBeGreaterThan(0);
  await supervisor.disconnect(userId, 'request');
  expect(await status(userId)).toBe('disconnected');
  await expect.poll(() => seatsOf(username)).toBe(0);
});

test.each([
  ['a wrong password', 'wrong-password', {}, 'refused the username or the password'],
  ['no market data', 'paper-nodata', {}, 'has no market data'],
  ['no seat left', 'no-seat', {}, 'in use elsewhere'],
  ['a system that is not served', 'paper', { domain: 'rithmic_live_domain' }, 'does not offer that system'],
])(
  '%s is an error that is not retried, and a connection test reports the same',
  async (_what, password, more, expected) => {
    const { userId, username } = await save(password, more);
    await expect.poll(() => status(userId)).toBe('error');
    expect(await message(userId)).toContain(expected);
    await expect(supervisor.test(userId)).rejects.toThrow(expected);
    await expect.poll(() => seatsOf(username)).toBe(0);
  },
);

test.each([
  ['bad-input', 'could not read this login'],
  ['failing', 'an internal error'],
  ['nobody-knows-it', 'denied this login'],
])('a login %s that names no password has its own fault, and is retried', async (password, expected) => {
  const { userId } = await save(password);
  await expect.poll(() => message(userId)).toContain(expected);
  expect(await status(userId)).toBe('connecting');
  await expect(supervisor.test(userId)).rejects.toThrow(expected);
});

test('a login waits for a seat that is still held', async () => {
  const { userId } = await save('held');
  await expect.poll(() => message(userId)).toContain('still holds its seat');
  expect(await status(userId)).toBe('connecting');
  await expect.poll(() => status(userId)).toBe('connected');
});

test('agreements that are not signed and the sessions of the login are shown while its data flows', async () => {
  const { userId } = await save('paper-unsigned');
  await expect.poll(() => status(userId)).toBe('connected');
  await expect
    .poll(async () => (await supervisor.stateOf(userId)).account)
    .toEqual({
      unsignedAgreements: ['CME Group Market Data Subscriber Agreement', 'Rithmic Self-Certification'],
      sessions: { inUse: 1, most: 2 },
    });
});

test('market data that waits for a signature is reported as such', async () => {
  const { userId } = await save('unsigned');
  await expect.poll(() => message(userId)).toContain('until the agreements of this account are signed');
  expect((await supervisor.stateOf(userId)).account?.unsignedAgreements).toHaveLength(2);
});

test('a user chooses a system of the gateway’s own list', async () => {
  const { systems, ofDomain } = await supervisor.systemsOf('rithmic_paper_server');
  expect(systems).toContain('TopstepTrader');
  expect(ofDomain.rithmic_paper_domain).toBe('Rithmic Paper Trading');
  const { userId, username } = await save('paper', { system: 'TopstepTrader' });
  await expect.poll(() => status(userId)).toBe('connected');
  const mine = gateway.logins().filter(({ user }) => user === username);
  expect(new Set(mine.map(({ system }) => system))).toEqual(new Set(['TopstepTrader']));
  expect(await supervisor.stateOf(userId)).toMatchObject({
    system: 'TopstepTrader',
    domain: 'rithmic_paper_domain',
  });
});

test('after a forced logout one call connects again with what is saved', async () => {
  const { userId, username } = await save('paper');
  await expect.poll(() => status(userId)).toBe('connected');
  gateway.forceLogout(username);
  await expect.poll(() => status(userId)).toBe('error');
  expect(await supervisor.stateOf(userId)).toMatchObject({ canResume: true });
  await supervisor.resume(userId, 'request');
  await expect.poll(() => status(userId)).toBe('connected');
  expect(await message(userId)).toBeNull();
  const before = dataLoginsOf(gateway);
  await supervisor.resume(userId, 'request');
  expect(dataLoginsOf(gateway)).toEqual(before);
});

test('maintenance passes by itself', async () => {
  gateway.setMaintenance(true);
  const { userId } = await save('paper');
  await expect.poll(() => message(userId)).toContain('closed for maintenance');
  expect(await status(userId)).toBe('connecting');
  gateway.setMaintenance(false);
  await expect.poll(() => status(userId)).toBe('connected');
});

test('when another program takes the seat, that is shown and the login is not retried, even after a restart', async () => {
  const { userId, username } = await save('paper');
  await expect.poll(() => status(userId)).toBe('connected');
  gateway.forceLogout(username);
  await expect.poll(() => status(userId)).toBe('error');
  expect(await message(userId)).toContain('one login is one seat');
  await supervisor.close();
  open();
  expect(await status(userId)).toBe('error');
  expect(seatsOf(username)).toBe(0);
});

test('a test logs in and out without a connection, and leaves a running one as it is', async () => {
  const { userId, username } = await save('paper-single');
  await expect.poll(() => status(userId)).toBe('connected');
  const before = dataLoginsOf(gateway);
  expect(await supervisor.test(userId)).toContain('You are connected');
  expect(dataLoginsOf(gateway)).toEqual(before);
  gateway.forceLogout(username);
  await expect.poll(() => status(userId)).toBe('error');
  expect(await supervisor.test(userId)).toContain('the login was accepted');
  await expect.poll(() => seatsOf(username)).toBe(0);
});

test('after a restart the connection is restored', async () => {
  const { userId } = await save('paper');
  await expect.poll(() => status(userId)).toBe('connected');
  await supervisor.close();
  await expect.poll(() => gateway.logins()).toEqual([]);
  open();
  await expect.poll(() => status(userId)).toBe('connected');
  await expect.poll(() => rows.get(userId) ?? 0).toBeGreaterThan(3);
});

test('a gateway that was lost is connected again once it returns, with data', async () => {
  const { userId } = await save('paper');
  await expect.poll(() => status(userId)).toBe('connected');
  await gateway.stopListening();
  await expect.poll(() => status(userId)).toBe('connecting');
  expect(await message(userId)).toContain('is not responding');
  await gateway.listenAgain();
  await expect.poll(() => status(userId)).toBe('connected');
  const before = rows.get(userId) ?? 0;
  await expect.poll(() => rows.get(userId) ?? 0).toBeGreaterThan(before);
});

test('a lost gateway is in the log, with the depth of the account', async () => {
  const { userId } = await save('paper');
  const logged = async () =>
    (await supervisor.logOf(userId)).map(({ step, fault }) => `${step} ${fault ?? ''}`.trim());
  await expect.poll(logged).toEqual(['connected', 'connecting']);
  await gateway.stopListening();
  await expect.poll(logged).toContain('interrupted gateway_down');
  await gateway.listenAgain();
  await expect.poll(() => status(userId)).toBe('connected');
  await expect.poll(logged).toEqual(['connected', 'interrupted gateway_down', 'connected', 'connecting']);
  const paper = { server: 'rithmic_paper_server', tier: 'L3' };
  expect(await supervisor.logOf(userId)).toMatchObject([paper, {}, paper, {}]);
});

test('unknown messages are counted over connections, and change nothing else', async () => {
  const { userId } = await save('paper');
  await expect.poll(() => status(userId)).toBe('connected');
  const notUnderstood = () => feeds.get(userId)?.messagesNotUnderstood;
  expect(notUnderstood()).toBe(0);
  gateway.sendGarbage('unknown-template');
  gateway.sendGarbage('unknown-template');
  await expect.poll(notUnderstood).toBe(2);
  gateway.cutMidFrame();
  await expect.poll(() => status(userId)).toBe('connecting');
  await expect.poll(() => status(userId)).toBe('connected');
  gateway.sendGarbage('unknown-template');
  await expect.poll(notUnderstood).toBe(3);
  expect(await message(userId)).toBeNull();
});

test('T33 a row that was changed while the connection was open is read when it reconnects', async () => {
  const [mine, theirs] = [await save('paper'), await save('paper-l2')];
  for (const { userId } of [mine, theirs]) await expect.poll(() => status(userId)).toBe('connected');
  const row = await app.stores.connectionStore.find(theirs.userId);
  await app.orm.execute(
    sql`UPDATE broker_credentials SET password = ${row?.sealed?.password ?? ''} WHERE user_id = ${mine.userId}`,
  );
  gateway.cutMidFrame();
  await expect.poll(() => status(mine.userId)).toBe('error');
  expect(await message(mine.userId)).toContain('can no longer be read');
  await expect.poll(() => status(theirs.userId)).toBe('connected');
});

describe('a faulty gateway', () => {
  test('with a certificate of another authority gets nothing', async () => {
    await supervisor.close();
    open(gateway.uri, null);
    const { userId, username } = await save('paper');
    await expect.poll(() => status(userId)).toBe('error');
    expect(await message(userId)).toContain('could not be verified');
    expect(seatsOf(username)).toBe(0);
  });

  test('that never responds counts as down, and a disconnect need not wait for it', async () => {
    const mute = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => mute.once('listening', resolve));
    const { port } = mute.address() as { port: number };
    await supervisor.close();
    open(`wss://127.0.0.1:${port}`);
    const { userId } = await save('paper');
    expect(await status(userId)).toBe('connecting');
    await supervisor.disconnect(userId, 'request');
    expect(await status(userId)).toBe('disconnected');
    mute.close();
  });
});
