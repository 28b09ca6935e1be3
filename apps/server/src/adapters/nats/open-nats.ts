/** NATS, by which several processes are one product. */
import { setTimeout as wait } from 'node:timers/promises';
import { nuid } from '@nats-io/transport-node';
import type { Hints } from '#ports/cluster/changes.ts';
import type { Leases } from '#ports/cluster/leases.ts';
import type { Wire } from '#ports/cluster/wire.ts';
import { type ConnectSettings, connectNats, untilDone } from './connect-nats.ts';
import { NatsHints } from './nats-hints.ts';
import { NatsLeases } from './nats-leases.ts';
import { NatsWire } from './nats-wire.ts';
import { putStreams } from './put-streams.ts';

/** Without a server there is nobody to send the rest to. */
const DRAIN_WITHIN_MS = 2000;

export interface NatsSettings extends ConnectSettings {
  /** Servers that keep each message: 3 in a cluster of three. */
  readonly replicas: number;
  /** A time that never jumps; that of the process by default. */
  readonly monotonicMs?: () => number;
}

export interface Nats {
  readonly wire: Wire;
  readonly leases: Leases;
  readonly hints: Hints;
  isConnected(): boolean;
  /** Gives back leases, sends what is on its way and disconnects. */
  close(): Promise<void>;
}

/** Resolves when NATS answers and its streams exist. Until then it waits, which `signal` ends. */
export async function openNats(settings: NatsSettings): Promise<Nats> {
  const { log, replicas, name, monotonicMs = () => performance.now() } = settings;
  const link = await connectNats(settings);
  const { connection } = link;
  const put = (): Promise<void> =>
    untilDone(() => putStreams(link, replicas), 'waiting for the streams of NATS', settings);
  try {
    await put();
  } catch (error) {
    await connection.close();
    throw error;
  }
  // A server that lost its files comes back without streams
  link.onReconnect(() => {
    putStreams(link, replicas).catch((error: unknown) =>
      log.warn({ err: error }, 'streams were not checked'),
    );
  });
  const hints = new NatsHints(link, nuid.next());
  const leases = await NatsLeases.open(link, name, monotonicMs);
  const wire = await NatsWire.open(link);
  return {
    wire,
    leases,
    hints,
    isConnected: () => link.isConnected(),
    async close() {
      hints.close();
      await Promise.all([leases.close(), wire.close()]);
      const drained = connection.drain().catch(() => undefined);
      await Promise.race([drained, wait(DRAIN_WITHIN_MS, undefined, { ref: false })]);
      await connection.close();
    },
  };
}
