/** What every connection of the gateway shares. */
import type { KeyTable } from '#databento/access/keys.ts';
import type { MarketFloor } from '#databento/market/market-floor.ts';
import type { Faults } from './faults.ts';

export interface SessionLimits {
  /** Sessions of the dataset at once. */
  readonly sessions: number;
  /** Subscription lines a second; more are delayed. */
  readonly linesPerSecond: number;
  /** Bytes that wait for a client before it counts as slow. */
  readonly slowBytes: number;
  /** Time to log in. */
  readonly loginMs: number;
}

export interface World {
  readonly floor: MarketFloor;
  readonly faults: Faults;
  readonly keys: KeyTable;
  readonly limits: SessionLimits;
  /** Sessions that are logged in. */
  sessionCount(): number;
  nextSessionId(): number;
}
