/** Measures how soon an alert is at a socket: from the message of the exchange to the browser's side, for several people at once. */

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SUBPROTOCOL_BATCHED } from '@undertow/contracts';
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
import { iceberg, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { WebSocket, WebSocketServer } from 'ws';

const PEOPLE = 20;
const EVENTS = 150;
/** An alert that is not there by then was lost. */
const LOST_AFTER_MS = 5000;
const CLOCK_MS = 5;
const ES = 1;
const BASE_TICKS = 20_000;

export interface SocketDelays {
  readonly sockets: number;
  readonly events: number;
  readonly delivered: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** People of Pro with one rule each for every iceberg, whatever its size; returns their ids. */
async function makePeople({ users, tiers, userInstruments, alertRules }: Stores): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let at = 0; at < PEOPLE; at += 1) {
    const nowMs = Date.now();
    const { id } = await users.ensure('https://id.example', `measured-${at}`, nowMs);
    await tiers.grant({ userId: id, tier: 'pro', actor: 'bench', reason: 'bench', expiresAtMs: null }, nowMs);
    await userInstruments.add(id, ES, nowMs);
    const [rule] = await alertRules.list(id);
    if (rule?.condition.kind !== 'event') throw new Error('expected the rule that every account begins with');
    const condition = { ...rule.condition, eventTypes: ['iceberg' as const], perDay: null };
    await alertRules.change(id, rule.id, { condition, coolDownSeconds: 0 }, nowMs);
    ids.push(id);
  }
  return ids;
}

/** The line over a tape whose present is the machine's, with sockets on a port of its own. */
async function openLine() {
  const database = await openDatabase({ dataDir: null });
  const stores = createStores(database.orm);
  const people = await makePeople(stores);
  const feed = new TapeFeed({ nowMs: Date.now(), instrumentIds: [ES] });
  const ticking = setInterval(() => {
    feed.presentMs = Date.now();
  }, CLOCK_MS);
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const clock = createClock();
  const log = createLog('silent');
  const line = createLiveLine({
    ...stores,
    usage: new UsageRecorder({ store: stores.dataUsage, log, nowMs: clock.nowMs }),
    ...{ feed, bus, clock, calendar: SIMULATED_CALENDAR, log },
    controls: await openControls({ ...stores, bus, clock, log, everyMs: null }),
    alertStore: stores.alerts,
    trackStore: createTrackStore(database.orm, createTrackHeadsFile(null)),
    entitlements: createEntitlements({ ...stores, controls: NO_LICENCES, bus, clock }),
  });
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    handleProtocols: () => SUBPROTOCOL_BATCHED,
  });
  server.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const userId = (request.url ?? '').slice(1);
    line.attachSocket(request, socket, { userId, sessionId: userId });
  });
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    clearInterval(ticking);
    await line.close();
    server.close();
    await database.close();
  };
  return { feed, line, people, origin: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** A socket that follows ES as a page does, and calls for each alert that it read. */
async function connect(address: string, onAlert: () => void): Promise<WebSocket> {
  const socket = new WebSocket(address, [SUBPROTOCOL_BATCHED]);
  const subscribed = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      resolve();
      const messages = JSON.parse(data.toString()) as readonly { readonly type: string }[];
      for (const { type } of messages) if (type === 'alert') onAlert();
    });
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'subscribe', instrumentIds: [ES] }));
  await subscribed;
  return socket;
}

/** Waits until it is so; false when it took too long. */
async function until(isSo: () => boolean, patienceMs: number): Promise<boolean> {
  const endMs = performance.now() + patienceMs;
  while (!isSo() && performance.now() < endMs) await wait(2);
  return isSo();
}

/** Everything runs in this process, the reading of the sockets included, so that no other clock is needed. */
export async function measureSockets(): Promise<SocketDelays> {
  const { feed, line, people, origin, close } = await openLine();
  if (!(await until(() => line.status().alerts.rules === PEOPLE && feed.isOpen(ES), 30_000)))
    throw new Error('the rules did not come onto their boards');
  let pushedMs = 0;
  const delays: number[] = [];
  const onAlert = (): void => {
    delays.push(performance.now() - pushedMs);
  };
  const sockets: WebSocket[] = [];
  for (const id of people) sockets.push(await connect(`${origin}/${id}`, onAlert));
  feed.push(ES, Date.now(), quotes(BASE_TICKS, 1, null));
  for (let count = 1; count <= EVENTS; count += 1) {
    // Somewhere between two rounds of the publisher, each time elsewhere
    await wait(150 + ((count * 37) % 100));
    const id = count * 1000;
    const priceTicks = BASE_TICKS + (count % 40) * 5;
    feed.push(ES, Date.now(), quotes(priceTicks, id, count === 1 ? 1 : id - 1000));
    pushedMs = performance.now();
    feed.push(ES, Date.now(), iceberg(priceTicks, id + 10, id + 20, 6));
    await until(() => delays.length >= count * PEOPLE, LOST_AFTER_MS);
  }
  for (const socket of sockets) socket.terminate();
  await close();
  const sorted = delays.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { sockets: PEOPLE, events: EVENTS, delivered: delays.length, p50Ms: at(0.5), p99Ms: at(0.99) };
}
