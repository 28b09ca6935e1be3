/** Builds the HTTP application from its parts; nothing here opens a database, a feed or a port. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fastifyCookie from '@fastify/cookie';
import fastifySwagger from '@fastify/swagger';
import type { CompanyFacts } from '@undertow/contracts';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { WebSocket } from 'ws';
import type {
  AuditLog,
  Erasures,
  IdentityProvider,
  PersonalData,
  UserInstruments,
  Users,
  Watchlist,
} from '#account-dependencies.ts';
import type { AlertRuleStore, AlertStore } from '#alert-dependencies.ts';
import type {
  Bus,
  Clock,
  Entitlements,
  EventWindowCodec,
  LiveViews,
  MarketStore,
  PreferenceStore,
  TrackStore,
} from '#dependencies.ts';
import type { HistoryStore } from '#history-dependencies.ts';
import { registerAccess } from '#http/access.ts';
import { limitConnections } from '#http/address-limits.ts';
import { createRouteBinder, type RouteBinder } from '#http/bind-route.ts';
import { registerBodyTimeout } from '#http/body-timeout.ts';
import { registerErrorHandler, sendFrameworkError } from '#http/error-handler.ts';
import { type Landing, withLanding } from '#http/landing-choice.ts';
import { createLivePollers } from '#http/live-pollers.ts';
import { registerNotFound } from '#http/not-found.ts';
import { type RateLimits, registerRateLimit } from '#http/rate-limit.ts';
import { inlineScriptHashes, type PaymentAddresses, registerSecurity } from '#http/security.ts';
import type { Sessions, SignedIn } from '#http/session.ts';
import { openSocketDoor } from '#http/socket-upgrade.ts';
import { readShell, registerStaticFiles } from '#http/static-files.ts';
import { bindDeviceRoutes } from '#modules/account/device-routes.ts';
import { bindErasureRoutes } from '#modules/account/erasure-routes.ts';
import { bindExportRoutes } from '#modules/account/export-routes.ts';
import { bindAlertRoutes } from '#modules/alerts/alert-routes.ts';
import { bindDryRunRoute } from '#modules/alerts/dry-run-route.ts';
import { bindMailStopRoute } from '#modules/alerts/mail-stop-route.ts';
import { bindRuleRoutes } from '#modules/alerts/rule-routes.ts';
import { bindTemplateRoutes } from '#modules/alerts/template-routes.ts';
import { bindAuthRoutes } from '#modules/auth/auth-routes.ts';
import { type BillingParts, bindBillingRoutes } from '#modules/billing/billing-routes.ts';
import { bindWebhookRoutes, type WebhookParts } from '#modules/billing-sync/webhook-route.ts';
import { bindCompanyRoutes } from '#modules/company/company-routes.ts';
import { bindConnectionRoutes } from '#modules/connection/connection-routes.ts';
import { bindHealthRoutes } from '#modules/health/health-routes.ts';
import { bindHistoryRoutes } from '#modules/history/history-routes.ts';
import { bindInstrumentRoutes } from '#modules/instruments/instrument-routes.ts';
import { bindWatchlistRoutes } from '#modules/instruments/watchlist-routes.ts';
import { bindEventReplayRoutes } from '#modules/market-data/event-replay-routes.ts';
import { bindEventRoutes } from '#modules/market-data/event-routes.ts';
import { bindMarketDataRoutes } from '#modules/market-data/market-data-routes.ts';
import { bindCrawlerFiles } from '#modules/pages/crawler-files.ts';
import { bindPatternRoutes } from '#modules/patterns/pattern-routes.ts';
import { bindPreferenceRoutes } from '#modules/preferences/preference-routes.ts';
import { bindReferenceRoutes } from '#modules/reference/reference-routes.ts';
import { bindRegistrationRoutes } from '#modules/registration/registration-routes.ts';
import { bindTrackRecordRoutes } from '#modules/track-record/track-record-routes.ts';
import { bindContextRoutes } from '#modules/trades/context-routes.ts';
import { bindImportRoutes } from '#modules/trades/import-routes.ts';
import { bindInsightRoutes } from '#modules/trades/insight-routes.ts';
import { bindStatisticsRoutes } from '#modules/trades/statistics-routes.ts';
import { bindTradeRoutes } from '#modules/trades/trade-routes.ts';
import type { Registrations } from '#registration-dependencies.ts';
import type { EventReplays } from '#replay-dependencies.ts';
import { createAlertMailTokens } from './alert-mail-tokens.ts';
import type { ContextStore, InsightStore, JournalSettings, TradeStore } from './journal-dependencies.ts';
import type { ImportStore } from './journal-import-dependencies.ts';
import type { JournalWork } from './journal-work-dependencies.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
/** For a file of 64 MB over a slow line; `http/body-timeout` holds every other body to less. */
const REQUEST_TIMEOUT_MS = 180_000;
/** How often Node looks for connections past these timeouts; its default of 30 s would triple them. */
const TIMEOUT_CHECK_MS = 2_000;

export interface AppSettings {
  readonly publicOrigin: string;
  readonly trustProxy: number;
  readonly cookieKey: Buffer;
  readonly bootstrapAdminSub: string | null;
  readonly webDist: string;
  readonly payment: PaymentAddresses;
  readonly landing?: Landing;
  readonly rateLimits: RateLimits;
  readonly company: CompanyFacts;
}

export interface AppParts extends Omit<BillingParts, 'publicOrigin' | 'cookieKey'> {
  readonly settings: AppSettings;
  readonly log: FastifyBaseLogger;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly users: Users;
  readonly userInstruments: UserInstruments;
  readonly watchlist: Watchlist;
  readonly preferences: PreferenceStore;
  readonly registrations: Registrations;
  readonly alerts: AlertStore;
  readonly alertRules: AlertRuleStore;
  readonly marketStore: MarketStore;
  readonly history: HistoryStore;
  readonly trackStore: TrackStore;
  readonly trades: TradeStore;
  readonly tradeImports: ImportStore;
  readonly tradeContexts: ContextStore;
  readonly journalSettings: JournalSettings;
  readonly insights: InsightStore;
  readonly journalWork: JournalWork;
  readonly audit: AuditLog;
  readonly erasures: Erasures;
  readonly personalData: PersonalData;
  readonly sessions: Sessions;
  readonly entitlements: Entitlements;
  readonly identity: IdentityProvider;
  readonly views: LiveViews;
  readonly windowCodec: EventWindowCodec;
  readonly eventReplays: EventReplays;
  /** Null without a payment provider. */
  readonly webhook: WebhookParts | null;
  readonly attachSocket: (request: IncomingMessage, socket: WebSocket, user: SignedIn) => void;
  readonly ping: () => Promise<void>;
  readonly liveSessionsOf: (userId: string) => ReadonlySet<string>;
  readonly measures: () => string;
}

export interface App {
  readonly http: FastifyInstance;
  readonly bound: RouteBinder['bound'];
  /** Every route, bound from a contract or not. */
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  /** Closes sockets with 1012, lets requests finish, stops listening. */
  close(): Promise<void>;
}

function createServer(settings: AppSettings, log: FastifyBaseLogger): FastifyInstance {
  const http = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: (_address, hop) => hop < settings.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true },
    frameworkErrors: sendFrameworkError,
  });
  http.server.headersTimeout = HEADERS_TIMEOUT_MS;
  limitConnections(http.server, settings.trustProxy);
  http.removeContentTypeParser('text/plain');
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  return http;
}

function logRequests(http: FastifyInstance): void {
  http.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  http.addHook('onResponse', async (request, reply) => {
    // The path only: a query may hold the code of a sign-in
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.signedIn?.userId,
      },
      'request',
    );
  });
}

function bindRoutes(http: FastifyInstance, binder: RouteBinder, parts: AppParts): void {
  const { publicOrigin, cookieKey, bootstrapAdminSub } = parts.settings;
  bindAuthRoutes(binder, { ...parts, publicOrigin, cookieKey, bootstrapAdminSub });
  bindInstrumentRoutes(binder, parts);
  bindWatchlistRoutes(binder, parts);
  bindMarketDataRoutes(binder, parts.views);
  bindEventRoutes(binder, parts);
  bindEventReplayRoutes(binder, parts);
  bindPatternRoutes(binder, parts);
  bindTrackRecordRoutes(binder, parts);
  bindHistoryRoutes(binder, parts);
  bindAlertRoutes(binder, parts);
  bindTemplateRoutes(binder, parts);
  bindDryRunRoute(binder, parts);
  bindRuleRoutes(binder, parts);
  bindMailStopRoute(binder, { ...parts, alertMailTokens: createAlertMailTokens(cookieKey) });
  bindConnectionRoutes(binder);
  bindPreferenceRoutes(binder, parts.preferences, parts.bus);
  bindBillingRoutes(binder, { ...parts, publicOrigin, cookieKey });
  bindWebhookRoutes(binder, parts.webhook);
  bindDeviceRoutes(binder, parts);
  bindExportRoutes(binder, { ...parts, supportEmail: parts.settings.company.supportEmail });
  bindErasureRoutes(binder, parts);
  bindCompanyRoutes(binder, parts.settings.company);
  bindRegistrationRoutes(binder, { ...parts, cookieKey });
  bindTradeRoutes(binder, parts);
  bindImportRoutes(binder, parts);
  bindStatisticsRoutes(binder, parts);
  bindContextRoutes(binder, parts);
  bindInsightRoutes(binder, parts);
  bindReferenceRoutes(http);
  bindCrawlerFiles(http, publicOrigin);
  bindHealthRoutes(http, parts);
}

/** Builds the application; the caller listens. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { settings, log, sessions, entitlements } = parts;
  const { publicOrigin } = settings;
  const shell = withLanding(readShell(settings.webDist), settings.landing ?? 'professional');
  const http = createServer(settings, log);
  const routes: { method: string; path: string }[] = [];
  http.addHook('onRoute', ({ method, url, path = url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') routes.push({ method: one, path });
  });
  registerErrorHandler(http);
  const scriptHashes = inlineScriptHashes(shell ?? '');
  const allowPayment = await registerSecurity(http, {
    publicOrigin,
    scriptHashes,
    payment: settings.payment,
  });
  await http.register(fastifyCookie);
  registerAccess(http, { sessions, publicOrigin });
  registerBodyTimeout(http);
  logRequests(http);
  await registerRateLimit(http, settings.rateLimits);
  const sendPage = await registerStaticFiles(http, {
    folder: settings.webDist,
    shell,
    publicOrigin,
    allowPayment,
  });
  await http.register(fastifySwagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Undertow', version: '1' } },
    transform: jsonSchemaTransform,
  });
  const pollers = createLivePollers(parts);
  const binder = createRouteBinder(http, { entitlements, mayPoll: pollers.mayPoll });
  bindRoutes(http, binder, parts);
  registerNotFound(http, { bound: binder.bound, sendPage });
  const door = openSocketDoor(http, {
    sessions,
    publicOrigin,
    trustProxy: settings.trustProxy,
    attach(request, socket, user) {
      pollers.arrived(user);
      parts.attachSocket(request, socket, user);
    },
  });
  await http.ready();
  return {
    http,
    bound: binder.bound,
    routes,
    async close() {
      await door.close();
      await http.close();
    },
  };
}
