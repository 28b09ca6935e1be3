/** Processes that are cut off from NATS, a slow network and clocks that jump: what is shown meanwhile, and what is stored in the end. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Watch } from '#tests/cluster/cluster-person.ts';
import type { ClusterWorld } from '#tests/cluster/cluster-world.ts';
import type { NatsGate } from '#tests/cluster/faults/nats-gate.ts';
import { stepsBack, until, untilBookOf } from '#tests/cluster/watched-market.ts';
import { faultsOfDatabase, openWatches, untilOwned } from './market-facts.ts';

const LEASE = 'instrument.1';
const CUT_MS = 20_000;
const SLOW_MS = 60_000;
const JUMPED_MS = 10_000;
const SLOW = { delayMs: 200, lossPercent: 1 };
/** What a viewer may be shown through any fault. */
const HONEST = ['live', 'stale', 'syncing'];
/** A socket that receives nothing for longer must be notified of it. */
const LONGEST_PAUSE_MS = 3_000;
const DELAY_MS = 15 * 60_000;
/** The clocks of reader and process; and history on the wire is in pieces of fifteen seconds, which a delayed view shows one by one. */
const SAME_CLOCK_MS = 2_000;
const PIECE_MS = 20_000;

export interface FaultyWorld extends ClusterWorld {
  /** The way of each process to NATS, by its name. */
  readonly gates: ReadonlyMap<string, NatsGate>;
}

const seconds = (gaps: readonly number[]): string => gaps.map((ms) => (ms / 1000).toFixed(1)).join(' and ');

const statesOf = (watch: Watch, sinceMs: number): readonly string[] =>
  watch.of('feed_status', sinceMs).map(({ message }) => message.data.state);

/** Every watch is closed, and judged by the exchange's minutes once they are over. */
function judge(world: ClusterWorld, watches: readonly Watch[], sinceMs: number): void {
  for (const watch of watches) {
    expect(stepsBack(watch, sinceMs)).toEqual([]);
    expect(statesOf(watch, sinceMs).filter((state) => !HONEST.includes(state))).toEqual([]);
    watch.socket.close();
  }
  world.seen.push(...watches);
}

async function untilLive(watches: readonly Watch[]): Promise<readonly number[]> {
  const sinceMs = Date.now();
  const gaps = await Promise.all(watches.map((watch) => untilBookOf(watch, sinceMs)));
  await until('live everywhere', () => watches.every((watch) => statesOf(watch, 0).at(-1) === 'live'));
  return gaps;
}

function longestPause(watch: Watch, sinceMs: number): number {
  const times = watch.of('order_book', sinceMs).map(({ atMs }) => atMs);
  return Math.max(...times.slice(1).map((atMs, at) => atMs - (times[at] ?? atMs)));
}

export function faultFacts(worldOf: () => FaultyWorld): void {
  const gateOf = (name: string): NatsGate => {
    const gate = worldOf().gates.get(name);
    if (gate === undefined) throw new Error(`expected ${name} to reach NATS through a gate`);
    return gate;
  };

  test('an owner that is cut off from NATS is followed by another, and what it sends later is refused', async () => {
    const world = worldOf();
    const watches = await openWatches(world);
    const owner = await untilOwned(world);
    await until('a process that is prepared for ES', () => world.cluster.isPrepared(LEASE));
    const cutMs = Date.now();
    gateOf(owner).cut();
    try {
      const gaps = await Promise.all(watches.map((watch) => untilBookOf(watch, cutMs + 250)));
      process.stdout.write(`  ES of an owner that was cut off was back in ${seconds(gaps)} s\n`);
      await untilOwned(world, LEASE, owner);
      await wait(Math.max(0, CUT_MS - (Date.now() - cutMs)));
    } finally {
      gateOf(owner).heal();
    }
    await untilLive(watches);
    await wait(2_000);
    judge(world, watches, cutMs);
    expect(await faultsOfDatabase(world)).toEqual({ repeated: [], record: [] });
  });

  test('a web process that is cut off from NATS says so, while the other one goes on', async () => {
    const world = worldOf();
    const watches = await openWatches(world);
    const [cutOff, other] = watches;
    if (cutOff === undefined || other === undefined) throw new Error('expected two web processes');
    const cutMs = Date.now();
    gateOf('web-1').cut();
    try {
      await wait(CUT_MS);
    } finally {
      gateOf('web-1').heal();
    }
    const backMs = Date.now();
    expect(statesOf(cutOff, cutMs).at(-1)).toBe('stale');
    expect(statesOf(other, cutMs)).not.toContain('stale');
    expect(longestPause(other, cutMs)).toBeLessThan(LONGEST_PAUSE_MS);
    await untilLive(watches);
    const [gap = 0] = await Promise.all([untilBookOf(cutOff, backMs)]);
    process.stdout.write(`  a web process that was cut off was back in ${seconds([gap])} s\n`);
    judge(world, watches, cutMs);
  });

  test('with 200 ms and 1 % loss on the way to NATS the market is later, and not wrong', async () => {
    const world = worldOf();
    const watches = await openWatches(world);
    const owner = await untilOwned(world);
    const fromMs = Date.now();
    for (const gate of world.gates.values()) gate.slow(SLOW);
    try {
      await wait(SLOW_MS);
    } finally {
      for (const gate of world.gates.values()) gate.heal();
    }
    const ages = watches
      .flatMap((watch) => watch.of('order_book', fromMs))
      .map(({ atMs, message }) => atMs - Date.parse(message.data[0]?.timestamp ?? ''))
      .filter((age) => !Number.isNaN(age))
      .toSorted((a, b) => a - b);
    const at = (share: number): number => ages[Math.floor(ages.length * share)] ?? Number.NaN;
    const now = await untilOwned(world);
    process.stdout.write(
      `  slow and lossy: books ${at(0.5)} ms old, p99 ${at(0.99)} ms, longest pause ${seconds(watches.map((watch) => longestPause(watch, fromMs)))} s, owner ${owner === now ? 'the same' : 'another'}\n`,
    );
    await untilLive(watches);
    judge(world, watches, fromMs);
    expect(await faultsOfDatabase(world)).toEqual({ repeated: [], record: [] });
  });

  test('a clock that jumps ten minutes ahead and back in one process changes nothing of what is shown', async () => {
    const world = worldOf();
    const { cluster, basic } = world;
    const watches = await openWatches(world);
    const fromMs = Date.now();
    for (const name of [await untilOwned(world), 'web-1', await untilOwned(world, 'job.alerts')]) {
      for (let jump = 0; jump < 3; jump += 1) {
        cluster.signal(name, 'SIGUSR2');
        await wait(JUMPED_MS);
        for (const web of cluster.webs) {
          const { asOfMs } = await basic.get(web, '/api/market-data?instrumentId=1&timeframe=1m&limit=5');
          const laterMs = Date.now() - DELAY_MS - asOfMs;
          expect(laterMs).toBeGreaterThan(-SAME_CLOCK_MS);
          expect(laterMs).toBeLessThan(PIECE_MS);
        }
      }
    }
    for (const watch of watches) {
      expect(longestPause(watch, fromMs)).toBeLessThan(LONGEST_PAUSE_MS);
      expect(statesOf(watch, fromMs).filter((state) => state !== 'live')).toEqual([]);
    }
    judge(world, watches, fromMs);
    expect(await faultsOfDatabase(world)).toEqual({ repeated: [], record: [] });
  });
}
