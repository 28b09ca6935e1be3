/** Watches the audit log: writes its end beside the database and into the structured log, and verifies it daily. */
import { DAY_MS, HOUR_MS } from '@undertow/market';

import { RepeatingTask } from '#concurrency/repeating-task.ts';
import type { Log } from '#ports/log.ts';
import { lastVerified, type VerificationParts, verifyAndNote } from './audit-verification.ts';

const LOOK_MS = 1000;

export interface AuditWatchParts extends VerificationParts {
  readonly log: Pick<Log, 'info' | 'error'>;
}

export class AuditWatch {
  readonly #parts: AuditWatchParts;
  #saidAtMs = Number.NEGATIVE_INFINITY;
  #fault: string | null = null;

  constructor(parts: AuditWatchParts) {
    this.#parts = parts;
  }

  /** Writes the end of the log to its file, and hourly to the structured log. A fault is logged once. */
  async look(): Promise<void> {
    const { auditHistory, clock, log } = this.#parts;
    const { count, hash, fault } = await auditHistory.witness();
    if (fault !== null && fault !== this.#fault)
      log.error({ fault }, 'the audit log was changed from outside');
    this.#fault = fault;
    const nowMs = clock.nowMs();
    if (nowMs - this.#saidAtMs < HOUR_MS) return;
    this.#saidAtMs = nowMs;
    log.info({ count, hash }, 'end of the audit log');
    await this.#verifyDaily(nowMs);
  }

  async #verifyDaily(nowMs: number): Promise<void> {
    const { auditHistory, log } = this.#parts;
    const last = await lastVerified(auditHistory);
    if (last !== null && nowMs - last.atMs < DAY_MS) return;
    const { count, fault } = await verifyAndNote(this.#parts, { actor: 'daily-check', requestId: null });
    if (fault === null) log.info({ count }, 'the audit log is intact');
    else log.error({ count, fault }, 'the audit log was changed from outside');
  }
}

/** Runs now and every second. The returned function stops it, after a last run. */
export function startAuditWatch(parts: AuditWatchParts): () => Promise<void> {
  const watch = new AuditWatch(parts);
  const task = new RepeatingTask(
    LOOK_MS,
    () => watch.look(),
    (error) => parts.log.error({ err: error }, 'the audit log could not be watched'),
  );
  void task.run();
  return async () => {
    await task.stop();
    await task.run();
  };
}
