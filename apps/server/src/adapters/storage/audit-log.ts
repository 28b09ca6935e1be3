/** The audit log: rows are appended; the database itself refuses to change or remove one. */
import type { AuditLog } from '#account-dependencies.ts';
import type { Orm } from './orm.ts';
import { auditLog } from './tables.ts';

export function createAuditLog(orm: Orm): AuditLog {
  return {
    async append(entry, nowMs) {
      await orm.insert(auditLog).values({ ...entry, atMs: Math.floor(nowMs) });
    },
  };
}
