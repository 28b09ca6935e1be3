/** The evidence of a new event opens before the event is stored. */
import type { EventEvidence, OrderFlowEventDto } from '@undertow/contracts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { iceberg, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRig } from './line-rig.ts';

/** 2026-11-20 16:00 UTC. */
const START = Date.UTC(2026, 10, 20, 16);
const REFILLS = 6;

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

test('an event opens its evidence, with the window so far, in the tick in which it appears', async () => {
  const rig = await openRig({ feed: new TapeFeed({ nowMs: START, run: 'young' }), database, allTypes: true });
  const pro = await rig.signIn('pro', [1]);
  await expect.poll(() => rig.feed.isOpen(1)).toBe(true);
  for (let second = 0; second < 5; second += 1) {
    const id = 1000 + second * 100;
    const refills = second === 4 ? REFILLS : 1;
    const lines = [
      ...quotes(20_000, id, second === 0 ? null : id - 100),
      ...iceberg(20_000, id + 10, id + 11, refills),
    ];
    rig.feed.push(1, START + second * 1000, lines);
    await rig.pass(1000);
  }
  const bodyOf = async <T>(url: string): Promise<T> => {
    const { text } = await rig.get(pro, url);
    return JSON.parse(text.slice(text.indexOf('\n') + 1)) as T;
  };
  const [event] = await bodyOf<OrderFlowEventDto[]>('/api/order-flow-events?instrumentId=1');
  if (event === undefined) throw new Error('expected an iceberg to be raised');
  // It is not stored yet, as in the quarter of a second before each write.
  await database.orm.execute('delete from flow_events');
  const evidence = await bodyOf<EventEvidence>(`/api/order-flow-events/${event.id}/evidence`);
  expect(evidence.event.id).toBe(event.id);
  expect(evidence.rules.length).toBeGreaterThan(0);
  expect(evidence.window.deltas.length).toBeGreaterThan(0);
  await rig.close();
}, 60_000);
