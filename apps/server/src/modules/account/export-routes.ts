/** The export: everything stored about a user as one archive, for themselves, after a recent sign-in. */
import { Readable } from 'node:stream';
import { exportAccount, instantOfMs } from '@undertow/contracts';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import { createUserLimit } from '#http/limits/user-limit.ts';
import { requireFresh } from '#http/session/fresh-sign-in.ts';
import type { AuditLog, PersonalData } from '#ports/accounts.ts';
import type { Clock } from '#ports/clock.ts';
import { exportFiles } from './export-files.ts';
import { zipStream } from './zip-stream.ts';

/** Exports of one user within ten minutes. */
const MAX_EXPORTS = 3;
const WITHIN_MS = 10 * 60_000;

export interface ExportParts {
  readonly personalData: PersonalData;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly supportEmail: string;
}

export function bindExportRoutes(binder: RouteBinder, parts: ExportParts): void {
  const { personalData, audit, clock, supportEmail } = parts;
  const count = createUserLimit(MAX_EXPORTS, WITHIN_MS, clock);

  binder.bindUser(exportAccount, async ({ user, request, reply }) => {
    const nowMs = clock.nowMs();
    const { userId } = user;
    requireFresh(user, nowMs);
    count(userId);
    const entry = { actor: userId, action: 'account.exported', subject: userId, details: {} } as const;
    await audit.append({ ...entry, requestId: request.id }, nowMs);
    const files = exportFiles(personalData, userId, nowMs, supportEmail);
    const name = `undertow-account-${instantOfMs(nowMs).slice(0, 10)}.zip`;
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(zipStream(files, nowMs)));
  });
}
