/** Starts the stand-in: the live gateway, the historical service, simulated exchanges behind both, faults on demand. */
import { createServer } from 'node:http';
import { openSimulatedVenue, SIMULATED_INSTRUMENTS } from '@undertow/feeds';
import { DAY_MS, instrumentById, instrumentBySymbol, MINUTE_MS, type TradingStatus } from '@undertow/market';
import { KeyTable } from '#databento/access/keys.ts';
import { HistoryService } from '#databento/history/history-service.ts';
import type { WholeBook } from '#databento/market/market-book.ts';
import { MarketFloor } from '#databento/market/market-floor.ts';
import { PastMarket } from '#databento/market/past-market.ts';
import type { WireContract } from '#databento/market/wire-contract.ts';
import { type FaultSettings, Faults } from '#databento/session/faults.ts';
import { LiveSession } from '#databento/session/live-session.ts';
import type { World } from '#databento/session/world.ts';
import { answerControl } from './control.ts';
import type { DatabentoParts, DatabentoSettings } from './databento-settings.ts';
import { LiveListener } from './live-listener.ts';

export interface SessionFacts {
  readonly id: number;
  /** How the client calls itself. */
  readonly client: string;
}

/** What tests may do to a running stand-in. */
export interface DatabentoControls {
  /** Sessions that are logged in. */
  sessions(): readonly SessionFacts[];
  /** Connections that are open, logged in or not. */
  connections(): number;
  /** Faults that stay on; what is left out stays as it is. */
  setFaults(settings: Partial<FaultSettings>): void;
  /** Breaks every connection in the middle of a record. */
  cutMidRecord(): void;
  /** Breaks every connection. */
  dropConnections(): void;
  /** The next event of each book warns that the book may be bad. */
  warnOfBook(): void;
  /** Drops so many records of each book, then reports it as after slow reading. */
  skipRecords(records: number): void;
  /** A record of a type that nobody knows. */
  sendUnknownRecord(): void;
  /** An error record to every session; the fatal codes end it. */
  sendError(code: number, text: string): void;
  /**
   * The next contract of a product becomes its front one; running sessions stay with theirs. Mappings state that it is since
   * `sinceMs`, else since the day of UTC began.
   */
  roll(product: string, sinceMs?: number): void;
  /** Announces a halt, an auction or trading of a product; trades are sent in trading alone. */
  setStatus(product: string, status: TradingStatus): void;
}

export interface Databento extends DatabentoControls {
  /** `host:port` of the live gateway. */
  readonly address: string;
  /** Base address of the historical service, and of the controls. */
  readonly historyUrl: string;
  close(): Promise<void>;
  /** Breaks every connection and refuses new ones until `listenAgain`. */
  stopListening(): Promise<void>;
  /** Accepts connections again, on the same port. */
  listenAgain(): Promise<void>;
  /** Freezes the markets, so that a client's book can be compared with `bookOf`. */
  freezeMarket(): void;
  thawMarket(): void;
  /** The stand-in's own book; null for a product that nobody has requested yet. */
  bookOf(instrumentId: number): WholeBook | null;
  /** The front contract of a product by its code. */
  contractOf(product: string): WireContract;
}

/** Two hours of trading are generated in a second and a half; the first subscriber of a product waits for them. */
const HISTORY_MINUTES = 120;
const PAST_DAYS = 10;
const CHECK_MS = 200;
const MAX_SESSIONS = 10;
const LINES_PER_SECOND = 10;
const SLOW_BYTES = 4 * 1024 * 1024;
const LOGIN_MS = 30_000;
/** As the simulated venue does: a history begins on a boundary of ten minutes. */
const ALIGN_MS = 600_000;

function openFloor(settings: DatabentoSettings, { feed, nowMs = Date.now }: DatabentoParts): MarketFloor {
  const historyMinutes = settings.historyMinutes ?? HISTORY_MINUTES;
  if (feed !== undefined)
    return new MarketFloor({
      instrumentIds: feed.instrumentIds,
      nowMs: () => feed.nowMs(),
      startMs: feed.nowMs() - historyMinutes * MINUTE_MS,
      openFeed: () => feed,
    });
  const instruments = settings.instruments ?? SIMULATED_INSTRUMENTS.map(({ id }) => id);
  const options = {
    ...{ instruments, seed: settings.seed ?? 1, nowMs, historyMinutes },
    scenario: settings.scenario ?? 'life',
  };
  const venue = openSimulatedVenue(
    settings.scale === undefined ? options : { ...options, scale: settings.scale },
  );
  return new MarketFloor({
    instrumentIds: instruments,
    nowMs,
    startMs: Math.floor((nowMs() - historyMinutes * MINUTE_MS) / ALIGN_MS) * ALIGN_MS,
    openFeed: () => venue,
  });
}

/** Past days of the same exchanges; a feed in their place has none unless they are requested. */
function openPast(settings: DatabentoSettings, { feed }: DatabentoParts, floor: MarketFloor) {
  const days = settings.pastDays ?? (feed === undefined ? PAST_DAYS : 0);
  if (days === 0) return null;
  const { seed = 1, scale } = settings;
  return new PastMarket({
    instrumentIds: floor.instrumentIds,
    days,
    todayMs: floor.startMs,
    openVenue: (id, endMs, historyMinutes) =>
      openSimulatedVenue({
        ...{ instruments: [id], nowMs: () => endMs, historyMinutes },
        seed: seed + Math.floor(endMs / DAY_MS),
        ...(scale === undefined ? {} : { scale }),
      }),
  });
}

/** Rejects when a port is in use. */
export async function startDatabento(
  settings: DatabentoSettings,
  parts: DatabentoParts = {},
): Promise<Databento> {
  const floor = openFloor(settings, parts);
  for (const id of settings.warm ?? []) warmUp(floor, id);
  const faults = new Faults(settings.seed ?? 1, settings.faults);
  const keys = new KeyTable(settings.key);
  const clients = new Set<LiveSession>();
  let lastId = 0;
  const world: World = {
    floor,
    faults,
    keys,
    limits: {
      sessions: settings.maxSessions ?? MAX_SESSIONS,
      linesPerSecond: settings.linesPerSecond ?? LINES_PER_SECOND,
      slowBytes: settings.slowBytes ?? SLOW_BYTES,
      loginMs: settings.loginMs ?? LOGIN_MS,
    },
    sessionCount: () => [...clients].filter(({ isLoggedIn }) => isLoggedIn).length,
    nextSessionId: () => ++lastId,
  };
  const listener = new LiveListener(settings.host, settings.livePort, (socket) => {
    const client = new LiveSession(socket, world);
    clients.add(client);
    socket.on('close', () => clients.delete(client));
  });
  const controls = controlsOf(world, clients, listener);
  const web = openWeb(
    new HistoryService({ floor, past: openPast(settings, parts, floor), faults, keys }),
    controls,
  );
  const timer = setInterval(() => {
    for (const client of clients) client.check();
  }, CHECK_MS);
  timer.unref();
  const close = async () => {
    clearInterval(timer);
    await Promise.all([listener.shut(), web.close(), floor.close()]);
  };
  try {
    await listener.open();
    await web.open(settings.historyPort, settings.host);
  } catch (error) {
    await close();
    throw error;
  }
  const host = settings.host === '0.0.0.0' ? '127.0.0.1' : settings.host;
  return {
    address: `${host}:${listener.port}`,
    historyUrl: `http://${host}:${web.port()}`,
    close,
    stopListening: () => listener.shut(),
    listenAgain: () => listener.open(),
    ...marketOf(floor),
    ...controls,
  };
}

function warmUp(floor: MarketFloor, instrumentId: number): void {
  const instrument = instrumentById(instrumentId);
  // Nobody waits for it
  if (instrument !== undefined) floor.run(floor.line(instrument)).catch(() => undefined);
}

function marketOf(floor: MarketFloor) {
  return {
    freezeMarket: () => floor.freeze(),
    thawMarket: () => floor.thaw(),
    bookOf: (instrumentId: number) => floor.bookOf(instrumentId),
    contractOf(product: string) {
      const instrument = instrumentBySymbol(product);
      if (instrument === undefined) throw new RangeError(`no product ${product} in the catalogue`);
      return floor.symbology.contractOf(instrument);
    },
  };
}

function controlsOf(
  { floor, faults }: World,
  clients: ReadonlySet<LiveSession>,
  listener: LiveListener,
): DatabentoControls {
  const started = () => [...clients].filter(({ isOpen }) => isOpen);
  return {
    sessions: () =>
      [...clients].filter(({ isLoggedIn }) => isLoggedIn).map(({ id, client }) => ({ id, client })),
    connections: () => listener.connections,
    setFaults: (some) => faults.set(some),
    cutMidRecord() {
      for (const client of started()) client.faults.cutMidRecord();
    },
    dropConnections: () => listener.breakAll(),
    warnOfBook() {
      for (const client of started()) client.faults.warnOfBook();
    },
    skipRecords(records) {
      for (const client of started()) client.faults.skipRecords(records);
    },
    sendUnknownRecord() {
      for (const client of started()) client.faults.sendUnknownRecord();
    },
    sendError(code, text) {
      for (const client of started()) client.faults.sendError(code, text);
    },
    roll: (product, sinceMs) => floor.roll(product, sinceMs),
    setStatus: (product, status) => floor.setStatus(product, status),
  };
}

/** The HTTP port: the historical service, and the controls under `/sandbox/`. */
function openWeb(history: HistoryService, controls: DatabentoControls) {
  const server = createServer((request, response) => {
    const answer = async () => {
      if (await answerControl(request, response, controls)) return;
      if (!(await history.answer(request, response))) response.writeHead(404).end();
    };
    answer().catch(() => response.destroy());
  });
  return {
    open: (port: number, host: string) =>
      new Promise<void>((listening, fail) => {
        server.once('error', fail);
        server.listen(port, host, listening);
      }),
    port() {
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : 0;
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
