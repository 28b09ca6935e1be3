/** Clients that send nonsense, too much or too often, and clients that never read. */
import { once } from 'node:events';
import { SUBPROTOCOL_BATCHED } from '@undertow/contracts';
import { INSTRUMENTS } from '@undertow/market';
import { deepQuotes, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { openRig, type Rig, settle } from '#tests/line/line-rig.ts';

const START = Date.UTC(2026, 10, 20, 16);

const INSTRUMENT_IDS = INSTRUMENTS.map((instrument) => instrument.id);

let rig: Rig;
let feed: TapeFeed;
beforeAll(async () => {
  feed = new TapeFeed({ nowMs: START, instrumentIds: INSTRUMENT_IDS });
  rig = await openRig({ feed });
});
afterAll(() => rig.close());

/** Sends each message and returns the code with which the server closes. */
async function closeCode(messages: readonly (string | Buffer)[]): Promise<number> {
  const socket = await rig.connect(await rig.signIn('pro', [1]), [SUBPROTOCOL_BATCHED]);
  const closed = once(socket, 'close');
  socket.on('error', () => undefined);
  for (const message of messages) socket.send(message);
  const [code] = await closed;
  return code as number;
}

const subscription = (instrumentIds: readonly unknown[]): string =>
  JSON.stringify({ type: 'subscribe', instrumentIds });

/** A text frame as a client sends it, masked with zeros; shorter than 126 bytes. */
function clientFrame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

test.each([
  ['text that is no JSON', 'subscribe please'],
  ['an unknown type', '{"type":"publish","instrumentIds":[1]}'],
  ['an id that is no number', subscription(['1'])],
  ['more than 64 ids', subscription(Array.from({ length: 65 }, (_, n) => n + 1))],
  ['a deep nest', `${'['.repeat(4000)}${']'.repeat(4000)}`],
  ['a prototype in place of ids', '{"type":"subscribe","__proto__":{"instrumentIds":[1]}}'],
  ['bytes in place of text', Buffer.from(subscription([1]))],
])('T15 %s closes the socket with 1008', async (_name, message) => {
  expect(await closeCode([message])).toBe(1008);
});

test('T15 a message above 16 kB closes the socket with 1009', async () => {
  expect(await closeCode([' '.repeat(17 * 1024)])).toBe(1009);
});

test.each([
  ['a byte below', 16 * 1024 - 1, 1008],
  ['exactly', 16 * 1024, 1008],
  ['a byte above', 16 * 1024 + 1, 1009],
])(
  'T15 a message %s 16 kB closes the socket for what it says, or for its size',
  async (_name, bytes, code) => {
    expect(await closeCode([' '.repeat(bytes)])).toBe(code);
  },
);

test.each([
  ['before its first frame', Buffer.alloc(0)],
  ['between two frames', clientFrame(subscription([1]))],
  ['in the head of a frame', clientFrame(subscription([1])).subarray(0, 1)],
  ['in the middle of a frame', clientFrame(subscription([1])).subarray(0, 12)],
  ['in the second of two frames', Buffer.concat([clientFrame(subscription([1])), Buffer.from([0x81, 0xfe])])],
])('a client whose connection breaks %s is forgotten, and affects nobody else', async (_name, bytes) => {
  const user = await rig.signIn('pro', [1]);
  const other = await rig.connect(user, [SUBPROTOCOL_BATCHED]);
  const before = rig.line.status().sockets;
  const line = await rig.connectRaw(user);
  await expect.poll(() => rig.line.status().sockets).toBe(before + 1);
  await new Promise((resolve) => line.write(bytes, resolve));
  line.destroy();
  await expect.poll(() => rig.line.status().sockets).toBe(before);
  other.send(subscription([1]));
  await settle(other);
  expect(other.readyState).toBe(other.OPEN);
  other.terminate();
  await expect.poll(() => rig.line.status().sockets).toBe(before - 1);
});

test('T15 ten thousand subscriptions end at the eleventh', async () => {
  expect(await closeCode(Array.from({ length: 10_000 }, () => subscription([1])))).toBe(1008);
});

test('T15 a flood of pings ends the socket', async () => {
  const socket = await rig.connect(await rig.signIn('pro', [1]), [SUBPROTOCOL_BATCHED]);
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  for (let n = 0; n < 1000; n += 1) socket.ping();
  expect((await closed)[0]).toBe(1006);
});

test('T15 fragments that together are above 16 kB, and text that is no UTF-8, close the socket', async () => {
  const codeOf = async (send: (socket: WebSocket) => void): Promise<number> => {
    const socket = await rig.connect(await rig.signIn('pro', [1]), [SUBPROTOCOL_BATCHED]);
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    send(socket);
    const [code] = await closed;
    return code as number;
  };
  const fragments = (socket: WebSocket): void => {
    for (let n = 0; n < 100; n += 1) socket.send(' '.repeat(400), { fin: false });
  };
  expect(await codeOf(fragments)).toBe(1009);
  const invalid = (socket: WebSocket): void => socket.send(Buffer.from([0xc3, 0x28]), { binary: false });
  expect(await codeOf(invalid)).toBe(1007);
});

test('T15 a client that never reads uses little memory, is closed, and affects nobody else', async () => {
  const user = await rig.signIn('elite', INSTRUMENT_IDS);
  const first = rig.serverSockets.length;
  const slow = await rig.connect(user, [SUBPROTOCOL_BATCHED]);
  const healthy = await rig.connect(user, [SUBPROTOCOL_BATCHED]);
  for (const socket of [slow, healthy]) {
    socket.send(subscription(INSTRUMENT_IDS));
    await settle(socket);
  }
  await expect.poll(() => INSTRUMENT_IDS.every((id) => feed.isOpen(id))).toBe(true);
  for (const id of INSTRUMENT_IDS) feed.push(id, feed.presentMs, deepQuotes(20_000, 1));
  let frames = 0;
  healthy.on('message', () => {
    frames += 1;
  });
  slow.pause();
  const held = rig.serverSockets[first];
  let most = 0;
  let ticks = 0;
  // The kernel's own buffers come first; then ten seconds are allowed. Pings would end it after 35 s.
  while (rig.line.status().sockets === 2 && ticks < 340) {
    ticks += 1;
    for (const id of INSTRUMENT_IDS) {
      feed.push(id, feed.presentMs, quotes(20_000, ticks * 10 + 100, ticks === 1 ? null : ticks * 10 + 90));
    }
    await rig.pass(100);
    await settle(healthy);
    most = Math.max(most, held?.bufferedAmount ?? 0);
  }
  expect(rig.line.status().sockets).toBe(1);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(1_000_000);
  expect(frames).toBeGreaterThan(ticks * 0.8);
  slow.terminate();
}, 120_000);
