/** Builds the HTTP application from its parts; nothing here opens a database, a feed or a port. */
import fastifyCookie from '@fastify/cookie';
import fastifySwagger from '@fastify/swagger';
import { DEVELOPER_PATHS, SUBPROTOCOL_BATCHED, SUBPROTOCOL_FLOW_EVENT } from '@undertow/contracts';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { registerAccess } from '#http/bind/access.ts';
import { createRouteBinder, type RouteBinder } from '#http/bind/bind-route.ts';
import { registerBodyTimeout } from '#http/limits/body-timeout.ts';
import { createLivePollers } from '#http/limits/live-pollers.ts';
import { createRequestLimits } from '#http/limits/rate-limit.ts';
import { withChoices } from '#http/pages/shell-choices.ts';
import { readShell, registerStaticFiles } from '#http/pages/static-files.ts';
import { Drain } from '#http/server/drain.ts';
import { registerHostCheck } from '#http/server/early-refusals.ts';
import { registerErrorHandler } from '#http/server/error-handler.ts';
import { registerNotFound } from '#http/server/not-found.ts';
import { registerRequestLog } from '#http/server/request-log.ts';
import { inlineScriptHashes, registerSecurity } from '#http/server/security.ts';
import { openSocketUpgrade } from '#http/server/socket-upgrade.ts';
import { bindOperationRoutes } from '#modules/operations/operations-routes.ts';
import { apiRoutes, openApiAccess } from './api/open-api-access.ts';
import type { AppParts } from './app-parts.ts';
import { bindHealth } from './bind-health.ts';
import { bindRoutes } from './bind-routes.ts';
import { createHttp } from './create-http.ts';
import type { StoppingApp } from './stop/stop-server.ts';

export interface App extends StoppingApp {
  readonly http: FastifyInstance;
  readonly bound: RouteBinder['bound'];
  /** Every route, bound from a contract or not. */
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  /** Finishes without a drain. */
  close(): Promise<void>;
}

/** Routes that are added from now on. */
function collectRoutes(http: FastifyInstance): App['routes'] {
  const routes: { method: string; path: string }[] = [];
  http.addHook('onRoute', ({ method, url, path = url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') routes.push({ method: one, path });
  });
  return routes;
}

/** Builds the application; the caller listens. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { settings, log, sessions } = parts;
  const { publicOrigin } = settings;
  const shell = withChoices(readShell(settings.webDist), settings);
  const http = createHttp(settings, log);
  const routes = collectRoutes(http);
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
  const limits = await createRequestLimits(http, { ...parts, limits: settings.rateLimits });
  const api = openApiAccess(parts);
  registerAccess(http, { ...parts, ...api, publicOrigin, limits });
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
  const binder = createRouteBinder(http, { ...parts, ...api, mayPoll: pollers.mayPoll });
  bindRoutes(http, binder, { ...parts, ...api, limits });
  const drain = new Drain(http);
  bindOperationRoutes(binder, bindHealth(http, parts, drain));
  registerNotFound(http, { bound: [...binder.bound, ...apiRoutes()], sendPage });
  const upgrade = openSocketUpgrade(http, {
    sessions,
    publicOrigin,
    trustProxy: settings.trustProxy,
    ...{ clock: parts.clock, apiKeys: api.apiKeys, streams: parts.streams },
    mostUnknown: settings.rateLimits.visitorPerMinute,
    spreadMs: settings.socketSpreadMs,
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
    await api.close();
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
