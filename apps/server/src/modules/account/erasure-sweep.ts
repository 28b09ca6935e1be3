/** Carries out erasures that are due: the subscription first, then the account; whatever fails is tried again. */
import type { EndSubscription, Erasures } from '#account-dependencies.ts';
import type { Bus, Clock } from '#dependencies.ts';
import type { Sessions } from '#http/session.ts';

const EVERY_MS = 60_000;

interface SweepLog {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface ErasureSweepParts {
  readonly erasures: Erasures;
  readonly sessions: Sessions;
  readonly endSubscription: EndSubscription;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: SweepLog;
}

async function eraseOne(parts: ErasureSweepParts, userId: string): Promise<void> {
  const { erasures, sessions, endSubscription, bus, clock, log } = parts;
  // Nobody pays for an account that is gone: without this step nothing after it happens
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
  bus.publish('userChanged', { userId });
  log.info({}, 'an account was erased');
}

/** One look at what is due. One account that cannot go holds up no other. */
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

/** Looks now and every minute. The answer stops it, and waits for what is under way. */
export function startErasureSweep(parts: ErasureSweepParts): () => Promise<void> {
  let sweep: Promise<void> | null = null;
  const look = (): void => {
    sweep ??= sweepErasures(parts)
      .catch((error: unknown) => parts.log.error({ err: error }, 'erasures could not be read'))
      .finally(() => {
        sweep = null;
      });
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await sweep;
  };
}
