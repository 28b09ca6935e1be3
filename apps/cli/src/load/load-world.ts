/** What all sockets of a load have in common. */
import type { FaultTally } from '#load/checks/faults.ts';
import type { FrameCache } from '#load/checks/frame-cache.ts';
import type { ServerPresent } from '#load/checks/socket-checks.ts';
import type { LoopbackAddress } from '#load/wire/loopback-address.ts';
import type { Meters } from './meters.ts';

export interface LoadWorld {
  readonly address: LoopbackAddress;
  /** What the product calls itself: sockets of another origin are refused. */
  readonly publicOrigin: string;
  readonly frames: FrameCache;
  readonly faults: FaultTally;
  readonly meters: Meters;
  /** A second of the reconnect rule. */
  readonly attemptMs: number;
  /** Measured again and again. */
  readonly present: ServerPresent;
}
