/** The real application for tests: in-memory database, a clock that tests move, and one instrument whose view is fixed. */

import type { FlowEvent } from '@undertow/market';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import { createJournalWork } from '#adapters/journal/journal-work.ts';
import { createOwnerSeal } from '#adapters/secrets/owner-seal.ts';
import { createTrackHeadsFile } from '#adapters/storage/database/chain-heads-file.ts';
import type { Database } from '#adapters/storage/database/database.ts';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { DEFAULT_RETENTION } from '#adapters/storage/operations/retention.ts';
import { createStores } from '#adapters/storage/stores.ts';
import { createTrackStore } from '#adapters/storage/track-record/track-store.ts';
import { type App, buildApp } from '#assembly/app.ts';
import type { AppParts } from '#assembly/app-parts.ts';
import { createEntitlements } from '#http/bind/entitlement.ts';
import { HeavyUse } from '#http/limits/heavy-use.ts';
import { createSessions } from '#http/session/session.ts';
import { createEventReplays } from '#live/replay/event-replays.ts';
import { UsageRecorder } from '#live/socket/usage-recorder.ts';
import { eventWindowCodec } from '#live/tape/event-window-codec.ts';
import { openControls } from '#modules/admin/controls.ts';
import { createSubscriptionEnd } from '#modules/billing/subscription-end.ts';
import { type BillingSync, startBillingSync } from '#modules/billing-sync/billing-sync.ts';
import { InsightRunner } from '#modules/trades/insight-runner.ts';
import { type Identity, type IdentityProvider, IdentityUnavailable } from '#ports/accounts.ts';
import type { BillingGateway } from '#ports/billing.ts';
import type { Clock } from '#ports/clock.ts';
import { testClock } from './clock.ts';

import { lineAt, QUIET_LINE } from './line.ts';
import { createTestPeople, type TestPeople } from './people.ts';
import { TestProvider } from './provider.ts';
import { NO_RECORDINGS } from './recordings/no-recordings.ts';
import { uploadFolder } from './recordings/upload-folder.ts';
import { openTestConnections, type TestRithmic } from './rithmic.ts';
import { signedGateway } from './webhook.ts';

export type { TestUser } from './people.ts';

import { openMemoryDatabase } from '#testing/database/databases.ts';

export const TEST_ORIGIN = 'http://localhost:4999';
export const TEST_NOW = Date.UTC(2026, 10, 20, 15);
export const TEST_COMPANY = {
  name: 'Undertow Test Ltd',
  number: '01234567',
  address: '1 Test Street, London',
  vatNumber: 'GB123456789',
  icoNumber: null,
  supportEmail: 'support@undertow.local',
};
/** The operator's news sources; nothing is read of them. */
const NEWS_SETTINGS: AppParts['newsSettings'] = {
  sources: [
    { kind: 'calendar', url: 'https://www.bls.example/calendar.ics' },
    { kind: 'feed', url: 'https://news.example/rss' },
  ],
  scorer: 'lexicon test',
};
const LINE_PARTS = {
  newsSettings: NEWS_SETTINGS,
  windowCodec: eventWindowCodec,
  eventReplays: createEventReplays(),
  lineStatus: () => QUIET_LINE,
};

export interface TestApp extends App, TestPeople {
  readonly parts: AppParts;
  readonly stores: ReturnType<typeof createStores>;
  /** The database itself, for data that no store exposes. */
  readonly orm: Orm;
  /** Every file of the database. */
  dump(): Promise<Buffer>;
  /** Lines of the log. */
  readonly logged: string[];
  /** Moves the clock. */
  advance(ms: number): void;
  saveEvent(event: FlowEvent): Promise<void>;
  readonly provider: TestProvider;
  readonly sync: BillingSync;
  /** The simulated gateway of users' own connections. */
  readonly rithmic: TestRithmic;
}

type Overrides = Partial<
  Pick<
    AppParts,
    | 'identity'
    | 'journalWork'
    | 'recordings'
    | 'uploadFiles'
    | 'attachSocket'
    | 'ping'
    | 'liveSessionsOf'
    | 'processes'
    | 'heavyUse'
  >
> & {
  /** In place of the test's provider. Null: nothing can be bought. */
  readonly gateway?: BillingGateway | null;
  readonly rateLimits?: Partial<AppParts['settings']['rateLimits']>;
  /** Null: users cannot connect their own trading platform. */
  readonly rithmic?: null;
  readonly bootstrapAdminSub?: string;
  readonly publicOrigin?: string;
  readonly webDist?: string;
  readonly developerPages?: boolean;
  readonly databaseRoleWarning?: string;
  /** In place of one in memory. */
  readonly database?: Database;
  /** In place of the one that `advance` moves. */
  readonly clock?: Clock;
};

const WEBHOOK_SEAL = createOwnerSeal(new Map([['k1', Buffer.alloc(32, 9)]]), 'webhook_keys');

export const TEST_METRICS_TOKEN = 'measures-of-the-tests-0123456789abcdef';
/** More than any test sends. */
export const NO_LIMITS: AppParts['settings']['rateLimits'] = {
  perMinute: 1_000_000,
  visitorPerMinute: 1_000_000,
  signInPerMinute: 1_000_000,
  readsPerRoute: 1_000_000,
  changesPerRoute: 1_000_000,
};
const TEST_SCRIPT = 'https://js.stripe.com/endive/stripe.js';

export const TEST_PERSON: Identity = {
  issuer: 'https://id.example',
  sub: 'jane',
  email: 'jane@example.com',
  firstName: 'Jane',
  authAtMs: null,
};

/** An issuer that signs in the user that the test names. */
export function issuerOf(person: () => Identity): IdentityProvider {
  return {
    begin: async (returnTo, freshFromMs) => ({
      url: `https://id.example/auth${freshFromMs === null ? '' : '?prompt=login'}`,
      transaction: { state: 's', nonce: 'n', codeVerifier: 'v', returnTo, freshFromMs },
    }),
    finish: async () => person(),
    close: () => undefined,
  };
}

const noIssuer: AppParts['identity'] = {
  begin: () => Promise.reject(new IdentityUnavailable('no issuer in this test')),
  finish: () => Promise.reject(new IdentityUnavailable('no issuer in this test')),
  close: () => undefined,
};

function settingsOf(overrides: Overrides): AppParts['settings'] {
  return {
    publicOrigin: overrides.publicOrigin ?? TEST_ORIGIN,
    trustProxy: 0,
    cookieKey: Buffer.alloc(32, 7),
    bootstrapAdminSub: overrides.bootstrapAdminSub ?? null,
    webDist: overrides.webDist ?? '/nowhere',
    landing: 'professional',
    developerPages: overrides.developerPages ?? true,
    payment: { scriptUrl: TEST_SCRIPT, apiBase: 'https://api.stripe.com' },
    company: TEST_COMPANY,
    metricsToken: TEST_METRICS_TOKEN,
    databaseKind: 'pglite',
    databaseRoleWarning: overrides.databaseRoleWarning ?? null,
    rateLimits: { ...NO_LIMITS, ...overrides.rateLimits },
    socketSpreadMs: 0,
  };
}

function socketsOf({ attachSocket = () => undefined, liveSessionsOf = () => new Set() }: Overrides) {
  return {
    attachSocket,
    liveSessionsOf,
    connections: () => 0,
    streams: { open: () => null, openOf: () => 0 },
  };
}

export async function openTestApp(overrides: Overrides = {}): Promise<TestApp> {
  let nowMs = TEST_NOW;
  const clock = overrides.clock ?? testClock(() => nowMs);
  const database = overrides.database ?? (await openMemoryDatabase());
  const stores = createStores(...([database.orm, DEFAULT_RETENTION, null, null, WEBHOOK_SEAL] as const));
  const trackStore = createTrackStore(database.orm, createTrackHeadsFile(null));
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const settings = settingsOf(overrides);
  const secure = settings.publicOrigin.startsWith('https:');
  const sessions = createSessions({ ...stores, store: stores.sessionStore, clock, bus, secure });
  const provider = new TestProvider(signedGateway().verifyWebhook);
  const gateway = overrides.gateway === undefined ? provider : overrides.gateway;
  const ledger = stores.billingLedger;
  const billing = { ...stores, ledger, livemode: false, bus, clock, log, metrics: new Registry() };
  const sync = startBillingSync({ ...billing, gateway: gateway ?? provider });
  const connections = openTestConnections({ ...stores, clock, log });
  const journalWork = overrides.journalWork ?? createJournalWork();
  const controls = await openControls({ ...stores, bus, clock, log, everyMs: null });
  const entitlements = createEntitlements({ ...stores, controls, bus, clock });
  const lineParts = lineAt(() => nowMs);
  const runnerParts = { ...stores, journalWork, entitlements, views: lineParts.views, clock, log };
  const parts: AppParts = {
    ...stores,
    journalWork,
    insightRunner: new InsightRunner(runnerParts),
    provider: gateway === null ? null : { gateway, publishableKey: 'pk_test_1', scriptUrl: TEST_SCRIPT },
    webhook: sync.webhook,
    connectionSupervisor: overrides.rithmic === null ? null : connections.supervisor,
    trackStore,
    usage: new UsageRecorder({ store: stores.dataUsage, log, nowMs: clock.nowMs }),
    ...{ controls, settings, log, clock, bus, sessions, entitlements },
    heavyUse: overrides.heavyUse ?? new HeavyUse(clock),
    identity: overrides.identity ?? noIssuer,
    ...lineParts,
    ...LINE_PARTS,
    ...socketsOf(overrides),
    endSubscription: createSubscriptionEnd({ ...billing, gateway: gateway ?? provider }),
    ...NO_RECORDINGS,
    uploadFiles: overrides.uploadFiles ?? uploadFolder(),
    ...(overrides.recordings === undefined ? {} : { recordings: overrides.recordings }),
    ping: overrides.ping ?? database.ping,
    processes: overrides.processes ?? (async () => null),
    metrics: billing.metrics,
  };
  const app = await buildApp(parts);
  return {
    ...app,
    ...createTestPeople({ orm: database.orm, stores, sessions, provider, bus, clock }),
    ...{ parts, stores, orm: database.orm, logged, provider, sync, rithmic: connections.rithmic },
    dump: async () => Buffer.from(await ((await database.dump?.()) ?? new Blob([])).arrayBuffer()),
    advance: (ms) => {
      nowMs += ms;
    },
    saveEvent: (event) => stores.marketStore.saveEvents('simulated', 'test', [event]),
    async close() {
      await app.close();
      await connections.supervisor.close();
      await journalWork.close();
      await sync.stop();
      await database.close();
    },
  };
}
