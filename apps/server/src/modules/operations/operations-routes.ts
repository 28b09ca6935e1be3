/** Routes of the machine room, and the newest recovery drill for everybody. */
import { getOperations, getRecoveryDrill, retryMail } from '@undertow/contracts';
import { AppError } from '#http/app-error.ts';
import { OK, type RouteBinder } from '#http/bind-route.ts';
import { drillOf, readOperations } from './operations-facts.ts';
import type { OperationsParts } from './operations-parts.ts';

export function bindOperationRoutes(binder: RouteBinder, parts: OperationsParts): void {
  const { operations, recovery, clock } = parts;
  binder.bindAdmin(getOperations, () => readOperations(parts));
  binder.bindAdmin(retryMail, async ({ params, user, request }) => {
    const found = await operations.retryMail(params.id, user.userId, clock.nowMs(), request.id);
    if (!found) throw new AppError('NOT_FOUND');
    return OK;
  });
  binder.bindPublic(getRecoveryDrill, async () => ({ drill: drillOf(await recovery.lastDrill()) }));
}
