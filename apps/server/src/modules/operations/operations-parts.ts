/** What the routes and the measures of operations are made of. */

import type { ProcessWatch } from '#http/server/process-watch.ts';
import type { AlertDeadLetters } from '#ports/alerts.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Member } from '#ports/cluster/leases.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { JobDeadLetters } from '#ports/jobs/job-queue.ts';
import type { DatabentoSpending, LineFacts, OperationsStore, RecoveryRecord } from '#ports/operations.ts';
import type { Recordings } from '#ports/recordings.ts';
import type { TrackStore } from '#ports/track-store.ts';

export interface OperationsParts {
  readonly operations: OperationsStore;
  readonly alertDeadLetters: AlertDeadLetters;
  readonly jobDeadLetters: JobDeadLetters;
  readonly recovery: RecoveryRecord;
  readonly entitlements: Entitlements;
  readonly bus: Bus;
  readonly trackStore: Pick<TrackStore, 'latestStates' | 'verifyHeads'>;
  readonly clock: Clock;
  readonly watch: ProcessWatch;
  readonly lineStatus: () => LineFacts;
  /** Those of the cluster that live; null where this process is the only one. Rejects while they cannot be read. */
  readonly processes: () => Promise<readonly Member[] | null>;
  readonly spending: DatabentoSpending;
  readonly recordings: Pick<Recordings, 'list' | 'status'>;
  readonly databaseKind: 'pglite' | 'postgres';
  /** What the server's role in the database may do that it should not. */
  readonly databaseRoleWarning: string | null;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
}

/** How long the database takes to answer. */
export async function pingMs(ping: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await ping();
  return performance.now() - startMs;
}
