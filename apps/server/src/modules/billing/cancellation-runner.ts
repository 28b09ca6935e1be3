/** Carries out cancellations that could not be carried out when they were decided. */
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import type { FlowParts } from './billing-parts.ts';
import { carryOut, postponed } from './carry-out-cancellation.ts';
import { createOneAtATime } from './one-at-a-time.ts';

const EVERY_MS = 5_000;
const AT_ONCE = 20;

/** `run` tries what is due now. */
export type CancellationRunner = Pick<RepeatingTask, 'run' | 'stop'>;

export function startCancellationRunner(parts: FlowParts): CancellationRunner {
  const { cancelTasks, clock, log } = parts;
  // The lease excludes orders of the user meanwhile
  const oneAtATime = createOneAtATime(parts);

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

  return new RepeatingTask(EVERY_MS, runDue, (error) =>
    log.error({ err: error }, 'cancellations could not be looked up'),
  );
}
