/** Starts the background work of the server. */
import type { FeedSource } from '@undertow/market';
import type { Logger } from 'pino';
import type { Database } from '#adapters/storage/database/database.ts';
import { createErasureLedger } from '#adapters/storage/privacy/erasure-ledger.ts';
import type { Stores } from '#adapters/storage/stores.ts';
import type { Config } from '#config/config.ts';
import { VERSION } from '#config/version.ts';
import type { Sessions } from '#http/session/session.ts';
import { startErasureSweep } from '#modules/account/erasure-sweep.ts';
import { startAuditWatch } from '#modules/admin/audit-watch.ts';
import { startReadingNewSessions } from '#modules/backtests/read-new-sessions.ts';
import { startNewsReader } from '#modules/news/news-reader.ts';
import type { InsightRunner } from '#modules/trades/insight-runner.ts';
import type { UploadFiles } from '#ports/backtests/uploads.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { ConnectionSupervisor } from '#ports/credentials.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { LiveViews } from '#ports/live-views.ts';
import type { Recordings } from '#ports/recordings.ts';
import type { TrackStore } from '#ports/track-store.ts';
import type { AppParts } from './app-parts.ts';
import type { JobRunner } from './cluster/leased-job.ts';
import { carryOutGrant, type GrantRequest, openControlChannel } from './control.ts';
import { startHourlyCleanup } from './hourly-cleanup.ts';
import { startJobWorker } from './jobs/start-job-worker.ts';
import { openMail } from './open-mail.ts';
import { openNews } from './open-parts.ts';
import { startWebhooks } from './webhooks/start-webhooks.ts';

interface JobParts {
  readonly config: Config;
  readonly stores: Stores;
  readonly sessions: Sessions;
  readonly endSubscription: AppParts['endSubscription'];
  readonly connectionSupervisor: ConnectionSupervisor | null;
  readonly insightRunner: InsightRunner;
  readonly recordings: Recordings;
  readonly uploadFiles: UploadFiles;
  readonly refreshStatistics: Database['refreshStatistics'];
  readonly entitlements: Entitlements;
  readonly views: Pick<LiveViews, 'present'>;
  readonly trackStore: TrackStore;
  /** Of the platform's feed. */
  readonly source: FeedSource;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly runner: JobRunner;
  /** Null where the line raises alerts from its start. */
  readonly startAlerts: (() => () => Promise<void>) | null;
}

/** What the grant command requests: the account is made when it does not exist yet. */
function granter(stores: Stores, bus: Bus, clock: Clock) {
  return async ({ issuer, sub, ...grant }: GrantRequest): Promise<void> => {
    const user = await stores.users.ensure(issuer, sub, clock.nowMs());
    await carryOutGrant(stores.tiers, user.id, grant, clock.nowMs());
    bus.publish('userChanged', { userId: user.id });
  };
}

/**
 * Starts the control channel of the commands, and with the role work mails, erasures, the hourly cleanup and so on: those that only one
 * process may do as `runner` lets them. Returns what stops it.
 */
export async function startJobs({ config, stores, runner, startAlerts, ...parts }: JobParts) {
  const { bus, clock, log } = parts;
  const control = await openControlChannel(config.dataDir, granter(stores, bus, clock));
  if (!config.roles.has('work'))
    return { rounds: {}, deliveries: { control: () => control.close() }, audit: () => undefined };
  const mail = openMail({ config, queue: stores.mailQueue, clock, log });
  const worker = startJobWorker({ ...stores, ...parts });
  const ledger = createErasureLedger(config.erasureLedger);
  return {
    rounds: {
      jobs: () => worker.stop(),
      erasures: runner.run('erasures', () => startErasureSweep({ ...stores, ...parts, ledger })),
      cleanup: runner.run('cleanup', () => startHourlyCleanup({ ...stores, ...parts })),
      news: runner.run('news', () =>
        startNewsReader({
          ...openNews(config, stores, parts.source),
          trackStore: parts.trackStore,
          clock,
          log,
        }),
      ),
      sessions: runner.run('sessions', () =>
        startReadingNewSessions({ ...stores, ...parts, detectors: VERSION }),
      ),
      insights: runner.run('insights', () => parts.insightRunner.startRefreshing()),
    },
    deliveries: {
      ...(startAlerts === null ? {} : { alerts: runner.run('alerts', startAlerts) }),
      webhooks: runner.run('webhooks', () => startWebhooks({ ...stores, ...parts, ...config.webhooks })),
      ...{ mails: () => mail.close(), control: () => control.close() },
    },
    audit: runner.run('audit', () => startAuditWatch({ ...stores, clock, log })),
  };
}
