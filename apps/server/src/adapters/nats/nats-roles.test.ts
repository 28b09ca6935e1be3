/** The cluster of `deploy/nats`: what each role may do there, and that it survives the loss of a server. */
import { fileURLToPath } from 'node:url';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Hint } from '#ports/cluster/changes.ts';
import type { WireInstrument } from '#ports/cluster/wire.ts';
import { type NatsCluster, startNatsCluster } from '#testing/nats/nats-cluster.ts';
import { type NatsProcess, NatsRig } from '#testing/nats/nats-rig.ts';
import { hasNats } from '#testing/nats/nats-server.ts';
import { followAll, publishUntilStored, wireUpdate } from '#testing/nats/wire-update.ts';
import { UPDATES_STREAM } from './stream-settings.ts';

const file = fileURLToPath(new URL('../../../../../deploy/nats/server.conf', import.meta.url));
const environment = {
  NATS_CLUSTER_PASSWORD: 'c1',
  NATS_MARKET_PASSWORD: 'm1',
  NATS_WORK_PASSWORD: 'w1',
  NATS_WEB_PASSWORD: 'p1',
};
const PASSWORDS = { market: 'm1', work: 'w1', web: 'p1' };
type Role = keyof typeof PASSWORDS;

const INSTRUMENT: WireInstrument = {
  instrumentId: 1,
  source: 'simulated',
  tier: 'L3',
  run: 'a',
  contract: 'ESZ6',
  expiry: null,
};
const MEMBER = {
  roles: [],
  pid: 1,
  version: '0.2.0',
  url: 'http://127.0.0.1:1',
  startedMs: 1,
  leases: [],
  standby: [],
  costs: {},
  heavyUse: {},
  cpuShare: 0.1,
  residentBytes: 1,
  sockets: 0,
  lagMs: null,
};

describe.skipIf(!hasNats())('the cluster', () => {
  let cluster: NatsCluster;
  let rig: NatsRig;
  const roles = {} as Record<Role, NatsProcess>;

  beforeAll(async () => {
    cluster = await startNatsCluster({ config: { file, environment } });
    rig = new NatsRig(cluster.servers);
    const open = (user: Role): Promise<NatsProcess> =>
      rig.open({ name: user, replicas: 3, credentials: { user, password: PASSWORDS[user] } });
    // At once: web and work wait for the streams, which market makes
    [roles.web, roles.work, roles.market] = await Promise.all([open('web'), open('work'), open('market')]);
  });
  afterAll(async () => {
    await rig.close();
    await cluster.stop();
  });

  test('market publishes what every role reads, and no other role may publish it', async () => {
    const { market, work, web } = roles;
    await market.wire.publish(wireUpdate({ sequence: 1 }));
    await market.wire.describe(INSTRUMENT);
    for (const role of [work, web]) {
      const followed = await followAll(role.wire);
      await expect.poll(() => followed.ids()).toEqual([wireUpdate({ sequence: 1 }).id]);
      await followed.stop();
      const served: unknown[] = [];
      (await role.wire.followInstruments((instrument) => served.push(instrument)))();
      expect(served).toEqual([INSTRUMENT]);
      const forged = wireUpdate({ sequence: 2, fence: { epoch: 9, revision: 9 } });
      await expect(role.wire.publish(forged)).rejects.toThrow();
      await expect(role.wire.describe(INSTRUMENT)).rejects.toThrow(/permissions violation/i);
    }
    await market.wire.publish(wireUpdate({ sequence: 2 }));
  });

  test('an update that web publishes past its adapter is refused by the server', async () => {
    const connection = await connect({
      servers: cluster.servers.split(','),
      user: 'web',
      pass: PASSWORDS.web,
    });
    await expect(connection.request('undertow.updates.1', 'forged')).rejects.toThrow(
      /permissions violation/i,
    );
    await expect(connection.request('$JS.API.STREAM.PURGE.UNDERTOW_UPDATES')).rejects.toThrow(/permissions/i);
    await expect(connection.request('$JS.API.STREAM.DELETE.UNDERTOW_UPDATES')).rejects.toThrow(
      /permissions/i,
    );
    await connection.close();
    await expect(connect({ servers: cluster.servers.split(','), maxReconnectAttempts: 1 })).rejects.toThrow();
  });

  test('market and work own leases, which web may not', async () => {
    const { market, work, web } = roles;
    const lease = await market.leases.acquire('instrument.1');
    expect(await work.leases.acquire('instrument.1')).toBeNull();
    await lease?.release();
    await expect.poll(() => work.leases.acquire('instrument.1')).not.toBeNull();
    await expect(web.leases.acquire('instrument.2')).rejects.toThrow(/permissions violation/i);
  });

  test('every role is a member and exchanges hints', async () => {
    const all = Object.entries(roles);
    const hints = all.map(([, process]) => {
      const received: Hint[] = [];
      process.hints.subscribe((hint) => received.push(hint));
      return received;
    });
    for (const [id, process] of all) {
      await process.leases.announce({ ...MEMBER, id });
      process.hints.publish({ topic: 'userChanged', message: { userId: id } });
    }
    for (const [, { leases }] of all)
      await expect.poll(async () => (await leases.members()).length).toBe(all.length);
    for (const received of hints) await expect.poll(() => received.length).toBe(all.length - 1);
  });

  test('nothing is lost, doubled or reordered when the server is killed that leads the stream', async () => {
    const { market, web } = roles;
    const followed = await followAll(web.wire, Date.now());
    const update = (sequence: number) => wireUpdate({ instrumentId: 2, sequence });
    for (let sequence = 1; sequence <= 20; sequence += 1) await market.wire.publish(update(sequence));
    const connection = await connect({
      servers: cluster.servers.split(','),
      user: 'market',
      pass: PASSWORDS.market,
    });
    const { streams } = await jetstreamManager(connection, { checkAPI: false });
    const { cluster: state, config } = await streams.info(UPDATES_STREAM);
    expect(config.num_replicas).toBe(3);
    await connection.close();
    await cluster.nodes.get(state?.leader ?? '')?.end('SIGKILL');
    for (let sequence = 21; sequence <= 40; sequence += 1)
      await publishUntilStored(market.wire, update(sequence));
    const ids = Array.from({ length: 40 }, (_, at) => update(at + 1).id);
    await expect.poll(() => followed.updates.length).toBeGreaterThanOrEqual(ids.length);
    expect(followed.ids()).toEqual(ids);
  });
});
