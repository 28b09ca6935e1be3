/** SIGTERM, as an upgrade sends it to one process after the other: each ends in time, and hands over what it owns at once. */
import { expect, test } from 'vitest';
import type { ClusterWorld } from '#tests/cluster/cluster-world.ts';
import { until, untilBookOf } from '#tests/cluster/watched-market.ts';
import { openWatches, untilOwned } from './market-facts.ts';

const STOPS_WITHIN_MS = 10_000;
/** Sooner than a lease ends by itself: four seconds after its last renewal. */
const AT_ONCE_MS = 3_000;
const SOCKETS = 12;

async function untilEnded({ cluster }: ClusterWorld, name: string, since: number): Promise<void> {
  await until(
    `${name} to end with 0`,
    () => cluster.output().slice(since).includes(`${name} ended with `),
    STOPS_WITHIN_MS,
  );
  expect(cluster.output().slice(since)).toContain(`${name} ended with 0`);
}

export function stopFacts(worldOf: () => ClusterWorld): void {
  test('a market process that is stopped hands its instruments over at once', async () => {
    const world = worldOf();
    const { cluster } = world;
    const watches = await openWatches(world);
    const owner = await untilOwned(world);
    const since = cluster.output().length;
    const stopped = cluster.signal(owner, 'SIGTERM');
    const stoppedMs = Date.now();
    await untilEnded(world, owner, since);
    const endedMs = Date.now();
    await untilOwned(world, 'instrument.1', owner);
    // Processes announce what they own once a second
    expect(Date.now() - endedMs).toBeLessThan(AT_ONCE_MS);
    const gaps = await Promise.all(watches.map((watch) => untilBookOf(watch, stoppedMs + 500)));
    process.stdout.write(
      `  ES was handed over in ${gaps.map((ms) => (ms / 1000).toFixed(1)).join(' and ')} s\n`,
    );
    for (const { socket } of watches) socket.close();
    world.seen.push(...watches);
    await cluster.untilBack(stopped);
  });

  test('a work process that is stopped hands its jobs over at once', async () => {
    const world = worldOf();
    const { cluster } = world;
    const owner = await untilOwned(world, 'job.alerts');
    const since = cluster.output().length;
    const stopped = cluster.signal(owner, 'SIGTERM');
    await untilEnded(world, owner, since);
    const endedMs = Date.now();
    await untilOwned(world, 'job.alerts', owner);
    // Processes announce what they own once a second
    expect(Date.now() - endedMs).toBeLessThan(AT_ONCE_MS);
    await cluster.untilBack(stopped);
  });

  test('a web process that is stopped closes its sockets with 1012, one after the other', async () => {
    const world = worldOf();
    const { cluster, pro } = world;
    const [web] = cluster.webs;
    const watches = await Promise.all(Array.from({ length: SOCKETS }, () => pro.watch(web)));
    const since = cluster.output().length;
    const stopped = cluster.signal('web-1', 'SIGTERM');
    const ends = await Promise.all(watches.map(({ closed }) => closed));
    expect(new Set(ends.map(({ code }) => code))).toEqual(new Set([1012]));
    const times = ends.map(({ atMs }) => atMs);
    // One in a tenth of a second where there are so few
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(SOCKETS * 50);
    await untilEnded(world, 'web-1', since);
    await cluster.untilBack(stopped);
  });
}
