/** Removes expired rows every hour, counts users, writes mails about keys that expire, and refreshes the planner's statistics. */
import { DAY_MS, HOUR_MS } from '@undertow/market';
import type { Logger } from 'pino';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import type { Sessions } from '#http/session/session.ts';
import type { ApiKeyStore } from '#ports/api-keys/api-key-store.ts';
import type { UploadFiles, UploadStore } from '#ports/backtests/uploads.ts';
import type { Clock } from '#ports/clock.ts';
import type { ImportStore } from '#ports/journal-import.ts';
import type { OperationsStore } from '#ports/operations.ts';
import type { AdminViews, People } from '#ports/people.ts';

const PRUNE_MS = HOUR_MS;
/** How long before the end of a key its owner is notified. */
const KEY_NOTICE_MS = 7 * DAY_MS;

interface CleanupParts {
  readonly sessions: Sessions;
  readonly people: People;
  readonly adminViews: AdminViews;
  readonly tradeImports: ImportStore;
  readonly operations: Pick<OperationsStore, 'purge'>;
  readonly apiKeyStore: Pick<ApiKeyStore, 'warnExpiring'>;
  readonly uploads: Pick<UploadStore, 'sweep' | 'known'>;
  readonly uploadFiles: Pick<UploadFiles, 'removeOthers'>;
  /** Of the embedded database, which has no autovacuum. */
  readonly refreshStatistics: (() => Promise<void>) | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Removes sessions that are no longer valid, imports that a killed process left half stored, uploads that expired, and what accounts left
 * behind, counts users, writes mails about keys that expire, and refreshes statistics, now and every hour; the recorder prunes market data in the database.
 */
export function startHourlyCleanup(parts: CleanupParts): () => Promise<void> {
  const { sessions, people, adminViews, tradeImports, operations, apiKeyStore, clock, log } = parts;
  const { uploads, uploadFiles } = parts;
  const cleanUp = (): Promise<unknown> => {
    const nowMs = clock.nowMs();
    return Promise.all([
      sessions.prune(),
      people.keepDay(nowMs),
      adminViews.sweep(nowMs),
      tradeImports.sweep(nowMs),
      uploads.sweep(nowMs).then(() => uploadFiles.removeOthers(uploads.known)),
      operations.purge(nowMs),
      apiKeyStore.warnExpiring(nowMs, nowMs + KEY_NOTICE_MS),
      parts.refreshStatistics?.(),
    ]);
  };
  const task = new RepeatingTask(PRUNE_MS, cleanUp, (error) =>
    log.error({ err: error }, 'hourly cleanup failed'),
  );
  void task.run();
  return () => task.stop();
}
