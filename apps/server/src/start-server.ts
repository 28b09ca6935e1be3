/** Puts the server together from its settings and starts it; `main.ts` is the process around it. */
import type { AddressInfo } from 'node:net';
import { PLANS } from '@undertow/contracts';
import type { Logger } from 'pino';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import { createClock } from '#adapters/clock.ts';
import { createOpenIdConnect } from '#adapters/identity/open-id-connect.ts';
import { createJournalWork } from '#adapters/journal/journal-work.ts';
import { type Database, openDatabase } from '#adapters/storage/database.ts';
import { createStores, type Stores } from '#adapters/storage/stores.ts';
import { createTrackHeadsFile } from '#adapters/storage/track-heads.ts';
import { createTrackStore } from '#adapters/storage/track-store.ts';
import { createEntitlements } from '#http/entitlement.ts';
import { createSessions, type Sessions } from '#http/session.ts';
import { createEventReplays } from '#live/event-replays.ts';
import { eventWindowCodec } from '#live/event-window-codec.ts';
import type { LiveLine } from '#live/live-line.ts';
import { startErasureSweep } from '#modules/account/erasure-sweep.ts';
import type { AlertStore } from './alert-dependencies.ts';
import { buildApp } from './app.ts';
import { type Config, requirePriceNotice } from './config.ts';
import { carryOutGrant, type GrantRequest, openControlDoor } from './control.ts';
import type { Bus, Clock, TrackStore } from './dependencies.ts';
import type { ImportStore } from './journal-import-dependencies.ts';
import { type OpenBilling, openBilling } from './open-billing.ts';
import { openLine } from './open-line.ts';
import { openMail } from './open-mail.ts';
import { isLoopbackUrl } from './web-address.ts';

const PRUNE_MS = 60 * 60_000;
const DAY_MS = 86_400_000;
/** An open dashboard asks about seventy times a minute. */
const RATE_LIMITS = { perMinute: 3_000, signInPerMinute: 600 };

export interface RunningServer {
  readonly port: number;
  close(): Promise<void>;
}

function createIdentity({ oidc, publicOrigin }: Config, log: Logger) {
  return createOpenIdConnect({
    ...oidc,
    redirectUri: `${publicOrigin}/api/callback`,
    allowHttp: oidc.issuer.startsWith('http:') && isLoopbackUrl(oidc.issuer),
    onDiscoveryFailure: (error) => log.warn({ err: error }, 'identity issuer not found yet'),
  });
}

/** What the grant command asks for: the account is made when it does not exist yet. */
function granter(stores: Stores, bus: Bus, clock: Clock) {
  return async ({ issuer, sub, ...grant }: GrantRequest): Promise<void> => {
    const user = await stores.users.ensure(issuer, sub, clock.nowMs());
    await carryOutGrant(stores.tiers, user.id, grant, clock.nowMs());
    bus.publish('userChanged', { userId: user.id });
  };
}

interface TidyParts {
  readonly sessions: Sessions;
  readonly tradeImports: ImportStore;
  readonly alerts: Pick<AlertStore, 'prune'>;
  readonly alertDays: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Removes sessions that nobody can use any more, imports that a killed process left half stored, and old alerts, now and
 * every hour; market data is the recorder's to prune.
 */
function keepTidy({ sessions, tradeImports, alerts, alertDays, clock, log }: TidyParts): () => void {
  const tidy = (): void => {
    const nowMs = clock.nowMs();
    Promise.all([
      sessions.prune(),
      tradeImports.sweep(nowMs),
      alerts.prune(nowMs - alertDays * DAY_MS),
    ]).catch((error: unknown) => log.error({ err: error }, 'tidying failed'));
  };
  tidy();
  const timer = setInterval(tidy, PRUNE_MS);
  return () => clearInterval(timer);
}

function measuresOf(line: LiveLine, billing: OpenBilling | null): string {
  const { rss, heapUsed } = process.memoryUsage();
  const { instruments, sockets, published, recorder, alerts } = line.status();
  return [
    `undertow_sockets ${sockets}`,
    `undertow_instruments ${instruments.length}`,
    `undertow_updates_published_total ${published}`,
    `undertow_recorder_waiting ${recorder.waiting}`,
    `undertow_alert_rules ${alerts.rules}`,
    `undertow_alerts_waiting ${alerts.waiting}`,
    `process_resident_memory_bytes ${rss}`,
    `nodejs_heap_used_bytes ${heapUsed}`,
    `process_uptime_seconds ${Math.round(process.uptime())}`,
    ...(billing?.sync.measures() ?? []),
    '',
  ].join('\n');
}

/** A chain that was changed is said aloud, and goes on: what was written before is not made worse by it. */
async function reportTrackRecord(trackStore: TrackStore, log: Logger): Promise<void> {
  try {
    const broken = (await trackStore.verifyHeads()).filter(({ fault }) => fault !== null);
    if (broken.length > 0) log.error({ broken }, 'the track record was changed from outside');
  } catch (error) {
    log.error({ err: error }, 'the track record could not be verified');
  }
}

async function assemble(config: Config, log: Logger, database: Database): Promise<RunningServer> {
  const clock = createClock();
  const bus = createInProcessBus((topic, error) => log.error({ err: error, topic }, 'bus listener failed'));
  const stores = createStores(database.orm, config.retention);
  const trackStore = createTrackStore(database.orm, createTrackHeadsFile(config.dataDir));
  await reportTrackRecord(trackStore, log);
  const secure = config.publicOrigin.startsWith('https:');
  const sessions = createSessions({ store: stores.sessionStore, clock, bus, secure });
  const entitlements = createEntitlements({ ...stores, bus, clock });
  const identity = createIdentity(config, log);
  const line = await openLine({ config, log, clock, bus, stores, trackStore, entitlements });
  const billing = openBilling({ config, stores, bus, clock, log });
  const journalWork = createJournalWork();
  const eventReplays = createEventReplays();
  const app = await buildApp({
    ...stores,
    journalWork,
    trackStore,
    settings: { ...config, rateLimits: RATE_LIMITS },
    log,
    clock,
    bus,
    sessions,
    entitlements,
    identity,
    views: line.views,
    windowCodec: eventWindowCodec,
    eventReplays,
    provider: billing?.provider ?? null,
    webhook: billing?.sync.webhook ?? null,
    attachSocket: (request, socket, user) => line.attachSocket(request, socket, user),
    liveSessionsOf: (userId) => line.liveSessionsOf(userId),
    ping: database.ping,
    measures: () => measuresOf(line, billing),
  });
  const control = await openControlDoor(config.dataDir, granter(stores, bus, clock));
  const mail = openMail({ config, queue: stores.mailQueue, clock, log });
  const stopErasing = startErasureSweep({
    ...stores,
    sessions,
    // Without a provider nothing can be ended here: a subscription that goes on holds the erasure
    endSubscription: billing?.endSubscription ?? (async () => undefined),
    bus,
    clock,
    log,
  });
  const stopTidying = keepTidy({ ...stores, sessions, alertDays: config.alertDays, clock, log });
  const close = async (): Promise<void> => {
    stopTidying();
    await app.close();
    await journalWork.close();
    await eventReplays.close();
    await stopErasing();
    await billing?.stop();
    await mail.close();
    identity.close();
    await control.close();
    await line.close();
    await bus.close();
  };
  try {
    await app.http.listen({ port: config.port, host: config.host });
  } catch (error) {
    await close();
    throw error;
  }
  return { port: (app.http.server.address() as AddressInfo).port, close };
}

/** Starts everything. Throws what kept it from starting, with nothing left open. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const { dataDir, databaseUrl } = config;
  requirePriceNotice(PLANS, createClock().nowMs());
  const onError = (error: Error) => log.error({ err: error }, 'database connection lost');
  const database = await openDatabase({ dataDir, databaseUrl, onError });
  try {
    const server = await assemble(config, log, database);
    log.info({ port: server.port, database: database.kind, publicOrigin: config.publicOrigin }, 'ready');
    return {
      port: server.port,
      async close() {
        await server.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
