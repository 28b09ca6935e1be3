/** What the detectors of an instrument have learnt, kept where whoever runs it next can read it. */
import type { EpochMs, FeedSource } from '@undertow/market';
import type { Fence } from '#ports/ownership/fence.ts';

export interface CheckpointOf {
  readonly source: FeedSource;
  readonly instrumentId: number;
  readonly contract: string;
}

export interface DetectorCheckpoint {
  /** Exchange time of the last row that is in it. */
  readonly atMs: EpochMs;
  readonly state: Uint8Array;
}

export interface DetectorCheckpoints {
  /** Replaces the one before. With a fence it rejects with `FencedOff`, and stores nothing, once a later owner wrote. */
  save(of: CheckpointOf, checkpoint: DetectorCheckpoint, fence?: Fence): Promise<void>;
  /** Undefined where there is none of this contract and this version of the product. */
  latest(of: CheckpointOf): Promise<DetectorCheckpoint | undefined>;
}
