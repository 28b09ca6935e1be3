/** The live line over a feed of the measurement's own, with signed-in people and sockets on a port of its own. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SUBPROTOCOL_BATCHED, type Tier } from '@undertow/contracts';
import type { Feed } from '@undertow/feeds';
import { SIMULATED_CALENDAR } from '@undertow/market';
import { createInProcessBus } from '@undertow/server/src/adapters/bus/in-process-bus.ts';
import { createClock } from '@undertow/server/src/adapters/clock/clock.ts';
import { createTrackHeadsFile } from '@undertow/server/src/adapters/storage/database/chain-heads-file.ts';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { createStores, type Stores } from '@undertow/server/src/adapters/storage/stores.ts';
import { createTrackStore } from '@undertow/server/src/adapters/storage/track-record/track-store.ts';
import { createEntitlements } from '@undertow/server/src/http/bind/entitlement.ts';
import { socketSink } from '@undertow/server/src/http/streams/stream-carriers.ts';
import { createLiveLine } from '@undertow/server/src/live/live-line.ts';
import type { RemoteSource } from '@undertow/server/src/live/live-line-input.ts';
import { UsageRecorder } from '@undertow/server/src/live/socket/usage-recorder.ts';
import { createLog } from '@undertow/server/src/logging/log.ts';
import { openControls } from '@undertow/server/src/modules/admin/controls.ts';
import { NO_LICENCES } from '@undertow/server/testing/licences.ts';
import { TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { type WebSocket, WebSocketServer } from 'ws';

/** The instrument that everybody follows. */
export const ES = 1;
export const NEXT_PERSON = '/next';
/** Before the name of a person: a stream of the public API in place of a socket of the product. */
export const STREAM_OF = '/stream/';
const SUBSCRIBE_ES = Buffer.from(JSON.stringify({ type: 'subscribe', instrumentIds: [ES] }));

/** What changes as often as a page’s frame: the book, and whatever happens beside it. */
const STREAM_SUBSCRIPTION = JSON.stringify({
  op: 'subscribe',
  instrument: 'ES',
  kinds: ['event', 'bar_1m', 'book'],
});

interface TapeLineInput {
  readonly tier: Tier;
  readonly people: number;
  /** Called with the stores before the line starts. */
  prepare?(stores: Stores, people: readonly string[]): Promise<void>;
  /** What delays count on, milliseconds. */
  monotonicMs?(): number;
}

interface LineInput extends TapeLineInput {
  readonly feed: Feed;
  /** Where the market runs in other processes; left out where it runs here. */
  readonly remote?: RemoteSource;
}

async function makePeople(
  { users, tiers, userInstruments }: Stores,
  { tier, people }: TapeLineInput,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let at = 0; at < people; at += 1) {
    const nowMs = Date.now();
    const { id } = await users.ensure('https://id.example', `measured-${at}`, nowMs);
    await tiers.grant({ userId: id, tier, actor: 'bench', reason: 'bench', expiresAtMs: null }, nowMs);
    await userInstruments.add(id, ES, nowMs);
    ids.push(id);
  }
  return ids;
}

/** A line over a tape. */
export async function openTapeLine(input: TapeLineInput) {
  const feed = new TapeFeed({ nowMs: Date.now(), instrumentIds: [ES] });
  return { ...(await openMeasuredLine({ ...input, feed })), feed };
}

/**
 * Everything in this process, the embedded database in memory. A socket names its user in its path, as nothing else may; at
 * `/next` the people take turns.
 */
export async function openMeasuredLine(input: LineInput) {
  const { feed } = input;
  const database = await openDatabase({ dataDir: null });
  const stores = createStores(database.orm);
  const people = await makePeople(stores, input);
  await input.prepare?.(stores, people);
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const clock = createClock();
  const log = createLog('silent');
  const line = createLiveLine({
    ...stores,
    usage: new UsageRecorder({ store: stores.dataUsage, log, nowMs: clock.nowMs }),
    ...{ feed, bus, clock, calendar: SIMULATED_CALENDAR, log },
    ...(input.remote === undefined ? {} : { remote: input.remote }),
    ...(input.monotonicMs === undefined ? {} : { monotonicMs: input.monotonicMs }),
    controls: await openControls({ ...stores, bus, clock, log, everyMs: null }),
    alertStore: stores.alerts,
    trackStore: createTrackStore(database.orm, createTrackHeadsFile(null)),
    entitlements: createEntitlements({ ...stores, controls: NO_LICENCES, bus, clock }),
  });
  const handleProtocols = () => SUBPROTOCOL_BATCHED;
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols });
  /** The key of such a stream always holds. */
  function openStream(socket: WebSocket, { socket: stream, url = '' }: IncomingMessage): void {
    const userId = url.slice(STREAM_OF.length);
    const holder = { userId, sessionId: userId, check: async () => undefined };
    const opened = line.streams.open(holder, socketSink(socket, stream));
    opened?.receive(STREAM_SUBSCRIPTION);
    socket.on('close', () => opened?.closed());
  }
  let turn = 0;
  server.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const isNext = request.url === NEXT_PERSON;
    if (request.url?.startsWith(STREAM_OF)) return openStream(socket, request);
    const userId = isNext ? (people[turn++ % people.length] ?? '') : (request.url ?? '').slice(1);
    line.attachSocket(request, socket, { userId, sessionId: userId });
    // The clients of the reference programs send nothing
    if (isNext) socket.emit('message', SUBSCRIBE_ES, false);
  });
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    await line.close();
    server.close();
    await database.close();
  };
  return {
    ...{ bus, line, people, close },
    origin: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
}
