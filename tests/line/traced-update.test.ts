/** The trace of an update in a process that does everything: from the feed to the sockets, and nobody in it. */
import { openTraces } from '@undertow/server/src/adapters/traces/open-traces.ts';
import { silentLog } from '@undertow/server/testing/cluster/silent-log.ts';
import { openCollector } from '@undertow/server/testing/cluster/trace-collector.ts';
import { quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { expect, test } from 'vitest';
import { connectClient, subscribe, untilReceived } from './line-client.ts';
import { openRig, settle } from './line-rig.ts';

const START = Date.UTC(2026, 10, 20, 16);

test('an update is traced from its newest row to the sockets, and no span names a user', async () => {
  const collector = await openCollector();
  let elapsedMs = 0;
  const { traces, close } = openTraces({
    ...{ url: collector.url, roles: ['market', 'web', 'work'], version: '1.2.3', log: silentLog },
    monotonicMs: () => elapsedMs,
  });
  const feed = new TapeFeed({ nowMs: START, instrumentIds: [1] });
  const rig = await openRig({ feed, traces });
  await expect.poll(() => feed.isOpen(1)).toBe(true);
  feed.push(1, START, quotes(20_000, 1, null));
  await rig.pass(1_000);
  const elite = await rig.signIn('elite', [1]);
  const basic = await rig.signIn('basic', [1]);
  const clients = [await connectClient(rig, elite), await connectClient(rig, basic)];
  for (const client of clients) {
    subscribe(client, [1]);
    await untilReceived(client, 'feed_status');
  }
  elapsedMs = 20_000;
  feed.push(1, START + 1_000, quotes(20_010, 3, 1));
  await rig.pass(500);
  for (const { socket } of clients) await settle(socket);
  await rig.close();
  await close();

  const spans = collector.spans();
  const flush = spans.find(({ name }) => name === 'socket.flush');
  const fold = spans.find(({ spanId }) => spanId === flush?.parentSpanId);
  const update = spans.find(({ spanId }) => spanId === fold?.parentSpanId);
  expect([update?.name, fold?.name]).toEqual(['market.update', 'view.fold']);
  expect(flush?.attributes).toContainEqual({ key: 'sockets', value: { intValue: 2 } });
  expect(spans.filter(({ name }) => name.startsWith('wire.'))).toEqual([]);
  const attributes = new Set(spans.flatMap((span) => span.attributes.map(({ key }) => key)));
  expect([...attributes].toSorted()).toEqual(['instrument', 'run', 'sequence', 'sockets']);
  for (const { id, cookie } of [elite, basic])
    for (const secret of [id, cookie.split('=')[1] ?? id, 'person-'])
      expect(collector.bodies.join()).not.toContain(secret);
  await collector.close();
});
