/** Carries out erasures that are due: the subscription first, then the account; whatever fails is tried again. */

import { MINUTE_MS } from '@undertow/market';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import type { Sessions } from '#http/session/session.ts';
import type { EndSubscription, ErasureLedger, Erasures } from '#ports/accounts.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { ConnectionSupervisor } from '#ports/credentials.ts';
import type { Log } from '#ports/log.ts';

const EVERY_MS = MINUTE_MS;

export interface ErasureSweepParts {
  readonly erasures: Erasures;
  readonly sessions: Sessions;
  readonly endSubscription: EndSubscription;
  /** Null where users cannot connect their trading platforms. */
  readonly connectionSupervisor: Pick<ConnectionSupervisor, 'forget'> | null;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'error'>;
}

async function eraseOne(parts: ErasureSweepParts, userId: string): Promise<void> {
  const { erasures, sessions, endSubscription, connectionSupervisor, bus, clock, log } = parts;
  // The subscription ends first: if this step fails, the account stays
  await endSubscription(userId);
  const outcome = await erasures.carryOut(userId, clock.nowMs());
  if (outcome.kind === 'mail-waits' || outcome.kind === 'not-due') return;
  if (outcome.kind !== 'erased') {
    log.error({ userId, reason: outcome.kind }, 'erasure is due and cannot be carried out yet');
    return;
  }
  // What was cached in memory and the sockets go too
  bus.publish('sessionEnded', { sessionIds: outcome.sessionIds });
  await sessions.endOf(userId, 'all');
  await connectionSupervisor?.forget(userId);
  bus.publish('userChanged', { userId });
  log.info({}, 'an account was erased');
}

/** One pass over the due erasures. One that fails does not block the others. */
export async function sweepErasures(parts: ErasureSweepParts): Promise<void> {
  const { erasures, clock, log } = parts;
  for (const userId of await erasures.due(clock.nowMs())) {
    try {
      await eraseOne(parts, userId);
    } catch (error) {
      log.error({ err: error, userId }, 'erasure failed, trying again');
    }
  }
  await erasures.pruneKept(clock.nowMs());
}

/**
 * Runs now and every minute, and records who was erased in the ledger: at start too, for erasures by a process that
 * ended before it could. The returned function stops it and waits for work under way.
 */
export function startErasureSweep(
  parts: ErasureSweepParts & { readonly ledger: ErasureLedger },
): () => Promise<void> {
  const { erasures, ledger, clock } = parts;
  let isLedgerBehind = true;
  const run = async (): Promise<void> => {
    if ((await erasures.due(clock.nowMs())).length > 0) isLedgerBehind = true;
    await sweepErasures(parts);
    if (isLedgerBehind) await ledger.keep(await erasures.done());
    isLedgerBehind = false;
  };
  const task = new RepeatingTask(EVERY_MS, run, (error) =>
    parts.log.error({ err: error }, 'erasures could not be read or noted'),
  );
  void task.run();
  return () => task.stop();
}
