/** Opens what every process of the server has, whatever its roles. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { openUploadFiles } from '#adapters/backtests/upload-files.ts';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import { createClock } from '#adapters/clock/clock.ts';
import { createDetectorCheckpoints } from '#adapters/storage/cluster/detector-checkpoints.ts';
import { createTrackHeadsFile } from '#adapters/storage/database/chain-heads-file.ts';
import type { Database } from '#adapters/storage/database/database.ts';
import { createStores } from '#adapters/storage/stores.ts';
import { createTrackStore } from '#adapters/storage/track-record/track-store.ts';
import { openTraces } from '#adapters/traces/open-traces.ts';
import type { Config } from '#config/config.ts';
import { VERSION } from '#config/version.ts';
import { createEntitlements } from '#http/bind/entitlement.ts';
import { HeavyUse } from '#http/limits/heavy-use.ts';
import { UsageRecorder } from '#live/socket/usage-recorder.ts';
import { openControls } from '#modules/admin/controls.ts';
import { openReleaseCalendar } from '#modules/news/release-calendar.ts';
import { openCluster } from './cluster/open-cluster.ts';
import { addSpendingMetrics } from './metrics/databento-metrics.ts';
import { addRecordingsMetrics } from './metrics/recordings-metrics.ts';
import {
  lookAtRole,
  openFlowStore,
  openRecordings,
  openSessions,
  openSpending,
  reportTrackRecord,
  sealingOf,
  webhookSealOf,
} from './open-parts.ts';

/** How often a process checks for switches that another process changed. */
const CONTROLS_MS = 500;

/** Null without a collector: nothing is traced then. */
function tracing({ otlpUrl: url, roles }: Config, log: Logger) {
  const monotonicMs = () => performance.now();
  return url === null ? null : openTraces({ url, roles: [...roles], version: VERSION, log, monotonicMs });
}

/** Waits for NATS where the settings name it. */
export async function openBase(config: Config, log: Logger, database: Database) {
  const clock = createClock();
  const inner = createInProcessBus((topic, error) => log.error({ err: error, topic }, 'bus listener failed'));
  const stores = createStores(
    ...([database.orm, config.retention, config.dataDir, sealingOf(config), webhookSealOf(config)] as const),
  );
  const { changeLog } = stores;
  const cluster = await openCluster({ config, changeLog, orm: database.orm, inner, clock, log });
  const bus = cluster?.bus ?? inner;
  const heavyUse = cluster?.heavyUse ?? new HeavyUse(clock);
  const trackStore = createTrackStore(database.orm, createTrackHeadsFile(config.dataDir));
  await reportTrackRecord(trackStore, log);
  const databaseRoleWarning = await lookAtRole(config, log, database);
  const sessions = openSessions(config, stores, bus, clock);
  const usage = new UsageRecorder({ store: stores.dataUsage, log, nowMs: () => clock.nowMs() });
  const everyMs = database.kind === 'postgres' ? CONTROLS_MS : null;
  // What comes from no venue needs no licence; a stand-in of a vendor counts as the real one
  const isLicensed = !['simulated', 'none'].includes(config.feed.kind);
  const controls = await openControls({ ...stores, bus, clock, log, everyMs, isLicensed });
  const entitlements = createEntitlements({ ...stores, controls, bus, clock });
  // Only calendars open windows
  const hasCalendar = config.news.sources.some(({ kind }) => kind === 'calendar');
  const releaseCalendar = hasCalendar ? openReleaseCalendar({ news: stores.news, clock, log }) : null;
  const metrics = new Registry();
  const collector = tracing(config, log);
  const recordings = openRecordings(config, log);
  addRecordingsMetrics(metrics, recordings);
  const spending = openSpending(config, clock, log);
  addSpendingMetrics(metrics, spending);
  return {
    ...{
      config,
      log,
      clock,
      bus,
      cluster,
      heavyUse,
      stores,
      trackStore,
      databaseRoleWarning,
      sessions,
      usage,
    },
    ...{
      controls,
      entitlements,
      metrics,
      recordings,
      uploadFiles: openUploadFiles(join(config.dataDir, 'uploads')),
      spending,
      releaseCalendar,
      flowStore: openFlowStore(config, log),
      database,
    },
    checkpoints: createDetectorCheckpoints(database.orm, VERSION),
    traces: collector?.traces,
    closeTraces: async () => collector?.close(),
    processes: async () => (cluster === null ? null : cluster.leases.members()),
  };
}

export type Base = Awaited<ReturnType<typeof openBase>>;
