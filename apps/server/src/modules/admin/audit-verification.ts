/** Verifies the audit log and writes the finding into it, so that its readers see when it was last verified. */
import type { AuditLog } from '#ports/accounts.ts';
import type { AuditHistory, AuditVerdict } from '#ports/audit.ts';
import type { Clock } from '#ports/clock.ts';

const SUBJECT = 'audit_log';

export interface Verified extends AuditVerdict {
  readonly atMs: number;
}

export interface VerificationParts {
  readonly auditHistory: AuditHistory;
  readonly audit: AuditLog;
  readonly clock: Clock;
}

/** The last walk over the whole log; null before the first. */
export async function lastVerified(auditHistory: AuditHistory): Promise<Verified | null> {
  const [row] = await auditHistory.search({ action: 'audit.verified', subject: SUBJECT, limit: 1 });
  if (row?.details == null) return null;
  const { count, fault } = row.details;
  return { atMs: row.atMs, count: Number(count), fault: typeof fault === 'string' ? fault : null };
}

/** Walks the whole log. The row of the finding has the instant at which the walk ended. */
export async function verifyAndNote(
  { auditHistory, audit, clock }: VerificationParts,
  by: { readonly actor: string; readonly requestId: string | null },
): Promise<Verified> {
  const { count, fault } = await auditHistory.verify();
  const atMs = clock.nowMs();
  await audit.append({ ...by, action: 'audit.verified', subject: SUBJECT, details: { count, fault } }, atMs);
  return { atMs, count, fault };
}
