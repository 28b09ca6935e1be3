/** Assembles a process whose only role is market: no views, no users. */

import type { OwnedMarket } from '#live/owned-market.ts';
import type { AssembledServer } from './assembled-server.ts';
import { OWN_JOBS } from './cluster/leased-job.ts';
import { addClusterMetrics } from './metrics/cluster-metrics.ts';
import { addLineMetrics } from './metrics/line-metrics.ts';
import type { Base } from './open-base.ts';
import { buildOperationsApp } from './operations-app.ts';
import { startPruning } from './prune-recordings.ts';
import { stopServer } from './stop/stop-server.ts';

export function assembleMarket(base: Base, owned: OwnedMarket): AssembledServer {
  const { config, stores, trackStore, metrics, database, cluster, databaseRoleWarning, log } = base;
  const lineStatus = () => owned.status();
  addLineMetrics(metrics, { lineStatus, connectionSupervisor: null, database });
  addClusterMetrics(metrics, { owned, lagMs: () => null, runner: OWN_JOBS });
  const settings = { ...config, databaseKind: 'postgres' as const, databaseRoleWarning };
  const app = buildOperationsApp({
    ...stores,
    ...base,
    trackStore,
    settings,
    lineStatus,
    ping: database.ping,
  });
  const pruning = startPruning(base);
  const stop = (drainMs: number) =>
    stopServer(
      {
        ...{ app, drainMs, rounds: { pruning }, deliveries: {}, computations: {} },
        line: { settle: () => owned.close(), close: async () => undefined },
        lastRows: {
          recordings: () => Promise.all([base.recordings.close(), base.flowStore.close()]),
          traces: base.closeTraces,
        },
        rest: {
          ...{ usage: () => base.usage.close(), controls: () => base.controls.close() },
          releases: () => base.releaseCalendar?.close(),
          ...{ cluster: () => cluster?.close(), bus: () => base.bus.close() },
        },
        database: () => database.close(),
      },
      log,
    );
  return {
    app,
    stop,
    join: (url) => cluster?.join(url, () => ({ ...owned.membership, lagMs: null, sockets: 0 })),
  };
}
