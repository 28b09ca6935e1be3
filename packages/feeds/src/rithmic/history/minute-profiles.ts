/** Volume by price of past minutes, as the history plant has it. */

import type { BarLevel } from '@undertow/market';

/** The volume of one minute by price, from the history plant. `startMs` since 1970 UTC. */
export interface RithmicMinuteProfile {
  readonly startMs: number;
  /** Lowest price first. */
  readonly levels: readonly BarLevel[];
}

/** Data of the history plant for the same minutes by price. */
export interface RithmicProfiles {
  minuteProfiles(
    instrumentId: number,
    fromMs: number,
    toMs: number,
  ): Promise<readonly RithmicMinuteProfile[]>;
}
