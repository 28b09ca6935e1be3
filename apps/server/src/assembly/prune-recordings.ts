/** Removes what a process recorded of the market and is too old, or too much, now and every hour. */
import { HOUR_MS } from '@undertow/market';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import type { Clock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';
import type { FlowStore, Recordings } from '#ports/recordings.ts';

interface PruneParts {
  readonly recordings: Pick<Recordings, 'prune'>;
  readonly flowStore: Pick<FlowStore, 'prune'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** For a process that runs a market: the folder may be on its machine alone. Returns what stops it. */
export function startPruning({ recordings, flowStore, clock, log }: PruneParts): () => Promise<void> {
  const prune = (): Promise<unknown> => {
    const nowMs = clock.nowMs();
    return Promise.all([recordings.prune(nowMs), flowStore.prune(nowMs)]);
  };
  const task = new RepeatingTask(HOUR_MS, prune, (error) =>
    log.error({ err: error }, 'old recordings not removed'),
  );
  void task.run();
  return () => task.stop();
}
