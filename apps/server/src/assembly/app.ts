/** Builds the HTTP application from its parts; nothing here opens a database, a feed or a port. */
import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import fastifySwagger from '@fastify/swagger';
import {
  BODY_BYTES,
  DEVELOPER_PATHS,
  SUBPROTOCOL_BATCHED,
  SUBPROTOCOL_FLOW_EVENT,
} from '@undertow/contracts';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { registerAccess } from '#http/bind/access.ts';
import { createRouteBinder, type RouteBinder } from '#http/bind/bind-route.ts';
import { limitConnections } from '#http/limits/address-limits.ts';
import { registerBodyTimeout } from '#http/limits/body-timeout.ts';
import { createLivePollers } from '#http/limits/live-pollers.ts';
import { createRequestLimits } from '#http/limits/rate-limit.ts';
import { withChoices } from '#http/pages/shell-choices.ts';
import { readShell, registerStaticFiles } from '#http/pages/static-files.ts';
import { Drain } from '#http/server/drain.ts';
import { refuseUnparsed, registerHostCheck } from '#http/server/early-refusals.ts';
import { registerErrorHandler, sendFrameworkError } from '#http/server/error-handler.ts';
import { registerNotFound } from '#http/server/not-found.ts';
import { ProcessWatch } from '#http/server/process-watch.ts';
import { registerRequestLog } from '#http/server/request-log.ts';
import { measureRequests } from '#http/server/request-measures.ts';
import { inlineScriptHashes, registerSecurity } from '#http/server/security.ts';
import { openSocketUpgrade } from '#http/server/socket-upgrade.ts';
import { bindHealthRoutes } from '#modules/health/health-routes.ts';
import { createMeasures } from '#modules/operations/measures.ts';
import { bindOperationRoutes } from '#modules/operations/operations-routes.ts';
import type { AppParts, AppSettings } from './app-parts.ts';
import { bindRoutes } from './bind-routes.ts';

/** Binds what an operator reads: health, metrics and the operations page. */
function bindOperations(http: FastifyInstance, binder: RouteBinder, parts: AppParts, drain: Drain): void {
  const { databaseKind, databaseRoleWarning, metricsToken } = parts.settings;
  const watch = new ProcessWatch();
  http.addHook('onClose', async () => watch.close());
  measureRequests(http, parts.metrics);
  const operations = { ...parts, databaseKind, databaseRoleWarning, watch };
  bindOperationRoutes(binder, operations);
  bindHealthRoutes(http, {
    ...parts,
    isDraining: () => drain.isDraining,
    metricsToken,
    readMeasures: createMeasures(operations),
  });
}

const HEADERS_TIMEOUT_MS = 10_000;
/** For a file of 64 MB over a slow line; `http/body-timeout` allows every other body less. */
const REQUEST_TIMEOUT_MS = 180_000;
/** How often Node checks for connections past these timeouts; its default of 30 s would triple them. */
const TIMEOUT_CHECK_MS = 2_000;
/** The longest id in an address is that of a mail, up to 200 characters; the router returns 404 to longer ones. */
const MAX_PARAMETER = 200;

export interface App {
  readonly http: FastifyInstance;
  readonly bound: RouteBinder['bound'];
  /** Every route, bound from a contract or not. */
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  /** Reports not ready, and answers for another `drainMs` so that a proxy can switch over. */
  drain(drainMs: number): Promise<void>;
  /** Stops listening, closes sockets with 1012 and lets requests finish. */
  finish(): Promise<void>;
  /** Cuts the connections of requests that did not finish. */
  cut(): void;
  /** Finishes without a drain. */
  close(): Promise<void>;
}

function createServer(settings: AppSettings, log: FastifyBaseLogger): FastifyInstance {
  const http = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: (_address, hop) => hop < settings.trustProxy,
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // `registerHostCheck` refuses requests without a host, with our headers and body
    http: { connectionsCheckingInterval: TIMEOUT_CHECK_MS, requireHostHeader: false },
    clientErrorHandler: refuseUnparsed,
    forceCloseConnections: 'idle',
    // A request on a connection that is still open is answered, with the header that closes it
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: MAX_PARAMETER },
    frameworkErrors: sendFrameworkError,
  });
  http.server.headersTimeout = HEADERS_TIMEOUT_MS;
  limitConnections(http.server, settings.trustProxy);
  http.removeContentTypeParser('text/plain');
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  return http;
}

/** Builds the application; the caller listens. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { settings, log, sessions } = parts;
  const { publicOrigin } = settings;
  const shell = withChoices(readShell(settings.webDist), settings);
  const http = createServer(settings, log);
  const routes: { method: string; path: string }[] = [];
  http.addHook('onRoute', ({ method, url, path = url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') routes.push({ method: one, path });
  });
  registerErrorHandler(http);
  // First, so that whatever a hook refuses has its request id and its line in the log
  registerRequestLog(http);
  const scriptHashes = inlineScriptHashes(shell ?? '');
  const allowPayment = await registerSecurity(http, {
    publicOrigin,
    scriptHashes,
    payment: settings.payment,
  });
  registerHostCheck(http);
  await http.register(fastifyCookie);
  const limits = await createRequestLimits(http, settings.rateLimits);
  registerAccess(http, { sessions, users: parts.users, publicOrigin, limits });
  registerBodyTimeout(http);
  const sendPage = await registerStaticFiles(http, {
    folder: settings.webDist,
    shell,
    publicOrigin,
    hiddenPaths: settings.developerPages ? [] : DEVELOPER_PATHS,
    allowPayment,
  });
  await http.register(fastifySwagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Undertow', version: '1' } },
    transform: jsonSchemaTransform,
  });
  const pollers = createLivePollers(parts);
  const binder = createRouteBinder(http, { ...parts, mayPoll: pollers.mayPoll });
  bindRoutes(http, binder, parts);
  const drain = new Drain(http);
  bindOperations(http, binder, parts, drain);
  registerNotFound(http, { bound: binder.bound, sendPage });
  const upgrade = openSocketUpgrade(http, {
    sessions,
    publicOrigin,
    trustProxy: settings.trustProxy,
    clock: parts.clock,
    mostUnknown: settings.rateLimits.visitorPerMinute,
    protocols: settings.developerPages
      ? [SUBPROTOCOL_BATCHED, SUBPROTOCOL_FLOW_EVENT]
      : [SUBPROTOCOL_BATCHED],
    attach(request, socket, user) {
      pollers.arrived(user);
      parts.attachSocket(request, socket, user);
    },
  });
  await http.ready();
  const finish = async (): Promise<void> => {
    await Promise.all([upgrade.close(), http.close()]);
  };
  return {
    http,
    bound: binder.bound,
    routes,
    drain: (drainMs) => drain.begin(drainMs),
    finish,
    cut: () => http.server.closeAllConnections(),
    async close() {
      await drain.begin(0);
      await finish();
    },
  };
}
