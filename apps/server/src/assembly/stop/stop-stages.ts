/** Stops parts in stages, each with a deadline: what is overdue is reported, and the next stage begins without it. */
import type { Log } from '#ports/log.ts';

export interface StopStage {
  readonly name: string;
  /** Milliseconds after the beginning of the first stage: then the next one begins at the latest. */
  readonly untilMs: number;
  /** By name; those of one stage are stopped at the same time. */
  readonly parts: Readonly<Record<string, () => unknown>>;
}

/** Of a stage that begins past its deadline, because the machine is busy. */
const MIN_MS = 250;

/** Resolves with the parts that were overdue or failed. */
export async function runStages(
  stages: readonly StopStage[],
  log: Pick<Log, 'info' | 'error'>,
): Promise<readonly string[]> {
  const left: string[] = [];
  const tookMs: Record<string, number> = {};
  const beginMs = performance.now();
  for (const { name, untilMs, parts } of stages) {
    const startMs = performance.now();
    const running = new Set(Object.keys(parts));
    const stopPart = async ([part, stop]: readonly [string, () => unknown]): Promise<void> => {
      try {
        await stop();
        running.delete(part);
      } catch (error) {
        log.error({ err: error, part }, 'a part could not be stopped');
      }
    };
    const overdue = Promise.withResolvers<void>();
    const timer = setTimeout(overdue.resolve, Math.max(MIN_MS, untilMs - (startMs - beginMs)));
    await Promise.race([Promise.all(Object.entries(parts).map(stopPart)), overdue.promise]);
    clearTimeout(timer);
    left.push(...running);
    tookMs[name] = Math.round(performance.now() - startMs);
  }
  log.info({ tookMs, left }, 'stopped');
  return left;
}
