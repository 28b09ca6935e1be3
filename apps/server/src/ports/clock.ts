/** The port of the clock: one for the whole process. */
import type { EpochMs } from '@undertow/market';

/** The one clock. Anchored to a monotonic source, so that a jump of the machine's clock changes no delay. */
export interface Clock {
  nowMs(): EpochMs;
}
