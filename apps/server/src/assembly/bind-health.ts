/** Binds what every process serves to its operator: health and metrics. */
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Drain } from '#http/server/drain.ts';
import { ProcessWatch } from '#http/server/process-watch.ts';
import { measureRequests } from '#http/server/request-measures.ts';
import { bindHealthRoutes } from '#modules/health/health-routes.ts';
import { createMeasures } from '#modules/operations/measures.ts';
import type { OperationsParts } from '#modules/operations/operations-parts.ts';
import type { AppSettings } from './app-parts.ts';

export interface HealthParts extends Omit<OperationsParts, 'watch' | 'databaseKind' | 'databaseRoleWarning'> {
  readonly settings: Pick<AppSettings, 'databaseKind' | 'databaseRoleWarning' | 'metricsToken'>;
  readonly metrics: Registry;
}

/** Returns what the routes of operations are made of. */
export function bindHealth<P extends HealthParts>(
  http: FastifyInstance,
  parts: P,
  drain: Drain,
): P & OperationsParts {
  const { databaseKind, databaseRoleWarning, metricsToken } = parts.settings;
  const watch = new ProcessWatch();
  http.addHook('onClose', async () => watch.close());
  measureRequests(http, parts.metrics);
  const operations = { ...parts, databaseKind, databaseRoleWarning, watch };
  bindHealthRoutes(http, {
    ...parts,
    isDraining: () => drain.isDraining,
    metricsToken,
    readMeasures: createMeasures(operations),
  });
  return operations;
}
