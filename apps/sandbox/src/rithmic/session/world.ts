/** What every connection of the gateway shares. */

import type { Seats } from '#rithmic/accounts/seats.ts';
import type { MarketFloor } from '#rithmic/market/market-floor.ts';
import type { Faults } from './faults.ts';

export interface World {
  readonly market: MarketFloor;
  readonly faults: Faults;
  readonly seats: Seats;
  readonly nowMs: () => number;
  readonly heartbeatSeconds: number;
  /** Address of the gateway, the same for every plant. */
  readonly uri: () => string;
}
