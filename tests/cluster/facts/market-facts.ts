/** The owner of ES is killed or stopped: another publishes, and nothing of the earlier one is shown or stored any more. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { runCommand } from '@undertow/server/testing/commands.ts';
import { expect, test } from 'vitest';
import type { Person, Watch } from '#tests/cluster/cluster-person.ts';
import type { ClusterWorld } from '#tests/cluster/cluster-world.ts';
import { repeatedRows, type StartedCluster } from '#tests/cluster/started-cluster.ts';
import { bookMs, stepsBack, until, untilBookOf } from '#tests/cluster/watched-market.ts';

/** Of a socket whose user's plan cannot be read at the moment. */
const TRY_AGAIN_LATER = 1013;
const LEASE = 'instrument.1';
const HEADS = 'track-record-heads.json';
/** Four seconds until others may take over; then the new owner connects and reads the minutes before. Other tests keep the machine busy. */
const TAKEOVER_MS = 20_000;

export async function untilOwned({ cluster }: ClusterWorld, lease = LEASE, but?: string): Promise<string> {
  return until(`another owner of ${lease}`, async () => {
    const owner = await cluster.ownerOf(lease);
    return owner !== null && owner !== but ? owner : null;
  });
}

/** Resolves when each market process has its share and ES is live at every web process; returns a socket at each. */
export async function openWatches({ cluster, pro }: ClusterWorld): Promise<readonly Watch[]> {
  await until('a share for each process', async () => {
    const owners = await Promise.all([1, 2].map((id) => cluster.ownerOf(`instrument.${id}`)));
    return owners.every((owner) => owner !== null) && new Set(owners).size === 2;
  });
  return Promise.all(cluster.webs.map((web) => openWatch(pro, web)));
}

/** As the product's client does: a socket that is refused for now is opened again. */
async function openWatch(pro: Person, web: string): Promise<Watch> {
  const { CLOSED } = WebSocket;
  let watch = await pro.watch(web);
  await until(`a live book of ${web}`, async () => {
    if (watch.socket.readyState === CLOSED) {
      expect((await watch.closed).code).toBe(TRY_AGAIN_LATER);
      watch = await pro.watch(web);
    }
    return bookMs(watch) > Date.now() - 2_000;
  });
  return watch;
}

/** What is wrong in the track record: each process noted the chains that it wrote, and all of that must be there. */
async function faultsOfRecord({ dataDir, databaseUrl }: StartedCluster): Promise<unknown> {
  const noted = ['market-1', 'market-2'].map((name) => join(dataDir, name, HEADS)).filter(existsSync);
  const given = noted.flatMap((path) => ['--heads', path]);
  const { status, output } = await runCommand('verify-track-record', { dataDir, databaseUrl }, given);
  return status === 0 ? [] : [output];
}

/** Icebergs of ES in a span that are facts, so that they disturb; faults are those of which `pro` has no alert, or several. */
export async function unalerted({ cluster, ruleId }: ClusterWorld, fromMs: number, toMs: number) {
  const rows = await rowsOf<{ id: string; alerts: number }>(
    cluster.database.orm,
    sql`SELECT e.id, count(a.id)::int AS alerts FROM flow_events e
        LEFT JOIN alerts a ON a.event_id = e.id AND a.rule_id = ${ruleId}
        WHERE e.type = 'iceberg' AND (e.body ->> 'exact')::boolean AND NOT (e.body ->> 'degraded')::boolean
          AND e.body ->> 'isWithdrawn' IS NULL
          AND e.instrument_id = 1 AND e.detected_ms BETWEEN ${fromMs} AND ${toMs}
        GROUP BY e.id`,
  );
  return { icebergs: rows.length, faults: rows.filter(({ alerts }) => alerts !== 1) };
}

/** Rows that are wrong in the database: none, whoever wrote them. */
export async function faultsOfDatabase({ cluster }: ClusterWorld): Promise<unknown> {
  return { repeated: await repeatedRows(cluster), record: await faultsOfRecord(cluster) };
}

export function marketFacts(
  worldOf: () => ClusterWorld,
  { stoppedMs }: { readonly stoppedMs: number },
): void {
  test('when the owner of ES is killed, the other publishes it within seconds, and viewers see STALE at most', async () => {
    const world = worldOf();
    const { cluster } = world;
    const watches = await openWatches(world);
    const owner = await untilOwned(world);
    const killed = cluster.signal(owner, 'SIGKILL');
    const killedMs = Date.now();
    const gaps = await Promise.all(watches.map((watch) => untilBookOf(watch, killedMs + 250)));
    expect(Math.max(...gaps)).toBeLessThan(TAKEOVER_MS);
    await wait(1_000);
    for (const watch of watches) {
      const states = watch.of('feed_status', killedMs).map(({ message }) => message.data.state);
      expect(states.filter((state) => !['live', 'stale', 'syncing'].includes(state))).toEqual([]);
      expect(stepsBack(watch, killedMs)).toEqual([]);
      watch.socket.close();
    }
    world.seen.push(...watches);
    await cluster.untilBack(killed);
    expect(await faultsOfDatabase(world)).toEqual({ repeated: [], record: [] });
    process.stdout.write(
      `  ES was taken over in ${gaps.map((ms) => (ms / 1000).toFixed(1)).join(' and ')} s\n`,
    );
  });

  test('an owner that was stopped for a while shows and stores nothing more, and takes its share again', async () => {
    const world = worldOf();
    const { cluster } = world;
    const shares = () => Promise.all([1, 2].map((id) => cluster.ownerOf(`instrument.${id}`)));
    const watches = await openWatches(world);
    const owner = await untilOwned(world);
    const stopped = cluster.signal(owner, 'SIGSTOP');
    const stoppedAtMs = Date.now();
    await Promise.all(watches.map((watch) => untilBookOf(watch, stoppedAtMs + 250)));
    const fences = () =>
      rowsOf<{ revision: string }>(
        cluster.database.orm,
        sql`SELECT revision FROM fences WHERE name = ${LEASE}`,
      );
    await wait(Math.max(0, stoppedMs - (Date.now() - stoppedAtMs)));
    const [before] = await fences();
    process.kill(stopped.pid, 'SIGCONT');
    const continuedMs = Date.now();
    await until('both instruments owned, one by each', async () => new Set(await shares()).size === 2);
    await wait(1_500);
    for (const watch of watches) {
      expect(stepsBack(watch, stoppedAtMs)).toEqual([]);
      watch.socket.close();
    }
    const [after] = await fences();
    expect(Number(after?.revision)).toBeGreaterThanOrEqual(Number(before?.revision));
    world.seen.push(...watches);
    expect(await faultsOfDatabase(world)).toEqual({ repeated: [], record: [] });
    expect(cluster.process(owner).pid).toBe(stopped.pid);
    expect(continuedMs).toBeGreaterThan(stoppedAtMs);
  });
}
