/** Assembles the server from its settings and starts it; `main.ts` is the process around it. */
import type { AddressInfo } from 'node:net';
import { PLANS } from '@undertow/contracts';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import { createClock } from '#adapters/clock/clock.ts';
import { createSpendingFile } from '#adapters/databento/spending-file.ts';
import { openFileFlowStore } from '#adapters/flow/file-flow-store.ts';
import { OpenIdConnect } from '#adapters/identity/open-id-connect.ts';
import { createJournalWork } from '#adapters/journal/journal-work.ts';
import { openFileRecordings } from '#adapters/recordings/file-recordings.ts';
import { createOwnerSeal } from '#adapters/secrets/owner-seal.ts';
import { createTrackHeadsFile } from '#adapters/storage/database/chain-heads-file.ts';
import { type Database, openDatabase } from '#adapters/storage/database/database.ts';
import { auditRoleWarning } from '#adapters/storage/database-roles/audit-reach.ts';
import { createErasureLedger } from '#adapters/storage/privacy/erasure-ledger.ts';
import { createStores, type Stores } from '#adapters/storage/stores.ts';
import { createTrackStore } from '#adapters/storage/track-record/track-store.ts';
import { type Config, requirePriceNotice } from '#config/config.ts';
import { VERSION } from '#config/version.ts';
import { isLoopbackUrl } from '#config/web-address.ts';
import { createEntitlements } from '#http/bind/entitlement.ts';
import { createSessions, type Sessions } from '#http/session/session.ts';
import type { LiveLine } from '#live/live-line.ts';
import { createEventReplays } from '#live/replay/event-replays.ts';
import { UsageRecorder } from '#live/socket/usage-recorder.ts';
import { eventWindowCodec } from '#live/tape/event-window-codec.ts';
import { startErasureSweep } from '#modules/account/erasure-sweep.ts';
import { startAuditWatch } from '#modules/admin/audit-watch.ts';
import { openControls } from '#modules/admin/controls.ts';
import { InsightRunner } from '#modules/trades/insight-runner.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { ConnectionSupervisor } from '#ports/credentials.ts';
import type { FlowStore, Recordings } from '#ports/recordings.ts';
import type { TrackStore } from '#ports/track-store.ts';
import { type App, buildApp } from './app.ts';
import type { AppParts } from './app-parts.ts';
import { carryOutGrant, type GrantRequest, openControlChannel } from './control.ts';
import { addSpendingMetrics } from './databento-metrics.ts';
import { startHourlyCleanup } from './hourly-cleanup.ts';
import { addLineMetrics } from './line-metrics.ts';
import { openBilling } from './open-billing.ts';
import { openConnections } from './open-connections.ts';
import { openLine } from './open-line.ts';
import { openMail } from './open-mail.ts';
import { addRecordingsMetrics } from './recordings-metrics.ts';
import { type StopParts, stopServer } from './stop-server.ts';

/** How often a process checks for switches that another process changed. */
const CONTROLS_MS = 500;
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

/** As the contracts call them. */
const KINDS = { embedded: 'pglite', postgres: 'postgres' } as const;

export interface RunningServer {
  readonly port: number;
  /** Resolves with the parts that did not end in time. */
  close(): Promise<readonly string[]>;
}

interface AssembledServer {
  readonly app: App;
  /** `drainMs` of the settings where there are clients. */
  stop(drainMs: number): Promise<readonly string[]>;
}

function openFlowStore({ recordings: { flowRoot: root, isOn, limits } }: Config, log: Logger): FlowStore {
  return openFileFlowStore({ root, isOn, days: limits.days, log });
}

function openRecordings({ recordings, feed }: Config, log: Logger): Recordings {
  const databentoDataset = feed.kind === 'databento' ? feed.dataset : '';
  return openFileRecordings({ ...recordings, databentoDataset, log });
}

function createIdentity({ oidc, publicOrigin }: Config, log: Logger) {
  return new OpenIdConnect({
    ...oidc,
    redirectUri: `${publicOrigin}/api/callback`,
    allowHttp: oidc.issuer.startsWith('http:') && isLoopbackUrl(oidc.issuer),
    onDiscoveryFailure: (error) => log.warn({ err: error }, 'identity issuer not found yet'),
  });
}

function openSessions({ publicOrigin }: Config, stores: Stores, bus: Bus, clock: Clock): Sessions {
  const secure = publicOrigin.startsWith('https:');
  return createSessions({ ...stores, store: stores.sessionStore, clock, bus, secure });
}

/** What the grant command requests: the account is made when it does not exist yet. */
function granter(stores: Stores, bus: Bus, clock: Clock) {
  return async ({ issuer, sub, ...grant }: GrantRequest): Promise<void> => {
    const user = await stores.users.ensure(issuer, sub, clock.nowMs());
    await carryOutGrant(stores.tiers, user.id, grant, clock.nowMs());
    bus.publish('userChanged', { userId: user.id });
  };
}

function openSpending({ dataDir, databentoBudget: budget }: Config, clock: Clock, log: Logger) {
  return createSpendingFile({ dataDir, budget, nowMs: () => clock.nowMs(), log });
}

/** What the application uses of the live line. */
function lineParts(
  line: LiveLine,
): Pick<
  AppParts,
  | 'attachSocket'
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
    attachSocket: (request, socket, user) => line.attachSocket(request, socket, user),
    liveSessionsOf: (userId) => line.liveSessionsOf(userId),
    connections: () => line.status().sockets,
  };
}

/** A chain that was tampered with is logged as an error, and the server starts: refusing would not repair the chain. */
async function reportTrackRecord(trackStore: TrackStore, log: Logger): Promise<void> {
  try {
    const broken = (await trackStore.verifyHeads()).filter(({ fault }) => fault !== null);
    if (broken.length > 0) log.error({ broken }, 'the track record was changed from outside');
  } catch (error) {
    log.error({ err: error }, 'the track record could not be verified');
  }
}

/** In production the server's role should be one that cannot change what it wrote into the audit log. */
async function lookAtRole({ production }: Config, log: Logger, database: Database): Promise<string | null> {
  const warning = production ? await auditRoleWarning(database) : null;
  if (warning !== null) log.warn(warning);
  return warning;
}

/** Listens on the port, and returns it. When that fails, what was opened before is closed again. */
async function listen({ app: { http }, stop }: AssembledServer, { port, host }: Config): Promise<number> {
  try {
    await http.listen({ port, host });
  } catch (error) {
    await stop(0);
    throw error;
  }
  return (http.server.address() as AddressInfo).port;
}

interface JobParts {
  readonly config: Config;
  readonly stores: Stores;
  readonly sessions: Sessions;
  readonly endSubscription: AppParts['endSubscription'];
  readonly connectionSupervisor: ConnectionSupervisor | null;
  readonly insightRunner: InsightRunner;
  readonly recordings: Recordings;
  readonly flowStore: FlowStore;
  readonly refreshStatistics: Database['refreshStatistics'];
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Starts the background work: mails, erasures, the hourly cleanup, and the control channel of the commands. Returns what stops it. */
async function startJobs({ config, stores, ...parts }: JobParts) {
  const { bus, clock, log } = parts;
  const control = await openControlChannel(config.dataDir, granter(stores, bus, clock));
  const mail = openMail({ config, queue: stores.mailQueue, clock, log });
  const ledger = createErasureLedger(config.erasureLedger);
  return {
    rounds: {
      erasures: startErasureSweep({ ...stores, ...parts, ledger }),
      cleanup: startHourlyCleanup({ ...stores, ...parts }),
      insights: parts.insightRunner.startRefreshing(),
    },
    deliveries: { mails: () => mail.close(), control: () => control.close() },
    audit: startAuditWatch({ ...stores, clock, log }),
  };
}

/** Null without the keys of account logins: no account feed can be connected then. */
function sealingOf({ rithmic }: Config) {
  return rithmic && { seal: createOwnerSeal(rithmic.keys), windowCodec: eventWindowCodec };
}

async function assemble(config: Config, log: Logger, database: Database): Promise<AssembledServer> {
  const clock = createClock();
  const bus = createInProcessBus((topic, error) => log.error({ err: error, topic }, 'bus listener failed'));
  const stores = createStores(database.orm, config.retention, config.dataDir, sealingOf(config));
  const trackStore = createTrackStore(database.orm, createTrackHeadsFile(config.dataDir));
  await reportTrackRecord(trackStore, log);
  const databaseRoleWarning = await lookAtRole(config, log, database);
  const sessions = openSessions(config, stores, bus, clock);
  const identity = createIdentity(config, log);
  const usage = new UsageRecorder({ store: stores.dataUsage, log, nowMs: () => clock.nowMs() });
  const everyMs = database.kind === 'postgres' ? CONTROLS_MS : null;
  // What comes from no venue needs no licence; a stand-in of a vendor counts as the real one
  const isLicensed = !['simulated', 'none'].includes(config.feed.kind);
  const controls = await openControls({ ...stores, bus, clock, log, everyMs, isLicensed });
  const entitlements = createEntitlements({ ...stores, controls, bus, clock });
  const metrics = new Registry();
  const parts = { config, log, clock, bus, stores, metrics };
  const recordings = openRecordings(config, log);
  const flowStore = openFlowStore(config, log);
  const line = await openLine({ ...parts, controls, trackStore, entitlements, usage, recordings, flowStore });
  const billing = openBilling(parts);
  const connectionSupervisor = openConnections({ ...parts, lines: line.accountFeedLines });
  addLineMetrics(metrics, { line, connectionSupervisor, database });
  addRecordingsMetrics(metrics, recordings);
  const spending = openSpending(config, clock, log);
  addSpendingMetrics(metrics, spending);
  // Without a provider no subscription can be ended here: one that is active blocks the erasure
  const endSubscription = billing?.endSubscription ?? (async () => false);
  const workers = { journalWork: createJournalWork(), eventReplays: createEventReplays() };
  const { views } = line;
  const insightRunner = new InsightRunner({ ...stores, ...workers, ...parts, entitlements, views });
  const app = await buildApp({
    ...stores,
    ...workers,
    insightRunner,
    trackStore,
    usage,
    controls,
    settings: { ...config, rateLimits: RATE_LIMITS, databaseKind: KINDS[database.kind], databaseRoleWarning },
    ...{ log, clock, bus, sessions, entitlements, identity },
    ...{ windowCodec: eventWindowCodec, recordings, spending },
    connectionSupervisor,
    provider: billing?.provider ?? null,
    webhook: billing?.sync.webhook ?? null,
    ...lineParts(line),
    endSubscription,
    metrics,
    ping: database.ping,
  });
  const own = { sessions, endSubscription, connectionSupervisor, insightRunner, recordings, flowStore };
  const jobs = await startJobs({ ...parts, ...own, refreshStatistics: database.refreshStatistics });
  const stops: Omit<StopParts, 'drainMs'> = {
    ...{ app, line, rounds: jobs.rounds },
    deliveries: { ...jobs.deliveries, payments: () => billing?.stop() },
    computations: { journal: () => workers.journalWork.close(), replays: () => workers.eventReplays.close() },
    lastRows: {
      ...{ usage: () => usage.close(), connectionSupervisor: () => connectionSupervisor?.close() },
      recordings: () => Promise.all([recordings.close(), flowStore.close()]),
    },
    // The audit log's end last: stopping may write into it
    rest: {
      ...{ audit: jobs.audit, identity: () => identity.close() },
      ...{ controls: () => controls.close(), bus: () => bus.close() },
    },
    database: () => database.close(),
  };
  return { app, stop: (drainMs) => stopServer({ ...stops, drainMs }, log) };
}

/** Starts everything. Throws what prevented it from starting, with nothing left open. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const { dataDir, databaseUrl, migrationUrl } = config;
  requirePriceNotice(PLANS, createClock().nowMs());
  const onError = (error: Error) => log.error({ err: error }, 'database connection lost');
  const database = await openDatabase({ dataDir, databaseUrl, migrationUrl, onError });
  const server = await assemble(config, log, database).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const port = await listen(server, config);
  const { publicOrigin, drainMs } = config;
  log.info({ version: VERSION, port, database: database.kind, publicOrigin }, 'ready');
  return { port, close: () => server.stop(drainMs) };
}
