/** Stores once a minute what the detectors of owned instruments have learnt, and reads it where their session begins. */
import { HOUR_MS, MINUTE_MS } from '@undertow/market';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import { decodeBaselines, encodeBaselines, type Learnt } from '#live/tape/learnt.ts';
import type { CheckpointOf, DetectorCheckpoints } from '#ports/cluster/checkpoints.ts';
import type { Log } from '#ports/log.ts';
import { FencedOff } from '#ports/ownership/fence.ts';
import type { FenceOf } from './ownership.ts';

/** Older ones are of another market: what was usual then is learnt anew. */
const MAX_AGE_MS = 4 * HOUR_MS;

export interface CheckpointsInput {
  readonly store: DetectorCheckpoints;
  readonly log: Log;
  /** As the recorder takes it. */
  readonly fenceOf?: FenceOf | undefined;
  /** Of each session that this process owns, and whose detectors run. */
  learnt(): Iterable<CheckpointOf & Learnt>;
}

export class Checkpoints {
  readonly #input: CheckpointsInput;
  readonly #task: RepeatingTask;

  constructor(input: CheckpointsInput) {
    this.#input = input;
    this.#task = new RepeatingTask(
      MINUTE_MS,
      () => this.#saveAll(),
      (error) => input.log.warn({ err: error }, 'what detectors learnt was not stored'),
    );
  }

  async #saveAll(): Promise<void> {
    const { store, fenceOf, learnt } = this.#input;
    for (const { baselines, atMs, ...of } of learnt()) {
      const fence = fenceOf?.(of.instrumentId);
      // Another process owns it since
      if (fence === undefined && fenceOf !== undefined) continue;
      const checkpoint = { atMs, state: encodeBaselines(baselines) };
      await store.save(of, checkpoint, fence).catch((error: unknown) => {
        if (!(error instanceof FencedOff)) throw error;
      });
    }
  }

  /** Undefined where nothing is known, or it is too old to be of use. */
  async latest(of: CheckpointOf, nowMs: number): Promise<Learnt | undefined> {
    const { store, log } = this.#input;
    try {
      const found = await store.latest(of);
      if (found === undefined || nowMs - found.atMs > MAX_AGE_MS) return undefined;
      return { atMs: found.atMs, baselines: decodeBaselines(found.state) };
    } catch (error) {
      log.error({ err: error, ...of }, 'what detectors learnt was not read');
      return undefined;
    }
  }

  close(): Promise<void> {
    return this.#task.stop();
  }
}
