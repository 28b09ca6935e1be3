/** Programs that open a stream and never read it: closed within the bound, with little memory, and beside others that lose nothing. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { LICENCE_CHANNELS, STREAM_EVENTS_PATH, STREAM_KINDS } from '@undertow/contracts';
import { deepQuotes, hitBid, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterEach, expect, test } from 'vitest';
import { connectStream, keyOf } from '#tests/line/line-program.ts';
import { openRig, type Rig } from '#tests/line/line-rig.ts';

const START = Date.UTC(2026, 10, 20, 16);
/** What may wait for one reader, and the message with which it is too much. */
const MAX_BYTES = 1_000_000 + 100_000;
/** Executions in each tenth of a second: the buffers of the operating system take a few megabytes before anything waits. */
const TRADES_A_TICK = 150;
const MOST_TICKS = 1_500;

let rig: Rig;
afterEach(() => rig.close());

async function licensePrices(): Promise<void> {
  const term = { venue: 'CME', kind: 'real_time', plans: ['elite'], channels: LICENCE_CHANNELS } as const;
  const by = { actor: 'test', requestId: 'r' };
  await rig.stores.controlStore.setLicence({ ...term, delaySeconds: 0, reason: 'test' }, by, START);
  await rig.controls.refresh();
}

async function openEventsUnread(secret: string): Promise<IncomingMessage> {
  const [host, port] = rig.address.split(':');
  const headers = { authorization: `Bearer ${secret}` };
  const path = `${STREAM_EVENTS_PATH}?instrument=ES&kinds=${STREAM_KINDS.join()}`;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest({ host, port, path, headers }).on('response', resolve).on('error', reject).end();
  });
  response.pause();
  response.on('error', () => undefined);
  return response;
}

test('a stream whose reader stops is closed at the bound on both carriers, and the others go on', async () => {
  const feed = new TapeFeed({ nowMs: START, instrumentIds: [1] });
  rig = await openRig({ feed });
  await licensePrices();
  const connections: Socket[] = [];
  rig.http.server.on('connection', (socket: Socket) => connections.push(socket));
  const owner = await rig.signIn('elite', [1]);
  await expect.poll(() => feed.isOpen(1)).toBe(true);
  feed.push(1, feed.presentMs, deepQuotes(20_000, 1));
  await rig.pass(1_000);
  const { secret } = await keyOf(rig, owner);
  const subscription = { op: 'subscribe', instrument: 'ES', kinds: STREAM_KINDS };
  const unread = await connectStream(rig, secret);
  unread.socket.on('error', () => undefined);
  unread.send(subscription);
  await expect.poll(() => unread.messages.length).toBeGreaterThan(0);
  unread.socket.pause();
  await openEventsUnread(secret);
  const held = [...connections];
  const read = await connectStream(rig, secret);
  read.send(subscription);
  await read.settled();
  let [most, ticks] = [0, 0];
  while (rig.line.streams.openOf(owner.id) > 1 && ticks < MOST_TICKS) {
    ticks += 1;
    const trades = Array.from({ length: TRADES_A_TICK }, (_, at) =>
      hitBid(20_000 - 2, 1, 1, 50, 10_000 + ticks * TRADES_A_TICK + at),
    );
    feed.push(1, feed.presentMs, trades.flat());
    await rig.pass(100);
    await read.settled();
    most = Math.max(most, ...held.map(({ writableLength }) => writableLength));
  }
  expect(rig.line.streams.openOf(owner.id)).toBe(1);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(MAX_BYTES);
  // The one that read lost nothing: its messages are numbered without a hole
  const numbers = read.messages.flatMap(({ seq }) => seq ?? []);
  expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
  expect(numbers.length).toBeGreaterThan(ticks * 0.8);
  unread.socket.resume();
  await once(unread.socket, 'close');
  read.socket.terminate();
}, 240_000);
