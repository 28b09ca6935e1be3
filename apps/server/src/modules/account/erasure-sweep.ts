/** Carries out erasures that are due: the subscription first, then the account; whatever fails is tried again. */

import { MINUTE_MS } from '@undertow/market';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import type { Sessions } from '#http/session/session.ts';
import type { EndSubscription, ErasureDone, ErasureLedger, Erasures } from '#ports/accounts.ts';
import type { UploadFiles, UploadStore } from '#ports/backtests/uploads.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { ConnectionSupervisor } from '#ports/credentials.ts';
import type { Log } from '#ports/log.ts';
import type { Recordings } from '#ports/recordings.ts';

const EVERY_MS = MINUTE_MS;

export interface ErasureSweepParts {
  readonly erasures: Erasures;
  readonly sessions: Sessions;
  readonly endSubscription: EndSubscription;
  /** Null where users cannot connect their trading platforms. */
  readonly connectionSupervisor: Pick<ConnectionSupervisor, 'forget'> | null;
  readonly recordings: Pick<Recordings, 'eraseOwner'>;
  readonly uploads: Pick<UploadStore, 'known'>;
  readonly uploadFiles: Pick<UploadFiles, 'removeOthers'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'error'>;
}

async function eraseOne(parts: ErasureSweepParts, userId: string): Promise<void> {
  const { erasures, sessions, endSubscription, connectionSupervisor, recordings, bus, clock, log } = parts;
  const { uploads, uploadFiles } = parts;
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
  // Their key went with the account: from then on nothing opens them
  await recordings.eraseOwner(userId);
  await uploadFiles.removeOthers(uploads.known);
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

/** Again where there are more afterwards: suspended before it replaced the file, a process would undo what another one kept. */
async function keepAll(erasures: Erasures, ledger: ErasureLedger): Promise<readonly ErasureDone[]> {
  for (let kept = -1; ; ) {
    const done = await erasures.done();
    if (done.length === kept) return done;
    await ledger.keep(done);
    kept = done.length;
  }
}

/**
 * Runs now and every minute, records who was erased in the ledger, and removes recordings that are left of them: at start
 * too, for erasures by a process that ended before it could. The returned function stops it and waits for work under way.
 */
export function startErasureSweep(
  parts: ErasureSweepParts & {
    readonly ledger: ErasureLedger;
    readonly recordings: Pick<Recordings, 'eraseOwner' | 'eraseOwners'>;
  },
): () => Promise<void> {
  const { erasures, ledger, recordings, clock } = parts;
  let isLedgerBehind = true;
  const run = async (): Promise<void> => {
    if ((await erasures.due(clock.nowMs())).length > 0) isLedgerBehind = true;
    await sweepErasures(parts);
    if (isLedgerBehind) {
      const done = await keepAll(erasures, ledger);
      await recordings.eraseOwners(done.map(({ userId }) => userId));
    }
    isLedgerBehind = false;
  };
  const task = new RepeatingTask(EVERY_MS, run, (error) =>
    parts.log.error({ err: error }, 'erasures could not be read or noted'),
  );
  void task.run();
  return () => task.stop();
}
