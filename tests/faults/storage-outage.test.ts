/** The database is lost while the market runs: live data continues, requests that need storage get 503, nothing exits. */
import { SUBPROTOCOL_BATCHED } from '@undertow/contracts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { expect, test } from 'vitest';
import { connectStream, keyOf } from '#tests/line/line-program.ts';
import { openRig, settle } from '#tests/line/line-rig.ts';

const START = Date.UTC(2026, 10, 20, 16);

test('without its database the server keeps streaming and answers 503 where it needs it', async () => {
  const database = await openMemoryDatabase();
  const feed = new TapeFeed({ nowMs: START });
  const rig = await openRig({ feed, database });
  await expect.poll(() => feed.isOpen(1)).toBe(true);
  feed.push(1, START, quotes(20_000, 1, null));
  const user = await rig.signIn('pro', [1]);
  const socket = await rig.connect(user, [SUBPROTOCOL_BATCHED]);
  socket.send(JSON.stringify({ type: 'subscribe', instrumentIds: [1] }));
  await settle(socket);
  const program = await rig.signIn('elite', [1]);
  const stream = await connectStream(rig, (await keyOf(rig, program)).secret);
  stream.send({ op: 'subscribe', instrument: 'ES', kinds: ['event'] });
  await stream.settled();
  await rig.pass(1000);

  await database.close();
  const frames: string[] = [];
  socket.on('message', (data) => frames.push(data.toString()));
  feed.push(1, feed.presentMs, quotes(20_040, 10, 1));
  await rig.pass(5000);
  await settle(socket);
  expect(frames.join()).toContain('"5010.25"');
  expect(socket.readyState).toBe(socket.OPEN);
  expect(stream.messages.map(({ op }) => op)).toEqual(['subscribed']);
  expect(stream.socket.readyState).toBe(stream.socket.OPEN);
  const book = await rig.get(user, '/api/order-book?instrumentId=1');
  expect([book.status, book.text.includes('5010.25')]).toEqual([200, true]);
  const alerts = await rig.get(user, '/api/alerts');
  expect([alerts.status, alerts.text]).toEqual([503, expect.stringContaining('"retry-after":"5"')]);
  expect(alerts.text).not.toMatch(/select|alerts"\."|PGlite/i);
  expect((await rig.get(user, '/readyz')).status).toBe(503);
  expect((await rig.get(user, '/healthz')).status).toBe(200);
  await rig.close();
}, 60_000);
