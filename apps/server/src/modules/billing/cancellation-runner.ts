/** Carries out cancellations that could not be carried out when they were decided. */
import type { FlowParts } from './billing-parts.ts';
import { carryOut, postponed } from './carry-out-cancellation.ts';
import { createOneAtATime } from './one-at-a-time.ts';

const EVERY_MS = 5_000;
const AT_ONCE = 20;

export interface CancellationRunner {
  /** Tries what is due now. */
  run(): Promise<void>;
  /** Ends after what is under way. */
  stop(): Promise<void>;
}

export function startCancellationRunner(parts: FlowParts): CancellationRunner {
  const { cancelTasks, clock, log } = parts;
  // The lease keeps it apart from what the person orders meanwhile
  const oneAtATime = createOneAtATime(parts);
  let running: Promise<void> | null = null;

  async function runDue(): Promise<void> {
    for (const task of await cancelTasks.due(clock.nowMs(), AT_ONCE)) {
      try {
        await oneAtATime.run(task.userId, async () => {
          // It may have been done while this one waited for its turn
          const open = (await cancelTasks.open(task.userId)).find(({ id }) => id === task.id);
          if (open !== undefined) await carryOut(parts, open);
        });
      } catch (error) {
        await postponed(parts, task, error);
      }
    }
  }

  function run(): Promise<void> {
    running ??= runDue()
      .catch((error: unknown) => log.error({ err: error }, 'cancellations could not be looked up'))
      .finally(() => {
        running = null;
      });
    return running;
  }

  const timer = setInterval(() => {
    run().catch(() => undefined);
  }, EVERY_MS);
  return {
    run,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
