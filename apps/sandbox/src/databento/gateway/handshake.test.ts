/** The handshake: greeting, challenge, who may log in, and what is refused with which text. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultyKey } from '#databento/access/keys.ts';
import { hashOf } from '#databento/protocol/authentication.ts';
import { LiveClient } from '#testing/databento/live-client.ts';
import { KEY, openDatabento } from '#testing/databento/open-databento.ts';
import type { Databento } from './start-databento.ts';

let gateway: Databento;
beforeAll(async () => {
  gateway = await openDatabento();
});
afterAll(() => gateway.close());

const ACCEPTED = /^success=1\|session_id=\d+$/;

test('a client is greeted and challenged with 32 letters and digits, another one every time', async () => {
  const [one, other] = [await LiveClient.open(gateway), await LiveClient.open(gateway)];
  expect(one.lines[0]).toMatch(/^lsg_version=[\d.]+$/);
  expect(one.challenge).toMatch(/^[0-9a-zA-Z]{32}$/);
  expect(other.challenge).not.toBe(one.challenge);
  one.close();
  other.close();
});

test.each([
  ['C++', 'AUTH|dataset=GLBX.MDP3|encoding=dbn|ts_out=0|compression=none|client=c|heartbeat_interval_s=5'],
  [
    'Rust',
    'AUTH|dataset=GLBX.MDP3|encoding=dbn|compression=none|ts_out=0|client=r|slow_reader_behavior=warn',
  ],
  ['Python', 'client=p|dataset=GLBX.MDP3|encoding=dbn|ts_out=0|compression=none|AUTH'],
  ['Go', 'AUTH|dataset=GLBX.MDP3|client=g'],
  ['one with a bar at the end', 'dataset=GLBX.MDP3|AUTH|'],
])('the line of the %s client is accepted with exactly two keys', async (_, line) => {
  const client = await LiveClient.open(gateway);
  const auth = `auth=${hashOf(client.challenge, KEY)}-${KEY.slice(-5)}`;
  client.write(`${line.replace('AUTH', auth)}\n`);
  await client.until(() => client.lines.length === 3, 'an answer');
  expect(client.lines[2]).toMatch(ACCEPTED);
  client.close();
});

test.each([
  ['a wrong key', 'db-0123456789abcdefghijklmnopqr7', 'Authentication failed.'],
  ['a wrong key with a known tail', 'db-9999999999abcdefghijklmnopqrs', 'Authentication failed.'],
  ['a deactivated key', faultyKey('deactivated'), 'The API key is deactivated.'],
  ['a key without sessions left', faultyKey('limited'), 'User has reached their open connection limit.'],
])('%s is refused with a text, and the connection closed', async (_, key, text) => {
  const client = await LiveClient.logIn(gateway, { key });
  expect(client.lines[2]).toBe(`success=0|error=${text}`);
  await client.until(() => client.isClosed, 'the end');
});

test.each([
  [
    'an unknown dataset',
    (auth: string) => `${auth}|dataset=XNAS.ITCH`,
    "Unknown dataset 'XNAS.ITCH', expected GLBX.MDP3",
  ],
  ['no dataset', (auth: string) => auth, "Missing 'dataset'"],
  [
    'another encoding',
    (auth: string) => `${auth}|dataset=GLBX.MDP3|encoding=csv`,
    "Expected dbn for 'encoding', got 'csv'",
  ],
  [
    'too short an interval',
    (auth: string) => `${auth}|dataset=GLBX.MDP3|heartbeat_interval_s=4`,
    "Expected a number from 5 to 1800 for 'heartbeat_interval_s', got '4'",
  ],
  [
    'a key that comes twice',
    (auth: string) => `${auth}|dataset=GLBX.MDP3|ts_out=0|ts_out=1`,
    "'ts_out' is given twice",
  ],
  ['half a hash', () => 'auth=abc-opqrs|dataset=GLBX.MDP3', 'Invalid authentication line'],
  ['no hash', () => 'schema=mbo|symbols=ES.c.0', 'Invalid authentication line'],
])('%s is refused', async (_, lineOf, text) => {
  const client = await LiveClient.open(gateway);
  client.write(`${lineOf(`auth=${hashOf(client.challenge, KEY)}-${KEY.slice(-5)}`)}\n`);
  await client.until(() => client.isClosed, 'the end');
  expect(client.lines[2]).toBe(`success=0|error=${text}`);
});

test('the answer to an earlier challenge is not accepted', async () => {
  const earlier = await LiveClient.open(gateway);
  const line = earlier.authLine();
  earlier.close();
  const client = await LiveClient.open(gateway);
  client.write(`${line}\n`);
  await client.until(() => client.isClosed, 'the end');
  expect(client.lines[2]).toBe('success=0|error=Authentication failed.');
});

test('a line in pieces is one line, two in one piece are two', async () => {
  const client = await LiveClient.open(gateway);
  for (const piece of client.authLine().match(/.{1,7}/g) ?? []) {
    client.write(piece);
    await new Promise((later) => setTimeout(later, 1));
  }
  client.write('\r\n');
  await client.until(() => client.lines.length === 3, 'an answer');
  expect(client.lines[2]).toMatch(ACCEPTED);
  client.close();
});

test.each([
  [
    'binary garbage',
    Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]),
    'Lines are printable ASCII characters',
  ],
  ['a line without an end', Buffer.alloc(50_000, 'a'), 'A line has at most 40000 characters'],
])('%s before the login ends the connection', async (_, bytes, text) => {
  const client = await LiveClient.open(gateway);
  client.socket.write(bytes);
  await client.until(() => client.isClosed, 'the end');
  expect(client.lines.at(-1)).toBe(`success=0|error=${text}`);
});

test('whoever does not log in in time is disconnected', async () => {
  const own = await openDatabento({ loginMs: 300 });
  const client = await LiveClient.open(own);
  await client.until(() => client.isClosed, 'the end');
  expect(client.lines.at(-1)).toBe('success=0|error=Authentication timed out.');
  await own.close();
});

test('the eleventh session is refused until one of the ten ends', async () => {
  const own = await openDatabento();
  const ten = await Promise.all(Array.from({ length: 10 }, () => LiveClient.logIn(own)));
  for (const client of ten) expect(client.lines[2]).toMatch(ACCEPTED);
  expect(new Set(ten.map((client) => client.lines[2])).size).toBe(10);
  const eleventh = await LiveClient.logIn(own);
  expect(eleventh.lines[2]).toBe('success=0|error=User has reached their open connection limit.');
  ten[3]?.close();
  await expect.poll(() => own.sessions()).toHaveLength(9);
  expect((await LiveClient.logIn(own)).lines[2]).toMatch(ACCEPTED);
  await own.close();
});
