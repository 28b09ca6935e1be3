/** What operations request from storage: backups, drills, the state of queues, what history of Databento did cost. */

import type { FeedStatus } from '@undertow/contracts';
import type { FeedSessionStatus } from '@undertow/feeds';
import type { FeedSource } from '@undertow/market';

export interface BackupRun {
  readonly atMs: number;
  /** Size of the backup's file. */
  readonly bytes: number;
  readonly rows: number;
  readonly seconds: number;
}

/** A backup that was restored into an empty database and compared. */
export interface DrillRun {
  readonly atMs: number;
  readonly database: 'pglite' | 'postgres';
  /** Size of the database. */
  readonly bytes: number;
  readonly rows: number;
  readonly backupSeconds: number;
  readonly restoreSeconds: number;
  /** Null: every table was restored unchanged. */
  readonly fault: string | null;
}

export interface RecoveryRecord {
  noteBackup(run: BackupRun): Promise<void>;
  noteDrill(run: DrillRun): Promise<void>;
  lastBackup(): Promise<BackupRun | null>;
  /** The newest drill that succeeded. */
  lastDrill(): Promise<DrillRun | null>;
  /** The newest drill where it failed. */
  drillFault(): Promise<DrillRun | null>;
}

export interface FailedMailRow {
  readonly id: string;
  readonly template: string;
  readonly createdAtMs: number;
  readonly attempts: number;
  readonly failure: string | null;
  /** Null: given up. */
  readonly nextAttemptMs: number | null;
}

export interface FailedJobRow {
  readonly kind: 'payment event' | 'cancellation' | 'import';
  readonly id: string;
  readonly sinceMs: number;
  readonly attempts: number;
  readonly failure: string | null;
}

export interface DatabaseFacts {
  readonly version: string;
  readonly bytes: number;
  /** The largest first. */
  readonly tables: readonly { readonly name: string; readonly rows: number | null; readonly bytes: number }[];
}

export interface QueueCounts {
  readonly mailsWaiting: number;
  /** Given up, though still wanted. */
  readonly mailsFailed: number;
  readonly jobsWaiting: number;
  readonly jobsFailed: number;
  /** Alerts that storage refused. */
  readonly deadAlerts: number;
  /** Jobs of the queue, by state. */
  readonly queuedJobs: number;
  readonly runningJobs: number;
  readonly deadJobs: number;
  /** Since the oldest job of the queue that is due was enqueued; null without one. */
  readonly oldestJobMs: number | null;
}

/** The state of storage and its queues. */
export interface OperationsStore {
  database(): Promise<DatabaseFacts>;
  queues(): Promise<QueueCounts>;
  /** Removes what accounts left behind past its retention. */
  purge(nowMs: number): Promise<void>;
  mailsSentSince(fromMs: number): Promise<number>;
  /** The newest first. */
  failedMails(limit: number): Promise<readonly FailedMailRow[]>;
  failedJobs(nowMs: number, limit: number): Promise<readonly FailedJobRow[]>;
  /** Requeues a failed mail, with its audit row; false when there is none. */
  retryMail(id: string, actor: string, nowMs: number, requestId: string): Promise<boolean>;
}

/** The live line as operations see it. */
export interface LineFacts {
  readonly source: FeedSource;
  /** The feed's own present. */
  readonly feedNowMs: number;
  /** Null for feeds that keep no session with a vendor. */
  readonly session: FeedSessionStatus | null;
  readonly instruments: readonly FeedStatus[];
  readonly sockets: number;
  readonly recorder: { readonly waiting: number };
  readonly alerts: { readonly waiting: number };
  /** False while the views of a process that runs no feed are being filled. */
  readonly isReady: boolean;
}

/** Days and months are those of UTC. */
export interface SpendingOfPeriod {
  readonly period: 'day' | 'month';
  /** `YYYY-MM-DD`, or `YYYY-MM`. */
  readonly name: string;
  readonly spentDollars: number;
  readonly budgetDollars: number;
  /** `warned` from 80 % on, `exhausted` from 100 % on: nothing more is bought. `none`: the operator set no budget. */
  readonly state: 'within' | 'warned' | 'exhausted' | 'none';
}

/** What was spent at the historical service of Databento, by the server and the command line together. */
export interface DatabentoSpending {
  /** The day and the month of now; null where the ledger cannot be read, which the log explains. */
  read(): readonly SpendingOfPeriod[] | null;
}
