/** Keeps recordings within their age and disk budget, and warns before something is removed for lack of space. */
import { listRuns, prunePlan, type RecordingLimits, type RunFile, removeRun } from '@undertow/feeds';
import type { Log } from '#ports/log.ts';

interface RetentionInput {
  readonly root: string;
  readonly limits: RecordingLimits & { readonly maxBytes: number };
  readonly log: Log;
}

/** From this share of the budget on it is warned. */
const WARN_SHARE = 0.8;
/** Without a warning before, the first round beyond the budget only warns, unless it is exceeded by as much. */
const OVERRUN_SHARE = 1.1;
const GB = 1e9;

export class RecordingsRetention {
  readonly #input: RetentionInput;
  readonly #isOpen: (path: string) => boolean;
  /** Bytes of all recordings after the last round; null before it. */
  usedBytes: number | null = null;
  /** Recordings removed for lack of space. */
  prunedForBudget = 0;
  #hasWarned = false;

  constructor(input: RetentionInput, isOpen: (path: string) => boolean) {
    this.#input = input;
    this.#isOpen = isOpen;
  }

  async prune(nowMs: number): Promise<void> {
    const { root, limits, log } = this.#input;
    const files = await listRuns(root);
    const { expired, overBudget, usedBytes, keptBytes } = prunePlan(files, limits, nowMs, this.#isOpen);
    for (const file of expired) await removeRun(file);
    if (expired.length > 0)
      log.info({ recordings: expired.map(nameOf) }, 'recordings older than RECORDINGS_DAYS removed');
    const mayPrune = this.#hasWarned || usedBytes > limits.maxBytes * OVERRUN_SHARE;
    this.#warn(
      usedBytes,
      files.find((file) => !expired.includes(file)),
    );
    this.usedBytes = usedBytes;
    if (!mayPrune || overBudget.length === 0) return;
    log.warn(
      { recordings: overBudget.map(nameOf) },
      'recordings removed, the oldest first, to keep within RECORDINGS_MAX_GB',
    );
    for (const file of overBudget) await removeRun(file);
    this.prunedForBudget += overBudget.length;
    this.usedBytes = keptBytes;
  }

  /** Once, until enough is free again. */
  #warn(usedBytes: number, oldest: RunFile | undefined): void {
    const { limits, log } = this.#input;
    const isNear = usedBytes >= limits.maxBytes * WARN_SHARE;
    if (isNear && !this.#hasWarned)
      log.warn(
        {
          usedGb: usedBytes / GB,
          maxGb: limits.maxBytes / GB,
          oldest: oldest === undefined ? null : nameOf(oldest),
        },
        'recordings use four fifths of RECORDINGS_MAX_GB: beyond it the oldest are removed',
      );
    this.#hasWarned = isNear;
  }
}

function nameOf({ owner, source, product, tradingDay, run }: RunFile): string {
  return `${owner === null ? '' : 'account/'}${source}/${product}/${tradingDay}/${run}`;
}
