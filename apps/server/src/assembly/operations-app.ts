/** The HTTP application of a process without the role web: health and metrics for the operator. */
import type { FastifyBaseLogger } from 'fastify';
import { Drain } from '#http/server/drain.ts';
import { registerErrorHandler } from '#http/server/error-handler.ts';
import { registerRequestLog } from '#http/server/request-log.ts';
import type { App } from './app.ts';
import { bindHealth, type HealthParts } from './bind-health.ts';
import { createHttp } from './create-http.ts';

interface OperationsAppParts extends HealthParts {
  readonly settings: HealthParts['settings'] & { readonly trustProxy: number };
  readonly log: FastifyBaseLogger;
}

export function buildOperationsApp(parts: OperationsAppParts): Omit<App, 'bound' | 'routes'> {
  const http = createHttp(parts.settings, parts.log);
  registerErrorHandler(http);
  registerRequestLog(http);
  const drain = new Drain(http);
  bindHealth(http, parts, drain);
  return {
    http,
    drain: (drainMs) => drain.begin(drainMs),
    finish: () => http.close(),
    cut: () => http.server.closeAllConnections(),
    async close() {
      await drain.begin(0);
      await http.close();
    },
  };
}
