/** Binds what an operator reads: health, metrics and the operations page. */
import type { FastifyInstance } from 'fastify';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import type { Drain } from '#http/server/drain.ts';
import { ProcessWatch } from '#http/server/process-watch.ts';
import { measureRequests } from '#http/server/request-measures.ts';
import { bindHealthRoutes } from '#modules/health/health-routes.ts';
import { createMeasures } from '#modules/operations/measures.ts';
import { bindOperationRoutes } from '#modules/operations/operations-routes.ts';
import type { AppParts } from './app-parts.ts';

export function bindOperations(
  http: FastifyInstance,
  binder: RouteBinder,
  parts: AppParts,
  drain: Drain,
): void {
  const { databaseKind, databaseRoleWarning, metricsToken } = parts.settings;
  const watch = new ProcessWatch();
  http.addHook('onClose', async () => watch.close());
  measureRequests(http, parts.metrics);
  const operations = { ...parts, databaseKind, databaseRoleWarning, watch };
  bindOperationRoutes(binder, operations);
  bindHealthRoutes(http, {
    ...parts,
    ...drain,
    metricsToken,
    readMeasures: createMeasures(operations),
  });
}
