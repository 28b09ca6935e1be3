/** Starts the sandbox's gateway: one address for every plant, simulated exchanges behind it, faults on demand. */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { openSimulatedVenue, SIMULATED_INSTRUMENTS } from '@undertow/feeds';
import type { WebSocket } from 'ws';
import { Seats } from '#rithmic/accounts/seats.ts';
import { type GatewayBook, MarketFloor } from '#rithmic/market/market-floor.ts';
import { respond } from '#rithmic/responses/dispatch.ts';
import { ClientSession } from '#rithmic/session/client-session.ts';
import { type Disorder, Faults, type GarbageKind, garbage } from '#rithmic/session/faults.ts';
import type { World } from '#rithmic/session/world.ts';
import { makeCertificates } from './certificates.ts';
import { GatewayListener } from './gateway-listener.ts';
import type { GatewayParts, GatewaySettings } from './gateway-settings.ts';

export interface GatewayLogin {
  readonly user: string;
  readonly plant: string;
  readonly system: string;
}

export interface Gateway {
  /** `wss:` address, the same for every plant. */
  readonly uri: string;
  /** The authority's certificate in PEM. */
  readonly ca: string;
  close(): Promise<void>;

  /** Who is logged in. */
  logins(): readonly GatewayLogin[];
  /** Sockets that are open, logged in or not. */
  connections(): number;
  /** Another program takes the seats: of one user, or of everybody. */
  forceLogout(user?: string): void;
  /** On: all clients are logged out, and logins and requests find no data. */
  setMaintenance(on: boolean): void;
  /** On: connections are accepted and nothing is sent on them, nor on existing ones. */
  setStalled(on: boolean): void;
  /** Breaks every connection in the middle of a frame. */
  cutMidFrame(): void;
  /** Depth by order out of order and twice from now on; `ORDERLY` ends it. */
  disorderDepth(disorder: Disorder): void;
  /** Ends every response of the history plant after so many records, as if it were complete; null ends that. */
  truncateHistory(records: number | null): void;
  /** Histories that may be resumed are cut after so many records, not after ten thousand. */
  cutHistory(records: number | null): void;
  /** Sends every client an invalid message, or an unknown one. */
  sendGarbage(kind: GarbageKind): void;
  /** Breaks every connection and refuses new ones until `listenAgain`. */
  stopListening(): Promise<void>;
  /** Accepts connections again, on the same port. */
  listenAgain(): Promise<void>;
  /** Freezes the markets, so that a client's book can be compared with `bookOf`. */
  freezeMarket(): void;
  thawMarket(): void;
  /** The gateway's own book; null for an instrument that nobody has requested yet. */
  bookOf(instrumentId: number): GatewayBook | null;
}

const HOSTS = ['localhost', '127.0.0.1', '::1'];
const HEARTBEAT_SECONDS = 30;
/** Two hours of trading are generated in a second and a half; the first subscriber of an instrument waits for them. */
const HISTORY_MINUTES = 120;
const CHECK_MS = 1_000;
/** A socket on which nobody logs in is closed. */
const LOGIN_MS = 30_000;
/** Heartbeats that may be missed. */
const MISSED_BEATS = 2.5;
const GOING_AWAY = 1001;
/** A WebSocket frame that announces 125 bytes, in it a message that announces 121, of which three are sent. */
const HALF_FRAME = Buffer.from([0x82, 125, 0, 0, 0, 121, 1, 2, 3]);

function openMarket(settings: GatewaySettings, parts: GatewayParts): MarketFloor {
  const { feed } = parts;
  const nowMs = parts.nowMs ?? Date.now;
  if (feed !== undefined)
    return new MarketFloor({
      instrumentIds: feed.instrumentIds,
      nowMs: () => feed.nowMs(),
      openFeed: () => feed,
    });
  const instruments = settings.instruments ?? SIMULATED_INSTRUMENTS.map(({ id }) => id);
  return new MarketFloor({
    instrumentIds: instruments,
    nowMs,
    openFeed: () =>
      openSimulatedVenue({
        instruments,
        seed: settings.seed ?? 1,
        nowMs,
        historyMinutes: settings.historyMinutes ?? HISTORY_MINUTES,
        ...(settings.scale === undefined ? {} : { scale: settings.scale }),
        scenario: settings.scenario ?? 'life',
      }),
  });
}

/** Everybody who is connected, with the way to their sockets. */
class Clients {
  readonly #world: World;
  readonly #open = new Map<ClientSession, WebSocket>();

  constructor(world: World) {
    this.#world = world;
  }

  get count(): number {
    return this.#open.size;
  }

  add(socket: WebSocket): void {
    const client = new ClientSession(socket, this.#world, respond);
    this.#open.set(client, socket);
    socket.on('close', () => this.#open.delete(client));
  }

  each(then: (client: ClientSession) => void): void {
    for (const client of [...this.#open.keys()]) then(client);
  }

  /** Disconnects silent clients and sends a heartbeat on idle connections. */
  check(): void {
    const nowMs = this.#world.nowMs();
    const beatMs = this.#world.heartbeatSeconds * 1000;
    this.each((client) => {
      if (client.login === null) {
        if (nowMs - client.openedMs > LOGIN_MS) client.leave();
      } else if (nowMs - client.lastReceivedMs > beatMs * MISSED_BEATS) client.terminate();
      else if (nowMs - client.lastSentMs > beatMs) client.send('RequestHeartbeat', {});
    });
  }

  cutMidFrame(): void {
    for (const socket of this.#open.values()) {
      const { _socket: raw } = socket as unknown as { _socket: Socket };
      raw.write(HALF_FRAME, () => raw.destroy());
    }
  }
}

/** Rejects when the port is in use. */
export async function startGateway(settings: GatewaySettings, parts: GatewayParts = {}): Promise<Gateway> {
  const nowMs = parts.nowMs ?? Date.now;
  const certificates = await makeCertificates(settings.hosts ?? HOSTS, nowMs());
  if (settings.caFile) {
    mkdirSync(dirname(settings.caFile), { recursive: true });
    writeFileSync(settings.caFile, certificates.ca);
  }
  const faults = new Faults(settings.seed ?? 1);
  const market = openMarket(settings, parts);
  const { host, port } = settings;
  const world: World = {
    market,
    faults,
    nowMs,
    seats: new Seats(),
    heartbeatSeconds: settings.heartbeatSeconds ?? HEARTBEAT_SECONDS,
    uri: () => `wss://${host === '0.0.0.0' ? '127.0.0.1' : host}:${listener.port}`,
  };
  const clients = new Clients(world);
  const listener = new GatewayListener({
    port,
    host,
    certificates,
    isStalled: () => faults.stalled,
    onClient: (socket) => clients.add(socket),
  });
  try {
    await listener.open();
  } catch (error) {
    await market.close();
    throw error;
  }
  const timer = setInterval(() => clients.check(), CHECK_MS);
  timer.unref();
  return {
    uri: world.uri(),
    ca: certificates.ca,
    async close() {
      clearInterval(timer);
      await listener.shut();
      await market.close();
    },
    ...controlsOf(world, clients, listener),
  };
}

function controlsOf(
  world: World,
  clients: Clients,
  listener: GatewayListener,
): Omit<Gateway, 'uri' | 'ca' | 'close'> {
  const { faults, market, seats } = world;
  return {
    logins: () =>
      seats
        .all()
        .flatMap(({ login }) =>
          login === null ? [] : [{ user: login.account.user, plant: login.plant, system: login.system }],
        ),
    connections: () => clients.count,
    forceLogout(user) {
      for (const client of seats.all())
        if (user === undefined || client.login?.account.user === user) client.forceLogout();
    },
    setMaintenance(on) {
      faults.maintenance = on;
      if (on) clients.each((client) => client.leave(GOING_AWAY));
    },
    setStalled(on) {
      faults.stalled = on;
      if (!on) listener.dropStalled();
    },
    cutMidFrame: () => clients.cutMidFrame(),
    disorderDepth(disorder) {
      faults.disorder = disorder;
    },
    truncateHistory(records) {
      faults.historyCap = records;
    },
    cutHistory(records) {
      faults.historyPart = records;
    },
    sendGarbage: (kind) => clients.each((client) => client.push(garbage(kind, faults.random))),
    stopListening: () => listener.shut(),
    listenAgain: () => listener.open(),
    freezeMarket: () => market.freeze(),
    thawMarket: () => market.thaw(),
    bookOf: (instrumentId) => market.bookOf(instrumentId),
  };
}
