/** Erasure of the account: requested after a recent sign-in, carried out after seven days, withdrawable until then. */
import { getErasure, instantOfMs, requestErasure, undoErasure } from '@undertow/contracts';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { requireFresh } from '#http/session/fresh-sign-in.ts';
import type { ErasureRow, Erasures } from '#ports/accounts.ts';
import type { Clock } from '#ports/clock.ts';

export interface ErasureParts {
  readonly erasures: Erasures;
  readonly clock: Clock;
}

function factsOf(row: ErasureRow | undefined) {
  if (row === undefined) return { requestedAt: null, dueAt: null };
  return { requestedAt: instantOfMs(row.requestedAtMs), dueAt: instantOfMs(row.dueAtMs) };
}

export function bindErasureRoutes(binder: RouteBinder, { erasures, clock }: ErasureParts): void {
  binder.bindUser(getErasure, async ({ user }) => factsOf(await erasures.find(user.userId)));

  binder.bindUser(requestErasure, async ({ user, request }) => {
    requireFresh(user, clock.nowMs());
    const row = await erasures.request(user.userId, clock.nowMs(), request.id);
    if (row === 'last-admin') throw new AppError('ERASURE_LAST_ADMIN');
    return factsOf(row);
  });

  binder.bindUser(undoErasure, async ({ user, request }) => {
    // No pending erasure is already the requested result
    const outcome = await erasures.undo(user.userId, clock.nowMs(), request.id);
    if (outcome === 'late') throw new AppError('ERASURE_DUE');
    return OK;
  });
}
