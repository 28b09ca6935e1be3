/** Signed-in devices: what they are, which of them receive live data, and signing them out. */
import { instantOfMs, listDevices, revokeDevice, revokeOtherDevices } from '@undertow/contracts';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import type { Sessions } from '#http/session/session.ts';
import type { AuditLog } from '#ports/accounts.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlements } from '#ports/entitlements.ts';

export interface DeviceParts {
  readonly sessions: Sessions;
  readonly entitlements: Entitlements;
  readonly audit: AuditLog;
  readonly clock: Clock;
  /** Sessions of a user with an open live socket. */
  readonly liveSessionsOf: (userId: string) => ReadonlySet<string>;
}

export function bindDeviceRoutes(binder: RouteBinder, parts: DeviceParts): void {
  const { sessions, entitlements, audit, clock, liveSessionsOf } = parts;

  async function revoked(userId: string, count: number, requestId: string): Promise<void> {
    if (count === 0) return;
    const entry = {
      actor: userId,
      action: 'session.revoked',
      subject: userId,
      details: { count },
      requestId,
    } as const;
    await audit.append(entry, clock.nowMs());
  }

  binder.bindUser(listDevices, async ({ user: { userId, sessionId } }) => {
    const [rows, { rules }] = await Promise.all([sessions.listOf(userId), entitlements.of(userId)]);
    const live = liveSessionsOf(userId);
    return {
      liveLimit: rules.liveDevices,
      devices: rows.map((row) => ({
        id: row.publicId,
        name: row.device,
        current: row.idHash === sessionId,
        signedInAt: instantOfMs(row.createdAtMs),
        lastSeenAt: instantOfMs(row.lastSeenAtMs),
        live: live.has(row.idHash),
      })),
    };
  });

  binder.bindUser(revokeOtherDevices, async ({ user: { userId, sessionId }, request }) => {
    const count = await sessions.endOf(userId, { allBut: sessionId });
    await revoked(userId, count, request.id);
    return { ...OK, revoked: count };
  });

  binder.bindUser(revokeDevice, async ({ user: { userId }, params, request }) => {
    // A device of another user gets the same response as an unknown one
    const count = await sessions.endOf(userId, { publicId: params.id });
    if (count === 0) throw new AppError('NOT_FOUND');
    await revoked(userId, count, request.id);
    return OK;
  });
}
