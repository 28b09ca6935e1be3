/** Routes of the operations page, and the newest recovery drill for everybody. */
import {
  type AlertDto,
  dropJob,
  getOperations,
  getRecoveryDrill,
  requeueAlert,
  requeueJob,
  retryMail,
} from '@undertow/contracts';
import { concerns, shownAlert } from '#alerting/shown-alert.ts';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import type { DeadAlert } from '#ports/alerts.ts';
import { drillOf, readOperations } from './operations-facts.ts';
import type { OperationsParts } from './operations-parts.ts';
import { ProcessFacts } from './process-facts.ts';
import { RecordingFacts } from './recording-facts.ts';
import { RecordRate } from './session-facts.ts';

/** Shows a stored alert to its person, where the plan still includes it. */
async function publish(
  { entitlements, bus }: OperationsParts,
  dead: DeadAlert,
  rules: AlertDto['rules'],
): Promise<void> {
  const { row } = dead.raised;
  if (!concerns(await entitlements.of(row.userId), dead)) return;
  bus.publish('alert', { userId: row.userId, alert: shownAlert(row, rules) });
}

export function bindOperationRoutes(binder: RouteBinder, parts: OperationsParts): void {
  const { operations, alertDeadLetters, jobDeadLetters, recovery, clock } = parts;
  const readings = {
    rate: new RecordRate(),
    recordings: new RecordingFacts(parts.recordings),
    processes: new ProcessFacts(parts.processes),
  };
  binder.bindAdmin(getOperations, () => readOperations(parts, readings));
  binder.bindAdmin(retryMail, async ({ params, user, request }) => {
    const found = await operations.retryMail(params.id, user.userId, clock.nowMs(), request.id);
    if (!found) throw new AppError('NOT_FOUND');
    return OK;
  });
  binder.bindAdmin(requeueAlert, async ({ params, user, request }) => {
    const outcome = await alertDeadLetters.requeue(params.id, user.userId, clock.nowMs(), request.id);
    if (outcome.kind === 'unknown') throw new AppError('NOT_FOUND');
    if (outcome.kind === 'refused') throw new AppError('ALERT_REFUSED_AGAIN');
    if (outcome.rules !== null) await publish(parts, outcome.dead, outcome.rules);
    return OK;
  });
  for (const [route, settle] of [
    [requeueJob, jobDeadLetters.requeue],
    [dropJob, jobDeadLetters.drop],
  ] as const)
    binder.bindAdmin(route, async ({ params, user, request }) => {
      if (!(await settle(params.id, user.userId, clock.nowMs(), request.id))) throw new AppError('NOT_FOUND');
      return OK;
    });
  binder.bindPublic(getRecoveryDrill, async () => ({ drill: drillOf(await recovery.lastDrill()) }));
}
