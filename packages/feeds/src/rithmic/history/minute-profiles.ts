/** Volume by price of past minutes, as the history plant has it. */

/** What was traded at one price within a minute, in contracts. */
export interface RithmicProfileLevel {
  readonly priceTicks: number;
  readonly buyVolume: number;
  readonly sellVolume: number;
  /** Without an aggressor: auctions. */
  readonly otherVolume: number;
}

/** The volume of one minute by price, from the history plant. `startMs` since 1970 UTC. */
export interface RithmicMinuteProfile {
  readonly startMs: number;
  /** Lowest price first. */
  readonly levels: readonly RithmicProfileLevel[];
}

/** Data of the history plant for the same minutes by price. */
export interface RithmicProfiles {
  minuteProfiles(
    instrumentId: number,
    fromMs: number,
    toMs: number,
  ): Promise<readonly RithmicMinuteProfile[]>;
}
