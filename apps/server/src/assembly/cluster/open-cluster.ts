/** Opens what connects a process with the others: NATS, the bus whose messages reach all, and the changes of the database. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { openNats } from '#adapters/nats/open-nats.ts';
import { followChanges } from '#adapters/storage/cluster/follow-changes.ts';
import { createLiveDevices } from '#adapters/storage/cluster/live-devices.ts';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import type { ClusterConfig } from '#config/cluster/cluster-config.ts';
import { VERSION } from '#config/version.ts';
import { HeavyUse } from '#http/limits/heavy-use.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { ChangeLog } from '#ports/cluster/changes.ts';
import type { LiveDevices } from '#ports/cluster/devices.ts';
import type { Leases } from '#ports/cluster/leases.ts';
import type { Wire } from '#ports/cluster/wire.ts';
import { bridgeBus } from './bridged-bus.ts';
import { type MemberFacts, startMembership } from './membership.ts';

/** As often as the others announce themselves. */
const LOOK_MS = 1_000;

interface ClusterParts {
  readonly config: ClusterConfig;
  readonly changeLog: ChangeLog;
  readonly orm: Orm;
  /** The bus of this process. */
  readonly inner: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface Cluster {
  /** Names this process among the others. */
  readonly id: string;
  readonly wire: Wire;
  readonly leases: Leases;
  readonly bus: Bus;
  /** Devices of users at any process. */
  readonly devices: LiveDevices;
  /** Of users at every process. */
  readonly heavyUse: HeavyUse;
  /** Publishes what this process is, once it serves; `read` is called once a second. */
  join(url: string, read: () => Omit<MemberFacts, 'heavyUse'>): void;
  /** Leaves, and closes the connection last. */
  close(): Promise<void>;
}

/** Waits until NATS is reached. Null where this process is the only one. */
export async function openCluster({
  config,
  changeLog,
  orm,
  inner,
  clock,
  log,
}: ClusterParts): Promise<Cluster | null> {
  if (config.nats === null) return null;
  const id = randomUUID();
  const roles = [...config.roles];
  const nats = await openNats({ ...config.nats, name: `undertow ${roles.join(',')} ${id}`, log });
  const bus = bridgeBus(inner, nats.hints);
  const changes = followChanges({
    log: changeLog,
    onHint: (hint) => bus.receive(hint),
    // Nothing that is remembered here can be relied on: whoever runs this process starts it again
    onTooLate: () => process.kill(process.pid, 'SIGTERM'),
    logger: log,
  });
  await changes.ready();
  const devices = createLiveDevices({ orm, processId: id, logger: log });
  const heavyUse = new HeavyUse(clock);
  const seeOthers = async (): Promise<void> => {
    const members = await nats.leases.members();
    heavyUse.see(members.filter((one) => one.id !== id).map((one) => one.heavyUse));
  };
  const others = new RepeatingTask(LOOK_MS, seeOthers, (err) =>
    log.warn({ err }, 'other processes not read'),
  );
  const startedMs = clock.nowMs();
  let leave: () => Promise<void> = async () => undefined;
  return {
    id,
    wire: nats.wire,
    leases: nats.leases,
    bus,
    devices,
    heavyUse,
    join(url, read) {
      const self = { id, roles, pid: process.pid, version: VERSION, url, startedMs };
      const facts = (): MemberFacts => ({ ...read(), heavyUse: heavyUse.read() });
      leave = startMembership({ leases: nats.leases, self, read: facts, log });
    },
    async close() {
      await Promise.all([leave(), others.stop()]);
      await Promise.all([changes.close(), devices.close()]);
      await nats.close();
    },
  };
}
