/** NATS and PostgreSQL lose one node or everything: what is shown meanwhile says so, and afterwards nothing is missing. */
import { setTimeout as wait } from 'node:timers/promises';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { expect, test } from 'vitest';
import type { ClusterWorld } from '#tests/cluster/cluster-world.ts';
import { until, untilBookOf } from '#tests/cluster/watched-market.ts';
import { faultsOfDatabase, openWatches } from './market-facts.ts';

const MINUTE_MS = 60_000;
const NODES = ['nats-1', 'nats-2', 'nats-3'];

export function outageFacts(worldOf: () => ClusterWorld, { goneMs }: { readonly goneMs: number }): void {
  test('when one node of NATS is killed, the market goes on without a wrong price', async () => {
    const world = worldOf();
    const watches = await openWatches(world);
    const fromMs = Date.now();
    const killed = world.cluster.signal('nats-1', 'SIGKILL');
    await Promise.all(watches.map((watch) => untilBookOf(watch, fromMs + 2_000)));
    await world.cluster.untilBack(killed);
    await Promise.all(watches.map((watch) => untilBookOf(watch, Date.now())));
    for (const { socket } of watches) socket.close();
    world.seen.push(...watches);
  });

  test('while no node of NATS is there viewers see STALE, and afterwards the bars of the exchange', async () => {
    const world = worldOf();
    const watches = await openWatches(world);
    const fromMs = Date.now();
    await world.cluster.keepDown(NODES, goneMs);
    for (const watch of watches) {
      const states = watch.of('feed_status', fromMs).map(({ message }) => message.data.state);
      expect(states.at(-1)).toBe('stale');
    }
    const backMs = Date.now();
    const gaps = await Promise.all(watches.map((watch) => untilBookOf(watch, backMs, 90_000)));
    process.stdout.write(
      `  after all of NATS the market was back in ${gaps.map((ms) => (ms / 1000).toFixed(1)).join(' and ')} s\n`,
    );
    await until('live again', () =>
      watches.every((watch) => watch.of('feed_status', backMs).at(-1)?.message.data.state === 'live'),
    );
    for (const { socket } of watches) socket.close();
    world.seen.push(...watches);
    expect(await faultsOfDatabase(world)).toEqual({ repeated: [], record: [] });
  });

  test('while PostgreSQL is away the market flows on open sockets, and is stored afterwards', async () => {
    const world = worldOf();
    const { cluster } = world;
    const watches = await openWatches(world);
    const fromMs = Date.now();
    const down = cluster.keepDown(['postgres'], goneMs);
    await wait(1_000);
    const awayMs = Date.now();
    await Promise.all(watches.map((watch) => untilBookOf(watch, awayMs + goneMs / 2, goneMs)));
    await down;
    for (const watch of watches) {
      const states = watch.of('feed_status', fromMs).map(({ message }) => message.data.state);
      expect(new Set(states)).toEqual(new Set(['live']));
      const times = watch.of('order_book', fromMs).map(({ atMs }) => atMs);
      const longest = Math.max(...times.slice(1).map((atMs, at) => atMs - (times[at] ?? atMs)));
      expect(longest).toBeLessThan(3_000);
      expect(watch.socket.readyState).toBe(watch.socket.OPEN);
      watch.socket.close();
    }
    const stored = () =>
      rowsOf<{ start_ms: string }>(
        cluster.database.orm,
        sql`SELECT start_ms FROM bars WHERE instrument_id = 1 AND start_ms >= ${Math.floor(fromMs / MINUTE_MS) * MINUTE_MS}`,
      ).catch(() => []);
    await until('the bar of the outage', async () => (await stored()).length > 0, 120_000);
    expect(await faultsOfDatabase(world)).toEqual({ repeated: [], record: [] });
  });
}
