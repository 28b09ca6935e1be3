/** The disk under one node of NATS is full, then under the majority: what goes on, and that everything comes back. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { ClusterWorld } from '#tests/cluster/cluster-world.ts';
import { canMount, mountSmallDisk, type SmallDisk } from '#tests/cluster/faults/full-disk.ts';
import { stepsBack, until, untilBookOf } from '#tests/cluster/watched-market.ts';
import { faultsOfDatabase, openWatches } from './market-facts.ts';

const FULL_MS = 20_000;
const BACK_WITHIN_MS = 90_000;

export function diskFacts(worldOf: () => ClusterWorld): void {
  const disks: SmallDisk[] = [];
  afterAll(() => {
    for (const disk of disks) disk.remove();
  });

  test.runIf(canMount())(
    'a full disk under NATS stops nothing at one node, and at two it is said until there is space again',
    async () => {
      const world = worldOf();
      const { cluster } = world;
      const second = await mountSmallDisk(cluster, 'nats-2');
      disks.push(second);
      await openAndClose(world);
      const third = await mountSmallDisk(cluster, 'nats-3');
      disks.push(third);
      const watches = await openWatches(world);
      const fromMs = Date.now();
      third.fill();
      await wait(FULL_MS);
      const oneMs = Date.now();
      const gaps = await Promise.all(watches.map((watch) => untilBookOf(watch, oneMs, BACK_WITHIN_MS)));
      second.fill();
      const twoMs = Date.now();
      await wait(FULL_MS);
      const states = watches.map((watch) => watch.of('feed_status', twoMs).at(-1)?.message.data.state);
      second.empty();
      third.empty();
      const emptyMs = Date.now();
      for (const node of ['nats-2', 'nats-3']) await cluster.untilBack(cluster.signal(node, 'SIGKILL'));
      const back = await Promise.all(watches.map((watch) => untilBookOf(watch, emptyMs, BACK_WITHIN_MS)));
      process.stdout.write(
        `  one full disk: a book after ${gaps.join(' and ')} ms; two: ${states.join(' and ')}, with space and a restart back in ${back.map((ms) => (ms / 1000).toFixed(1)).join(' and ')} s\n`,
      );
      await until('live again', () =>
        watches.every((watch) => watch.of('feed_status').at(-1)?.message.data.state === 'live'),
      );
      for (const watch of watches) {
        expect(stepsBack(watch, fromMs)).toEqual([]);
        watch.socket.close();
      }
      world.seen.push(...watches);
      expect(await faultsOfDatabase(world)).toEqual({ repeated: [], record: [] });
    },
  );
}

/** The node that began anew has caught up once the market is live with it. */
async function openAndClose(world: ClusterWorld): Promise<void> {
  for (const { socket } of await openWatches(world)) socket.close();
  await wait(5_000);
}
