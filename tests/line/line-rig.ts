/** The whole server in one process for tests: real stores, gate and sockets over a tape whose clock the test moves. */

import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { SUBPROTOCOL_BATCHED, type Tier } from '@undertow/contracts';
import { SIMULATED_CALENDAR } from '@undertow/market';
import { createInProcessBus } from '@undertow/server/src/adapters/bus/in-process-bus.ts';
import { createJournalWork } from '@undertow/server/src/adapters/journal/journal-work.ts';
import { createOwnerSeal } from '@undertow/server/src/adapters/secrets/owner-seal.ts';
import { createTrackHeadsFile } from '@undertow/server/src/adapters/storage/database/chain-heads-file.ts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { createStores } from '@undertow/server/src/adapters/storage/stores.ts';
import { createTrackStore } from '@undertow/server/src/adapters/storage/track-record/track-store.ts';
import { buildApp } from '@undertow/server/src/assembly/app.ts';
import { createEntitlements } from '@undertow/server/src/http/bind/entitlement.ts';
import { HeavyUse } from '@undertow/server/src/http/limits/heavy-use.ts';
import { createSessions } from '@undertow/server/src/http/session/session.ts';
import { createLiveLine } from '@undertow/server/src/live/live-line.ts';
import { createEventReplays } from '@undertow/server/src/live/replay/event-replays.ts';
import { UsageRecorder } from '@undertow/server/src/live/socket/usage-recorder.ts';
import { eventWindowCodec } from '@undertow/server/src/live/tape/event-window-codec.ts';
import { createLog } from '@undertow/server/src/logging/log.ts';
import { openControls } from '@undertow/server/src/modules/admin/controls.ts';
import { InsightRunner } from '@undertow/server/src/modules/trades/insight-runner.ts';
import { IdentityUnavailable } from '@undertow/server/src/ports/accounts.ts';
import type { Traces } from '@undertow/server/src/ports/cluster/traces.ts';
import type { Recordings } from '@undertow/server/src/ports/recordings.ts';
import { NO_LIMITS, TEST_COMPANY } from '@undertow/server/testing/app.ts';
import { testClock } from '@undertow/server/testing/clock.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { NO_RECORDINGS } from '@undertow/server/testing/recordings/no-recordings.ts';
import { uploadFolder } from '@undertow/server/testing/recordings/upload-folder.ts';
import { TEST_CREDENTIAL_KEYS } from '@undertow/server/testing/rithmic.ts';
import type { TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { Registry } from 'prom-client';
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import { withEveryType } from './every-type.ts';

const ORIGIN = 'http://localhost:4999';
const TICK_MS = 100;

export interface RigOptions {
  readonly feed: TapeFeed;
  /** Kept over restarts; by default in memory, and then closed with the rig. */
  readonly database?: Database;
  /** Every plan gets every type of event and pattern, without hourly limits, so that there is something to leak. */
  readonly allTypes?: boolean;
  readonly developerPages?: boolean;
  readonly storesOwnData?: boolean;
  /** Where sessions are recorded; closed with the rig. Nowhere where it is left out. */
  readonly recordings?: Recordings;
  readonly traces?: Traces;
}

export interface RigUser {
  readonly id: string;
  readonly cookie: string;
}

type RigResponse = Readonly<Record<'status', number> & Record<'text', string>>;
export type Rig = Awaited<ReturnType<typeof openRig>>;

const noIssuer = {
  begin: () => Promise.reject(new IdentityUnavailable('no issuer in this test')),
  finish: () => Promise.reject(new IdentityUnavailable('no issuer in this test')),
  close: () => undefined,
};

/** Empties what the feed left in a database that several tests share: opening one takes seconds. */
export async function clearMarket({ orm }: Database): Promise<void> {
  await orm.execute(
    `TRUNCATE feed_gaps, bars, flow_events, alert_debts, event_windows, book_seconds, frames, feed_runs, alerts,
      patterns, top_of_book, account_keys, account_bars, account_gaps, account_events, account_windows, account_outcomes`,
  );
}

let people = 0;

/** Opens the server on a free port. Timers are the test's: `pass` advances time. */
export async function openRig({
  feed,
  database,
  allTypes = false,
  developerPages = true,
  storesOwnData = true,
  recordings,
  traces,
}: RigOptions) {
  const store = database ?? (await openMemoryDatabase());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const elapsed = { ms: 0 };
  const startMs = feed.presentMs;
  // The server's clock is anchored to the monotonic one, as in production
  const clock = testClock(() => startMs + elapsed.ms);
  const sealing = { seal: createOwnerSeal(TEST_CREDENTIAL_KEYS), windowCodec: eventWindowCodec };
  const stores = createStores(store.orm, undefined, null, sealing);
  const trackStore = createTrackStore(store.orm, createTrackHeadsFile(null));
  const log = createLog('silent');
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const sessions = createSessions({ ...stores, store: stores.sessionStore, clock, bus, secure: false });
  const controls = await openControls({ ...stores, bus, clock, log, everyMs: null });
  const plans = createEntitlements({ ...stores, controls, bus, clock });
  const entitlements = allTypes ? withEveryType(plans) : plans;
  const usage = new UsageRecorder({ store: stores.dataUsage, log, nowMs: () => clock.nowMs() });
  const line = createLiveLine({
    feed,
    calendar: SIMULATED_CALENDAR,
    ...{ bus, clock, audit: stores.audit, controls },
    ...{ marketStore: stores.marketStore, trackStore, alertStore: stores.alerts },
    ...{ usage, alertRules: stores.alertRules, alertOutbox: stores.alertOutbox },
    alertDeadLetters: stores.alertDeadLetters,
    accountMarkets: storesOwnData ? stores.accountMarkets : null,
    ...(recordings === undefined ? {} : { recordings }),
    preferences: stores.preferences,
    entitlements,
    ...{ log, traces, monotonicMs: () => elapsed.ms },
  });
  const serverSockets: WebSocket[] = [];
  const journalWork = createJournalWork();
  const app = await buildApp({
    ...stores,
    newsSettings: { sources: [], scorer: 'none' },
    uploadFiles: uploadFolder(),
    journalWork,
    insightRunner: new InsightRunner({
      ...stores,
      journalWork,
      entitlements,
      views: line.views,
      clock,
      log,
    }),
    trackStore,
    usage,
    controls,
    settings: {
      publicOrigin: ORIGIN,
      ...{ trustProxy: 0, cookieKey: Buffer.alloc(32, 7) },
      bootstrapAdminSub: null,
      webDist: '/nowhere',
      landing: 'professional',
      developerPages,
      payment: { scriptUrl: 'https://js.stripe.com/endive/stripe.js', apiBase: 'https://api.stripe.com' },
      company: TEST_COMPANY,
      metricsToken: null,
      databaseKind: 'pglite',
      databaseRoleWarning: null,
      rateLimits: NO_LIMITS,
      socketSpreadMs: 0,
    },
    log,
    clock,
    bus,
    ...{ sessions, entitlements, identity: noIssuer, heavyUse: new HeavyUse(clock) },
    ...NO_RECORDINGS,
    ...{ views: line.views, viewResolver: line.viewResolver, marketReplays: line.marketReplays },
    accountFeedLines: line.accountFeedLines,
    ...{ windowCodec: eventWindowCodec, eventReplays: createEventReplays() },
    ...(recordings === undefined ? {} : { recordings }),
    connectionSupervisor: null,
    provider: null,
    webhook: null,
    endSubscription: async () => false,
    ...{ connections: () => line.status().sockets, streams: line.streams },
    attachSocket: (request, socket, user) => {
      serverSockets.push(socket);
      line.attachSocket(request, socket, user);
    },
    liveSessionsOf: (userId) => line.liveSessionsOf(userId),
    ping: store.ping,
    metrics: new Registry(),
    ...{ lineStatus: () => line.status(), processes: async () => null },
  });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.http.server.address() as AddressInfo;

  return {
    /** The server's ends of all sockets, in order of connection. */
    serverSockets,
    address: `127.0.0.1:${port}`,
    ...{ bus, controls, feed, line, stores, elapsed, http: app.http },

    async signIn(tier: Tier, instrumentIds: readonly number[]): Promise<RigUser> {
      people += 1;
      const person = { issuer: 'https://id.example', sub: `person-${people}`, email: null, firstName: null };
      const { id } = await stores.users.signIn(person, clock.nowMs());
      const grant = { userId: id, tier, actor: 'test', reason: 'test', expiresAtMs: null };
      await stores.tiers.grant(grant, clock.nowMs());
      for (const instrumentId of instrumentIds)
        await stores.userInstruments.add(id, instrumentId, clock.nowMs());
      bus.publish('userChanged', { userId: id });
      return { id, cookie: `${sessions.cookieName}=${await sessions.start(id)}` };
    },

    /** Another session, that is another device, of the same user. */
    async signInAgain(user: RigUser): Promise<RigUser> {
      return { id: user.id, cookie: `${sessions.cookieName}=${await sessions.start(user.id)}` };
    },

    async setTier(user: RigUser, tier: Tier): Promise<void> {
      const grant = { userId: user.id, tier, actor: 'test', reason: 'test', expiresAtMs: null };
      await stores.tiers.grant(grant, clock.nowMs());
      bus.publish('userChanged', { userId: user.id });
    },

    /** A new session of an administrator who looks as the user. */
    async viewAs(user: RigUser): Promise<RigUser> {
      const admin = await this.signIn('free', []);
      await store.orm.execute(`UPDATE users SET role = 'admin' WHERE id = '${admin.id}'`);
      const session = await this.signInAgain(admin);
      const { sessionId = '' } = (await sessions.find(session.cookie.split('=')[1])) ?? {};
      const act = { actorId: admin.id, userId: user.id, requestId: 'test' };
      await stores.adminViews.start({ ...act, sessionId, reason: 'The chart stays empty' }, clock.nowMs());
      sessions.viewChanged(sessionId);
      return { id: user.id, cookie: session.cookie };
    },

    async signOut(user: RigUser): Promise<void> {
      const signedIn = await sessions.find(user.cookie.split('=')[1]);
      if (signedIn !== undefined) await sessions.end(signedIn.sessionId);
    },

    /** The whole response: status, headers and body as they leave the server. */
    async get(user: RigUser, url: string, more: object = {}): Promise<RigResponse> {
      const response = await app.http.inject({ url, headers: { ...more, cookie: user.cookie } });
      return { status: response.statusCode, text: `${JSON.stringify(response.headers)}\n${response.body}` };
    },

    async post(user: RigUser, url: string, body?: object, method: 'POST' | 'PUT' = 'POST') {
      const headers = { cookie: user.cookie, origin: ORIGIN };
      const payload = body && { payload: body };
      const response = await app.http.inject({ method, url, headers, ...payload });
      return { status: response.statusCode, text: response.body };
    },

    /** A socket of the user, open. */
    async connect(user: RigUser, protocols: readonly string[] = []): Promise<WebSocket> {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, [...protocols], {
        headers: { origin: ORIGIN, cookie: user.cookie },
      });
      await once(socket, 'open');
      return socket;
    },

    /** The connection under a socket of the user, once it is upgraded: for bytes that no client of ours sends. */
    async connectRaw(user: RigUser): Promise<Socket> {
      const request = httpRequest({
        ...{ host: '127.0.0.1', port, path: '/ws' },
        headers: {
          ...{ origin: ORIGIN, cookie: user.cookie, connection: 'Upgrade', upgrade: 'websocket' },
          'sec-websocket-version': '13',
          'sec-websocket-key': Buffer.alloc(16).toString('base64'),
          'sec-websocket-protocol': SUBPROTOCOL_BATCHED,
        },
      });
      request.end();
      const [, line] = (await once(request, 'upgrade')) as [unknown, Socket];
      line.on('error', () => undefined);
      return line;
    },

    /** Advances time in ticks of the publisher; `onTick` gets the milliseconds since the start before each. */
    async pass(ms: number, onTick: (elapsedMs: number) => void = () => undefined): Promise<void> {
      for (let passed = 0; passed < ms; passed += TICK_MS) {
        elapsed.ms += TICK_MS;
        feed.presentMs += TICK_MS;
        onTick(elapsed.ms);
        await vi.advanceTimersByTimeAsync(TICK_MS);
      }
    },

    /** The process ends at once: nothing more is stored, nothing more is sent. */
    async kill(): Promise<void> {
      // Timers that are faked away never fire again; what was under way with the database still ends
      vi.clearAllTimers();
      vi.useRealTimers();
      await bus.close();
      await app.close();
    },

    async close(): Promise<void> {
      vi.useRealTimers();
      await app.close();
      await line.close();
      await recordings?.close();
      if (database === undefined) await store.close();
    },
  };
}

/** Resolves once everything that the server wrote before has been read by the client. */
export async function settle(socket: WebSocket): Promise<void> {
  // Frames keep their order: the pong comes after them
  socket.ping();
  await once(socket, 'pong');
}
