/** Measures a hundred connected accounts on one process: processor time and memory, with a page on each of them. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SUBPROTOCOL_BATCHED } from '@undertow/contracts';
import { openRithmicFeed, SystemList } from '@undertow/feeds';
import { SIMULATED_CALENDAR } from '@undertow/market';
import { createInProcessBus } from '@undertow/server/src/adapters/bus/in-process-bus.ts';
import { createClock } from '@undertow/server/src/adapters/clock/clock.ts';
import { createTrackHeadsFile } from '@undertow/server/src/adapters/storage/database/chain-heads-file.ts';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { createStores, type Stores } from '@undertow/server/src/adapters/storage/stores.ts';
import { createTrackStore } from '@undertow/server/src/adapters/storage/track-record/track-store.ts';
import { createEntitlements } from '@undertow/server/src/http/bind/entitlement.ts';
import { createLiveLine } from '@undertow/server/src/live/live-line.ts';
import { UsageRecorder } from '@undertow/server/src/live/socket/usage-recorder.ts';
import { createLog } from '@undertow/server/src/logging/log.ts';
import { openControls } from '@undertow/server/src/modules/admin/controls.ts';
import { NO_LICENCES } from '@undertow/server/testing/licences.ts';
import { TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { type WebSocket, WebSocketServer } from 'ws';
import { countedFeed, type FeedCounts } from './counted-feed.ts';

const PEOPLE = 100;
/** Multiplies the rates of the simulated ES: at 1 it sends two hundred events a second. */
const SCALE = '0.3';
const WARM_SECONDS = 20;
const SECONDS = 60;
const ES = 1;

/** People of Basic, whose platform data would be fifteen minutes old. */
async function makePeople({ users, tiers, userInstruments }: Stores): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let at = 0; at < PEOPLE; at += 1) {
    const nowMs = Date.now();
    const { id } = await users.ensure('https://id.example', `measured-${at}`, nowMs);
    await tiers.grant(
      { userId: id, tier: 'basic', actor: 'bench', reason: 'bench', expiresAtMs: null },
      nowMs,
    );
    await userInstruments.add(id, ES, nowMs);
    ids.push(id);
  }
  return ids;
}

/** The line over a silent platform feed, with sockets on a port of its own. */
async function openHouse() {
  const database = await openDatabase({ dataDir: null });
  const stores = createStores(database.orm);
  const people = await makePeople(stores);
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const clock = createClock();
  const log = createLog('silent');
  const line = createLiveLine({
    ...stores,
    usage: new UsageRecorder({ store: stores.dataUsage, log, nowMs: clock.nowMs }),
    feed: new TapeFeed({ nowMs: Date.now(), instrumentIds: [ES] }),
    ...{ bus, clock, calendar: SIMULATED_CALENDAR, log },
    controls: await openControls({ ...stores, bus, clock, log, everyMs: null }),
    alertStore: stores.alerts,
    trackStore: createTrackStore(database.orm, createTrackHeadsFile(null)),
    entitlements: createEntitlements({ ...stores, controls: NO_LICENCES, bus, clock }),
  });
  const handleProtocols = () => SUBPROTOCOL_BATCHED;
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols });
  server.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const userId = (request.url ?? '').slice(1);
    line.attachSocket(request, socket, { userId, sessionId: userId });
  });
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    await line.close();
    server.close();
    await database.close();
  };
  return { line, people, origin: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

interface Read {
  readonly frames: number;
  readonly bytes: number;
  readonly ofOwn: number;
}

/** A child of this process that answers messages one at a time. */
function open(script: URL, words: readonly string[]) {
  const child = fork(fileURLToPath(script), [...words]);
  const nextMessage = async <T>(): Promise<T> => (await once(child, 'message'))[0] as T;
  return {
    nextMessage,
    request<T>(): Promise<T> {
      const response = nextMessage<T>();
      child.send('now');
      return response;
    },
    end: () => child.disconnect(),
  };
}

const { line, people, origin, close } = await openHouse();
const gatewayProcess = open(new URL('./account-gateway.ts', import.meta.url), [SCALE]);
const { uri, ca } = await gatewayProcess.nextMessage<{ uri: string; ca: string }>();
const before = process.memoryUsage();
const counts: FeedCounts = { events: 0, snapshots: 0 };
let breaks = 0;
const systems = new SystemList();
for (const userId of people) {
  const feed = await openRithmicFeed({
    gateway: { uri, ca, systemName: 'Rithmic Paper Trading', appName: 'bench', appVersion: '1' },
    credentials: async () => ({ user: userId, password: Buffer.from('paper') }),
    instruments: [ES],
    nowMs: () => Date.now(),
    random: () => 0.5,
    onAccount: () => undefined,
    systems,
    onState: ({ kind }) => {
      if (kind === 'connecting') breaks += 1;
    },
  });
  if (feed.tier !== 'L3') throw new Error(`expected depth by order, the account has ${feed.tier}`);
  await line.accountFeedLines.open(userId, countedFeed(feed, counts), () => undefined);
}
const readers = open(new URL('./page-readers.ts', import.meta.url), [origin, ...people]);
await readers.nextMessage();
await wait(WARM_SECONDS * 1000);
const first = { read: await readers.request<Read>(), ...counts };
const [cpu, fromMs] = [process.cpuUsage(), performance.now()];
await wait(SECONDS * 1000);
const { user, system } = process.cpuUsage(cpu);
const seconds = (performance.now() - fromMs) / 1000;
const last = { read: await readers.request<Read>(), ...counts };
const after = process.memoryUsage();
if (last.read.ofOwn - first.read.ofOwn < PEOPLE)
  throw new Error('expected every page to show its own account');
readers.end();
await close();
gatewayProcess.end();
process.stdout.write(
  `${JSON.stringify({
    people: PEOPLE,
    updatesPerSecond: (last.events - first.events) / seconds / PEOPLE,
    cpuPercent: ((user + system) / 1e6 / seconds) * 100,
    framesPerSecond: (last.read.frames - first.read.frames) / seconds / PEOPLE,
    megabytesPerLine: (after.rss - before.rss) / 1e6 / PEOPLE,
    rssMegabytes: after.rss / 1e6,
    breaks,
    resyncs: last.snapshots - first.snapshots,
  })}\n`,
);
