/** One connection to a gateway, line by line: what is sent, when it is given up, and the one reason for which it ends. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { header, orderRecord } from '#testing/dbn-bytes.ts';
import type { DatabentoError } from './databento-error.ts';
import { GatewaySession } from './gateway-session.ts';

const KEY = 'db-0123456789abcdefghijklmnopqrs';

let server: Server;
let gateway: Socket | null;
let received: string;
let session: GatewaySession;
let calls: string[];
let failure: DatabentoError | null;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [gateway, received, calls, failure] = [null, '', [], null];
  // Otherwise a second line waits for the acknowledgement of the first, up to forty milliseconds
  server = createServer({ noDelay: true }, (socket) => {
    gateway = socket;
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      received += bytes.toString();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  vi.useRealTimers();
  session.close();
  gateway?.destroy();
  server.close();
  await once(server, 'close');
});

/** Turns of the event loop until it is so: the clock of timers stands still meanwhile. */
async function until(isDone: () => boolean): Promise<void> {
  for (let turn = 0; turn < 20_000; turn += 1) {
    if (isDone()) return;
    await setImmediate();
  }
  throw new Error(`not in time: ${calls.join()} ${received}`);
}

async function connect(): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const place = { host: '127.0.0.1', port, dataset: 'GLBX.MDP3', compression: 'none' } as const;
  session = new GatewaySession(
    { ...place, key: KEY, waitScale: 1 },
    {
      onAccepted: () => calls.push('accepted'),
      onMetadata: ({ dataset }) => calls.push(`metadata of ${dataset}`),
      onBlock: ({ count }) => calls.push(`${count} records`),
      onDown: (error) => {
        failure = error;
        calls.push(`down ${error.fault}`);
      },
    },
  );
  await until(() => gateway !== null);
}

const write = (text: string | Uint8Array): unknown => gateway?.write(text);

async function accepted(): Promise<void> {
  await connect();
  write('lsg_version=0.4.2\ncram=abc\n');
  await until(() => received.endsWith('\n'));
  write('success=1|session_id=42\n');
  await until(() => calls.length > 0);
}

test('a challenge is answered once, with all that the gateway has to know and never the key', async () => {
  await accepted();
  const pairs = new Map(
    received
      .trim()
      .split('|')
      .map((pair) => pair.split('=') as [string, string]),
  );
  expect([...pairs.keys()]).toEqual([
    ...['auth', 'dataset', 'encoding', 'compression', 'ts_out', 'client', 'heartbeat_interval_s'],
  ]);
  expect(pairs.get('auth')).toMatch(/^[\da-f]{64}-opqrs$/);
  expect([pairs.get('dataset'), pairs.get('ts_out'), pairs.get('heartbeat_interval_s')]).toEqual([
    'GLBX.MDP3',
    '1',
    '5',
  ]);
  expect(received).not.toContain(KEY);
  expect(calls).toEqual(['accepted']);
});

test('lines are sent one under the other, and none where there are none', async () => {
  await accepted();
  received = '';
  session.send([]);
  session.send(['one', 'two']);
  await until(() => received.length > 0);
  expect(received).toBe('one\ntwo\n');
});

test('the stream may begin in the packet of the last line, and comes as records', async () => {
  await connect();
  write('cram=abc\n');
  await until(() => received.endsWith('\n'));
  write(Buffer.concat([Buffer.from('success=1|session_id=42\n'), header(), orderRecord(), orderRecord()]));
  await until(() => calls.length === 3);
  write(orderRecord());
  await until(() => calls.length === 4);
  expect(calls).toEqual(['accepted', 'metadata of GLBX.MDP3', '2 records', '1 records']);
});

test.each([
  ['success=0|error=User authentication failed', 'key_refused', 'User authentication failed'],
  ['success=0|error=Too many sessions', 'connection_limit', 'Too many sessions'],
  [`success=0|error=bad key ${KEY}`, 'key_refused', 'bad key …'],
  // An answer without the word is a refusal, with the whole line as its reason
  ['HTTP/1.1 400 Bad Request', 'key_refused', 'HTTP/1.1 400 Bad Request'],
  [`success=0|error=${'x'.repeat(400)}`, 'key_refused', 'x'.repeat(300)],
])('the answer %s ends the session', async (line, fault, shown) => {
  await connect();
  write(`${line}\n`);
  await until(() => failure !== null);
  expect(failure).toMatchObject({ fault, message: `the gateway refused the session: ${shown}` });
  expect(calls).toEqual([`down ${fault}`]);
});

test('bytes without the end of a line are given up at four kilobytes', async () => {
  await connect();
  write('x'.repeat(4096));
  await until(() => (gateway?.bytesWritten ?? 0) === 4096);
  await setImmediate();
  expect(failure).toBeNull();
  write('x');
  await until(() => failure !== null);
  expect(failure).toMatchObject({
    fault: 'protocol',
    message: expect.stringMatching(/^expected a line of the handshake, got 4097 bytes without an end/),
  });
});

test('a handshake that is not finished within thirty seconds is given up', async () => {
  await connect();
  write('lsg_version=0.4.2\n');
  await until(() => vi.getTimerCount() === 1);
  await setImmediate();
  vi.advanceTimersByTime(29_999);
  expect(failure).toBeNull();
  vi.advanceTimersByTime(1);
  expect(failure).toMatchObject({
    fault: 'gateway_down',
    message: 'the gateway did not finish the handshake within 30 s',
  });
});

test('ten seconds of silence end it, counted from the last byte', async () => {
  await accepted();
  vi.advanceTimersByTime(9000);
  write(header());
  await until(() => calls.length === 2);
  vi.advanceTimersByTime(9999);
  await setImmediate();
  expect(failure).toBeNull();
  vi.advanceTimersByTime(1);
  await until(() => failure !== null);
  expect(failure).toMatchObject({ fault: 'silent', message: 'nothing came from the gateway for 10 s' });
});

test.each([
  ['before a record', [header()], 'the gateway closed the connection'],
  [
    'in a record',
    [header(), orderRecord().subarray(0, 20)],
    'the gateway closed the connection, 20 bytes into a record',
  ],
])('a connection that is closed %s says so', async (_, parts, message) => {
  await accepted();
  gateway?.end(Buffer.concat(parts));
  await until(() => failure !== null);
  expect(failure).toMatchObject({ fault: 'gateway_down', message });
  expect(calls).toEqual(['accepted', 'metadata of GLBX.MDP3', 'down gateway_down']);
});

test('a stream that makes no sense ends the session with its place', async () => {
  await accepted();
  write(Buffer.concat([header(), Buffer.alloc(16)]));
  await until(() => failure !== null);
  expect(failure).toMatchObject({
    fault: 'protocol',
    message: `cannot read it: byte ${header().length} of the decompressed data: expected a record of at least 16 bytes, its length says 0`,
  });
});

test('a gateway that is not there is down, with the reason', async () => {
  await connect();
  session.close();
  server.close();
  gateway?.destroy();
  await once(server, 'close');
  gateway = null;
  session = new GatewaySession(
    { host: '127.0.0.1', port: 1, dataset: 'X', compression: 'none', key: KEY, waitScale: 1 },
    {
      ...{ onAccepted: () => undefined, onMetadata: () => undefined, onBlock: () => undefined },
      onDown: (error) => {
        failure = error;
      },
    },
  );
  await until(() => failure !== null);
  expect(failure).toMatchObject({
    fault: 'gateway_down',
    message: 'no connection to the gateway: ECONNREFUSED',
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

test('a session that is closed says nothing more, sends nothing more and leaves no timer', async () => {
  await accepted();
  received = '';
  session.close();
  session.send(['late']);
  write(header());
  await until(() => gateway?.destroyed === true || gateway?.readyState === 'closed' || received !== '');
  await setImmediate();
  expect([calls, received, vi.getTimerCount()]).toEqual([['accepted'], '', 0]);
});
