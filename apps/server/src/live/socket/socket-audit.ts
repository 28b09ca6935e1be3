/** Audit rows of the sockets: written asynchronously, a failure is logged and blocks nothing. */

import type { AuditEntry, AuditLog } from '#ports/accounts.ts';
import type { Clock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';

export interface SocketAuditParts {
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly log: Log;
}

/** Records what happened to a user's sockets. */
export type SocketAudit = (
  userId: string,
  action: AuditEntry['action'],
  details: AuditEntry['details'],
) => void;

export function createSocketAudit({ audit, clock, log }: SocketAuditParts): SocketAudit {
  return (userId, action, details) => {
    const entry = { actor: userId, action, subject: userId, details, requestId: null };
    audit
      .append(entry, clock.nowMs())
      .catch((error: unknown) => log.error({ err: error, action, userId }, 'audit row not written'));
  };
}
