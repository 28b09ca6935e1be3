/** The audit log: rows are appended, in batches where many come at once; the database itself refuses to change or remove one. */

import type { Orm } from '#adapters/storage/database/orm.ts';
import type { AuditEntry, AuditLog } from '#ports/accounts.ts';
import { appendAudit } from './append-audit.ts';

/** Rows of one transaction. */
const MAX_AT_ONCE = 100;

interface Waiting {
  readonly entry: AuditEntry;
  readonly nowMs: number;
  readonly written: () => void;
  readonly failed: (error: unknown) => void;
}

/** One transaction at a time waits for the end of the chain: a storm of rows takes one connection, not all. */
export function createAuditLog(orm: Orm): AuditLog {
  const waiting: Waiting[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_AT_ONCE);
      try {
        await orm.transaction(async (tx) => {
          for (const { entry, nowMs } of batch) await appendAudit(tx, entry, nowMs);
        });
        for (const { written } of batch) written();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    isWriting = false;
  }

  return {
    append: (entry, nowMs) =>
      new Promise<void>((written, failed) => {
        waiting.push({ entry, nowMs, written, failed });
        // Its failures reject the calls that wait
        if (!isWriting) void writeAll();
      }),
  };
}
