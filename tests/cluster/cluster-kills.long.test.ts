/** Owners of ES are killed many times, and stopped for a minute: how long viewers wait, and what is left in the database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClusterWorld, openWorld, WORLD_MS } from './cluster-world.ts';
import { faultsOfDatabase, marketFacts, unalerted, untilOwned } from './facts/market-facts.ts';
import { outageFacts } from './facts/outage-facts.ts';
import { pageFacts } from './facts/page-facts.ts';
import { priceFacts } from './facts/price-facts.ts';
import { canRunCluster } from './started-cluster.ts';
import { bookMs, stepsBack, until, untilBookOf } from './watched-market.ts';

const KILLS = 50;
const LEASE = 'instrument.1';
const MINUTE_MS = 60_000;
/** The goal is five seconds, of which a lease takes four and a quarter at most; other tests keep the machine busy. */
const P95_MS = 8_000;
/** Alerts of what was raised longer ago are stored. */
const SETTLED_MS = 5_000;
/** Beyond the pause after which the next start is not delayed any more. */
const BETWEEN_KILLS_MS = 2_000;

describe.runIf(canRunCluster())('a cluster for an hour', () => {
  let world: ClusterWorld;
  beforeAll(async () => {
    world = await openWorld();
  }, WORLD_MS);
  afterAll(() => world?.cluster.stop());

  test(`${KILLS} times the owner of ES is killed, and the market is back within seconds`, async () => {
    const { cluster, pro } = world;
    const watches = await Promise.all(cluster.webs.map((web) => pro.watch(web)));
    const gaps: number[] = [];
    const startedMs = Date.now();
    for (let kill = 0; kill < KILLS; kill += 1) {
      await until('a live book', () => watches.every((watch) => bookMs(watch) > Date.now() - 1_000));
      const owner = await untilOwned(world);
      await until('a process that is prepared for ES', () => cluster.isPrepared(LEASE));
      const killed = cluster.signal(owner, 'SIGKILL');
      const killedMs = Date.now();
      gaps.push(Math.max(...(await Promise.all(watches.map((watch) => untilBookOf(watch, killedMs + 250))))));
      await cluster.untilBack(killed);
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_KILLS_MS));
    }
    await until('an alert of each event', async () => {
      const { faults } = await unalerted(world, startedMs, Date.now() - SETTLED_MS);
      return faults.length === 0;
    });
    const { icebergs } = await unalerted(world, startedMs, Date.now());
    for (const { socket } of watches) socket.close();
    for (const watch of watches) expect(stepsBack(watch, 0)).toEqual([]);
    world.seen.push(...watches);
    const sorted = gaps.toSorted((a, b) => a - b);
    const at = (share: number): string =>
      ((sorted[Math.floor(sorted.length * share)] ?? 0) / 1_000).toFixed(2);
    process.stdout.write(
      `  takeovers of ES: median ${at(0.5)} s, p95 ${at(0.95)} s, longest ${at(0.999)} s; ${icebergs} events, each alerted once\n`,
    );
    expect(sorted[Math.floor(sorted.length * 0.95)]).toBeLessThan(P95_MS);
    expect(await faultsOfDatabase(world)).toEqual({ repeated: [], record: [] });
  });

  marketFacts(() => world, { stoppedMs: MINUTE_MS });
  outageFacts(() => world, { goneMs: MINUTE_MS });
  pageFacts(() => world);
  priceFacts(() => world);
});
