/** The real application for tests: in-memory database, a clock that tests move, and one instrument whose view is fixed. */
import { instantOfMs, type MarketDataBar } from '@undertow/contracts';
import type { FlowEvent } from '@undertow/market';
import { pino } from 'pino';
import { createStripeGateway } from '#adapters/billing/stripe-gateway.ts';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import { createJournalWork } from '#adapters/journal/journal-work.ts';
import type { Orm } from '#adapters/storage/orm.ts';
import { createStores } from '#adapters/storage/stores.ts';
import { createTrackHeadsFile } from '#adapters/storage/track-heads.ts';
import { createTrackStore } from '#adapters/storage/track-store.ts';
import { createEntitlements } from '#http/entitlement.ts';
import { createSessions } from '#http/session.ts';
import { createEventReplays } from '#live/event-replays.ts';
import { eventWindowCodec } from '#live/event-window-codec.ts';
import { type BillingSync, startBillingSync } from '#modules/billing-sync/billing-sync.ts';
import { type Identity, type IdentityProvider, IdentityUnavailable } from './account-dependencies.ts';
import { type App, type AppParts, buildApp } from './app.ts';
import type { BillingGateway } from './billing-dependencies.ts';
import type { LiveView, LiveViews } from './dependencies.ts';
import { createTestPeople, type TestPeople } from './test-people.ts';
import { TestProvider } from './test-provider.ts';
import { TEST_OLD_WEBHOOK_SECRET, TEST_WEBHOOK_SECRET } from './test-webhook.ts';

export type { TestUser } from './test-people.ts';

import { openMemoryDatabase } from '#adapters/storage/test-databases.ts';

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
/** The only instruments that the test's feed carries. */
export const FED_INSTRUMENTS = [1, 2, 3, 4, 5];

const NO_EVENTS = { event: () => undefined, events: () => [], patterns: () => [] };

/** A view whose newest bar starts a minute before its instant. */
function viewOf(instrumentId: number, delaySeconds: number, nowMs: number): LiveView {
  const asOfMs = nowMs - delaySeconds * 1000;
  const bar: MarketDataBar = {
    instrumentId,
    timestamp: instantOfMs(asOfMs - 60_000),
    open: '4567.25',
    high: '4567.50',
    low: '4567.00',
    close: '4567.25',
    volume: 10,
    buyVolume: 6,
    sellVolume: 4,
    trades: 3,
    vwap: null,
    timeframe: '1m',
    complete: false,
  };
  return {
    instrumentId,
    delaySeconds,
    asOfMs,
    bars: async () => [bar],
    orderBook: () => [{ side: 'bid', price: '4567.25', size: 4, orders: 2, timestamp: instantOfMs(asOfMs) }],
    ...NO_EVENTS,
    counts: () => ({
      tradingDay: '2026-11-20',
      counts: { iceberg: 0, absorption: 0, support: 0, resistance: 0, stop_run: 0, spoofing: 0 },
      total: 0,
    }),
    facts: () => ({
      instrumentId,
      tradingDay: '2026-11-20',
      lastPrice: '4567.25',
      change: null,
      changePercent: null,
      dailyTrend: 'consolidating',
      volume: 10,
      vwap: null,
      priorHigh: null,
      priorLow: null,
      priorSettlement: null,
      overnightHigh: null,
      overnightLow: null,
      openingRangeHigh: null,
      openingRangeLow: null,
      pointOfControl: null,
      valueAreaHigh: null,
      valueAreaLow: null,
      profile: [],
    }),
    status: () => ({
      instrumentId,
      state: 'live',
      source: 'simulated',
      contract: 'ESZ6',
      tier: 'L3',
      replaySpeed: null,
      lastMessageAt: instantOfMs(asOfMs),
      exchangeToServerMs: null,
      tradesPerSecond: 1,
      gapsToday: 0,
      resyncsToday: 0,
      lastGap: null,
      opensAt: null,
    }),
  };
}

function viewsAt(now: () => number): LiveViews {
  const view = (id: number, delay: number): LiveView | undefined =>
    FED_INSTRUMENTS.includes(id) ? viewOf(id, delay, now()) : undefined;
  return {
    view,
    peek: view,
    present: (delay) => ({ source: 'simulated', asOfMs: now() - delay * 1000 }),
    recentWindow: () => undefined,
    instrumentIds: FED_INSTRUMENTS,
  };
}

const EVENT_PARTS = { windowCodec: eventWindowCodec, eventReplays: createEventReplays() };

export interface TestApp extends App, TestPeople {
  readonly parts: AppParts;
  readonly stores: ReturnType<typeof createStores>;
  /** The database itself, for what no store shows. */
  readonly orm: Orm;
  /** Lines of the log. */
  readonly logged: string[];
  /** Moves the clock. */
  advance(ms: number): void;
  saveEvent(event: FlowEvent): Promise<void>;
  readonly provider: TestProvider;
  readonly sync: BillingSync;
}

/** The real check of signatures; nothing is listening where the rest of it would ask. */
function signedGateway(): Pick<BillingGateway, 'verifyWebhook'> {
  return createStripeGateway({
    secretKey: 'sk_test_undertow',
    webhookSecrets: [TEST_WEBHOOK_SECRET, TEST_OLD_WEBHOOK_SECRET],
    apiBase: 'http://127.0.0.1:9',
    prices: { basic: ['price_basic'], pro: ['price_pro'], elite: ['price_elite'] },
    taxRateId: null,
    livemode: false,
  });
}

type Overrides = Partial<
  Pick<AppParts, 'identity' | 'journalWork' | 'attachSocket' | 'ping' | 'liveSessionsOf'>
> & {
  /** In place of the test's provider. Null: nothing can be bought. */
  readonly gateway?: BillingGateway | null;
  readonly rateLimits?: AppParts['settings']['rateLimits'];
  readonly bootstrapAdminSub?: string;
  readonly publicOrigin?: string;
  readonly webDist?: string;
};

const TEST_SCRIPT = 'https://js.stripe.com/endive/stripe.js';

export const TEST_PERSON: Identity = {
  issuer: 'https://id.example',
  sub: 'jane',
  email: 'jane@example.com',
  firstName: 'Jane',
  authAtMs: null,
};

/** An issuer that signs in whoever the test says. */
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
    payment: { scriptUrl: TEST_SCRIPT, apiBase: 'https://api.stripe.com' },
    company: TEST_COMPANY,
    rateLimits: overrides.rateLimits ?? { perMinute: 100_000, signInPerMinute: 100_000 },
  };
}

export async function openTestApp(overrides: Overrides = {}): Promise<TestApp> {
  let nowMs = TEST_NOW;
  const clock = { nowMs: () => nowMs };
  const database = await openMemoryDatabase();
  const stores = createStores(database.orm);
  const trackStore = createTrackStore(database.orm, createTrackHeadsFile(null));
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const settings = settingsOf(overrides);
  const secure = settings.publicOrigin.startsWith('https:');
  const sessions = createSessions({ store: stores.sessionStore, clock, bus, secure });
  const views = viewsAt(() => nowMs);
  const provider = new TestProvider(signedGateway().verifyWebhook);
  const gateway = overrides.gateway === undefined ? provider : overrides.gateway;
  const sync = startBillingSync({
    gateway: gateway ?? provider,
    ledger: stores.billingLedger,
    bus,
    clock,
    livemode: false,
    log,
  });
  const journalWork = overrides.journalWork ?? createJournalWork();
  const parts: AppParts = {
    ...stores,
    journalWork,
    provider: gateway === null ? null : { gateway, publishableKey: 'pk_test_1', scriptUrl: TEST_SCRIPT },
    webhook: sync.webhook,
    trackStore,
    settings,
    log,
    clock,
    bus,
    sessions,
    entitlements: createEntitlements({ ...stores, bus, clock }),
    identity: overrides.identity ?? noIssuer,
    views,
    ...EVENT_PARTS,
    attachSocket: overrides.attachSocket ?? (() => undefined),
    liveSessionsOf: overrides.liveSessionsOf ?? (() => new Set()),
    ping: overrides.ping ?? database.ping,
    measures: () => 'undertow_up 1\n',
  };
  const app = await buildApp(parts);
  return {
    ...app,
    ...createTestPeople({ stores, sessions, provider, bus, clock }),
    parts,
    stores,
    orm: database.orm,
    logged,
    provider,
    sync,
    advance: (ms) => {
      nowMs += ms;
    },
    saveEvent: (event) => stores.marketStore.saveEvents('simulated', 'test', [event]),
    async close() {
      await app.close();
      await journalWork.close();
      await sync.stop();
      await database.close();
    },
  };
}
