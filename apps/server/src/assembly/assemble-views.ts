/** Assembles a process with views: of the only one, or with the roles web or work. */
import { createJournalWork } from '#adapters/journal/journal-work.ts';
import type { LiveLine } from '#live/live-line.ts';
import type { OwnedMarket } from '#live/owned-market.ts';
import { createEventReplays } from '#live/replay/event-replays.ts';
import { eventWindowCodec } from '#live/tape/event-window-codec.ts';
import { InsightRunner } from '#modules/trades/insight-runner.ts';
import { buildApp } from './app.ts';
import type { AppParts } from './app-parts.ts';
import type { AssembledServer } from './assembled-server.ts';
import { createLeasedJobs, type JobRunner, OWN_JOBS } from './cluster/leased-job.ts';
import { openRemoteSource } from './cluster/open-remote-source.ts';
import { addClusterMetrics } from './metrics/cluster-metrics.ts';
import { addLineMetrics } from './metrics/line-metrics.ts';
import type { Base } from './open-base.ts';
import { openBilling } from './open-billing.ts';
import { openConnections } from './open-connections.ts';
import { openLine } from './open-line.ts';
import { createIdentity, openScorer } from './open-parts.ts';
import { buildOperationsApp } from './operations-app.ts';
import { startPruning } from './prune-recordings.ts';
import { startJobs } from './start-jobs.ts';
import { type StopParts, stopServer } from './stop/stop-server.ts';

/**
 * An open dashboard sends about seventy requests a minute, a visitor's page a few. Thirty people of one office sign in within
 * a minute.
 */
const RATE_LIMITS = {
  perMinute: 3_000,
  visitorPerMinute: 300,
  signInPerMinute: 60,
  readsPerRoute: 1_200,
  changesPerRoute: 120,
};

/** Within the time that a stop has for requests. */
const SOCKET_SPREAD_MS = 3_000;

/** As the contracts call them. */
const KINDS = { embedded: 'pglite', postgres: 'postgres' } as const;

/** What the application uses of the live line. */
function lineParts(
  line: LiveLine,
): Pick<
  AppParts,
  | 'attachSocket'
  | 'streams'
  | 'liveSessionsOf'
  | 'connections'
  | 'lineStatus'
  | 'views'
  | 'viewResolver'
  | 'marketReplays'
  | 'accountFeedLines'
> {
  return {
    views: line.views,
    viewResolver: line.viewResolver,
    marketReplays: line.marketReplays,
    accountFeedLines: line.accountFeedLines,
    lineStatus: () => line.status(),
    streams: line.streams,
    attachSocket: (request, socket, user) => line.attachSocket(request, socket, user),
    liveSessionsOf: (userId) => line.liveSessionsOf(userId),
    connections: () => line.status().sockets,
  };
}

/** What requests and jobs use beside the line. */
function openServices(base: Base, line: LiveLine) {
  const { config, log, cluster, stores, metrics, database } = base;
  const billing = openBilling(base);
  // Feeds of accounts have no way between processes yet
  const connectionSupervisor =
    cluster === null ? openConnections({ ...base, lines: line.accountFeedLines }) : null;
  addLineMetrics(metrics, { lineStatus: () => line.status(), connectionSupervisor, database });
  const workers = { journalWork: createJournalWork(), eventReplays: createEventReplays() };
  return {
    ...{ billing, connectionSupervisor, workers, identity: createIdentity(config, log) },
    // Without a provider no subscription can be ended here: one that is active blocks the erasure
    endSubscription: billing?.endSubscription ?? (async () => false),
    insightRunner: new InsightRunner({ ...stores, ...workers, ...base, views: line.views }),
  };
}

type Services = ReturnType<typeof openServices>;

/** Everything, or without the role web what an operator reads. */
async function buildRoleApp(base: Base, line: LiveLine, { billing, workers, ...services }: Services) {
  const { config, stores, database, cluster, databaseRoleWarning } = base;
  const parts: AppParts = {
    ...{ ...stores, ...workers, ...base, ...services },
    settings: {
      ...{ ...config, rateLimits: RATE_LIMITS, databaseKind: KINDS[database.kind], databaseRoleWarning },
      socketSpreadMs: cluster === null ? 0 : SOCKET_SPREAD_MS,
    },
    windowCodec: eventWindowCodec,
    newsSettings: { sources: config.news.sources, scorer: openScorer(config).name },
    provider: billing?.provider ?? null,
    webhook: billing?.sync.webhook ?? null,
    ...lineParts(line),
    ping: database.ping,
  };
  return config.roles.has('web') ? buildApp(parts) : buildOperationsApp(parts);
}

interface Running {
  readonly app: StopParts['app'];
  readonly line: LiveLine;
  readonly owned: OwnedMarket | null;
  readonly services: Services;
  readonly jobs: Awaited<ReturnType<typeof startJobs>>;
  readonly pruning: () => unknown;
  readonly closeRemote: () => void;
}

function stopsOf(base: Base, { app, line, owned, services, jobs, pruning, closeRemote }: Running) {
  const { usage, recordings, flowStore, controls, cluster, bus, database } = base;
  const { billing, workers, connectionSupervisor, identity } = services;
  return {
    ...{ app, line, rounds: { ...jobs.rounds, pruning } },
    deliveries: { ...jobs.deliveries, payments: () => billing?.stop(), owned: () => owned?.close() },
    computations: { journal: () => workers.journalWork.close(), replays: () => workers.eventReplays.close() },
    lastRows: {
      ...{ usage: () => usage.close(), connectionSupervisor: () => connectionSupervisor?.close() },
      recordings: () => Promise.all([recordings.close(), flowStore.close()]),
      traces: base.closeTraces,
    },
    // The audit log's end last: stopping may write into it
    rest: {
      ...{ audit: jobs.audit, identity: () => identity.close(), controls: () => controls.close() },
      releases: () => base.releaseCalendar?.close(),
      ...{ remote: closeRemote, cluster: () => cluster?.close(), bus: () => bus.close() },
    },
    database: () => database.close(),
  };
}

function runnerOf({ cluster, log }: Base): JobRunner {
  if (cluster === null) return OWN_JOBS;
  return createLeasedJobs({ leases: cluster.leases, self: cluster.id, log });
}

const NO_INSTRUMENTS = { leases: [], standby: [], costs: {} };

/** `owned` is the market role of this process, where it is one of several. */
export async function assembleViews(base: Base, owned: OwnedMarket | null): Promise<AssembledServer> {
  const { config, log, clock, cluster, metrics, database } = base;
  const remote = cluster === null ? null : await openRemoteSource(cluster.wire, clock, log);
  const line = await openLine({ ...base, remote, devices: cluster?.devices });
  const services = openServices(base, line);
  const app = await buildRoleApp(base, line, services);
  const runner = runnerOf(base);
  if (cluster !== null) addClusterMetrics(metrics, { owned, lagMs: () => line.status().lagMs, runner });
  const startAlerts = cluster === null ? null : () => line.startAlerts();
  const { refreshStatistics } = database;
  const { source } = line.views.present(0);
  const work = { ...base, ...services, source, views: line.views, runner, startAlerts, refreshStatistics };
  const jobs = await startJobs(work);
  const closeRemote = (): void => remote?.close();
  const pruning = config.roles.has('market') ? startPruning(base) : () => undefined;
  const stops = stopsOf(base, { app, line, owned, services, jobs, pruning, closeRemote });
  return {
    app,
    stop: (drainMs) => stopServer({ ...stops, drainMs }, log),
    join: (url) =>
      cluster?.join(url, () => {
        const { lagMs, sockets } = line.status();
        const { leases, standby, costs } = owned?.membership ?? NO_INSTRUMENTS;
        return { leases: [...leases, ...runner.leases], standby, costs, lagMs, sockets };
      }),
  };
}
