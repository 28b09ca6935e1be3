/** Appends a row to the audit log inside the transaction of its act: the only way into the table. */
import { epochMs } from '@undertow/market';
import { type Orm, sql } from '#adapters/storage/database/orm.ts';
import type { AuditEntry } from '#ports/accounts.ts';

/**
 * Call it as the last step of the transaction: every other append, of any process, waits for its end, which is what keeps the
 * numbers without a gap.
 */
export async function appendAudit(tx: Orm, entry: AuditEntry, nowMs: number): Promise<void> {
  const { actor, action, subject, requestId, details } = entry;
  await tx.execute(sql`SELECT append_audit(${epochMs(nowMs)}::bigint, ${actor}, ${action}, ${subject},
    ${requestId}, ${JSON.stringify(details)})`);
}
