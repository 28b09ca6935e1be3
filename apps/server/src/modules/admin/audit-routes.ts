/** The audit log for administrators: searched, and verified on demand. */
import { instantOfMs, searchAudit, verifyAudit } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import { lastVerified, type VerificationParts, type Verified, verifyAndNote } from './audit-verification.ts';

/** A verification reads every row: one request per interval for all administrators. The daily run does not count. */
const VERIFIED_FOR_MS = MINUTE_MS;

const shown = ({ atMs, count, fault }: Verified) => ({ at: instantOfMs(atMs), count, fault });

export function bindAuditRoutes(binder: RouteBinder, parts: VerificationParts): void {
  const { auditHistory, clock } = parts;
  let isWalking = false;
  let askedAtMs = Number.NEGATIVE_INFINITY;

  binder.bindAdmin(searchAudit, async ({ query }) => {
    // One row more than requested shows whether there is another page
    const [found, head, verified] = await Promise.all([
      auditHistory.search({ ...query, limit: query.limit + 1 }),
      auditHistory.head(),
      lastVerified(auditHistory),
    ]);
    const rows = found.slice(0, query.limit);
    return {
      rows: rows.map(({ atMs, ...row }) => ({ ...row, at: instantOfMs(atMs) })),
      next: found.length > rows.length ? (rows.at(-1)?.number ?? null) : null,
      chain: { count: head.count, head: head.hash, verified: verified && shown(verified) },
    };
  });

  binder.bindAdmin(verifyAudit, async ({ user, request }) => {
    if (isWalking || clock.nowMs() - askedAtMs < VERIFIED_FOR_MS) throw new AppError('VERIFIED_JUST_NOW');
    isWalking = true;
    try {
      const found = await verifyAndNote(parts, { actor: user.userId, requestId: request.id });
      askedAtMs = found.atMs;
      return shown(found);
    } finally {
      isWalking = false;
    }
  });
}
