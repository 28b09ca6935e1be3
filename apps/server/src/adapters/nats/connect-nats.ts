/** The connection to NATS: it waits for the servers at start, and reconnects for as long as the process lives. */
import { setTimeout as wait } from 'node:timers/promises';
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Log } from '#ports/log.ts';
import { type NatsAddress, readNatsAddress } from './nats-address.ts';

const CONNECT_WITHIN_MS = 5000;
/** After that a request counts as not answered: it may still have had its effect. */
export const ANSWER_WITHIN_MS = 2000;
const RECONNECT_EVERY_MS = 250;
/** A connection without an answer to two of these is given up. */
const PING_EVERY_MS = 2000;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2000;
const REPORT_EVERY_MS = 5000;

export interface ConnectSettings {
  /** As in `NATS_URL`. */
  readonly servers: string;
  /** Of this process, for the operator of NATS. */
  readonly name: string;
  readonly log: Log;
  /** Instead of those in the address. */
  readonly credentials?: { readonly user: string; readonly password: string };
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
}

/** Repeats what fails until it succeeds, less and less often, and reports at intervals what it waits for. */
export async function untilDone<T>(
  attempt: () => Promise<T>,
  waiting: string,
  { log, signal }: Pick<ConnectSettings, 'log' | 'signal'>,
): Promise<T> {
  let reportedMs = Number.NEGATIVE_INFINITY;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() - reportedMs >= REPORT_EVERY_MS) {
        log.warn({ err: error }, waiting);
        reportedMs = performance.now();
      }
    }
    await wait(waitMs, undefined, signal === undefined ? {} : { signal });
  }
}

/** What the parts of this adapter use of one connection. */
export interface NatsLink {
  readonly connection: NatsConnection;
  readonly stream: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly log: Log;
  /** False from a disconnect to the reconnect. */
  isConnected(): boolean;
  /** Calls back after every reconnect. Returns what ends it. */
  onReconnect(listener: () => void): () => void;
}

interface States {
  isConnected: boolean;
  readonly onReconnect: Set<() => void>;
}

async function followStates(connection: NatsConnection, log: Log, states: States): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect' && states.isConnected) {
      states.isConnected = false;
      log.warn({ server: status.server }, 'the connection to NATS was lost');
    } else if (status.type === 'reconnect') {
      states.isConnected = true;
      log.info({ server: status.server }, 'reconnected to NATS');
      for (const listener of states.onReconnect) listener();
    } else if (status.type === 'error') log.error({ err: status.error }, 'NATS reported an error');
  }
}

/** Resolves when it is connected: as long as no server answers it waits, and reports it. */
export async function connectNats(settings: ConnectSettings): Promise<NatsLink> {
  const { log, name } = settings;
  const address: NatsAddress = readNatsAddress(settings.servers);
  const user = settings.credentials?.user ?? address.user;
  const pass = settings.credentials?.password ?? address.password;
  const options = {
    servers: [...address.servers],
    name,
    timeout: CONNECT_WITHIN_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: 2,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_EVERY_MS,
    reconnectJitter: RECONNECT_EVERY_MS / 2,
    // A password that is changed on the servers first must not end the process for ever
    ignoreAuthErrorAbort: true,
    ...(user === undefined ? {} : { user, pass: pass ?? '' }),
    ...(address.isEncrypted ? { tls: {} } : {}),
  };
  const connection = await untilDone(
    () => connect(options),
    `waiting for NATS at ${address.servers.join(', ')}`,
    settings,
  );
  log.info({ server: connection.getServer(), version: connection.info?.version }, 'connected to NATS');
  const states: States = { isConnected: true, onReconnect: new Set() };
  followStates(connection, log, states).catch((error: unknown) => log.error({ err: error }, 'NATS closed'));
  return {
    connection,
    manager: await jetstreamManager(connection, { checkAPI: false, timeout: ANSWER_WITHIN_MS }),
    stream: jetstream(connection, { timeout: ANSWER_WITHIN_MS }),
    log,
    isConnected: () => states.isConnected && !connection.isClosed(),
    onReconnect(listener) {
      states.onReconnect.add(listener);
      return () => states.onReconnect.delete(listener);
    },
  };
}
