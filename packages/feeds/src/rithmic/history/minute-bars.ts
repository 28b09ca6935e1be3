/** Minutes of the past as the history plant has them: bars, and volume by price. */

/** A bar of one minute from the history plant. Prices in ticks, volumes in contracts; `startMs` since 1970 UTC. */
export interface RithmicBar {
  readonly startMs: number;
  readonly openTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly closeTicks: number;
  readonly volume: number;
  readonly buyVolume: number;
  readonly sellVolume: number;
  readonly trades: number;
  /** Average price of the minute's contracts, in ticks with a fraction; null where the gateway gives no volume by price. */
  readonly vwapTicks: number | null;
}

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

/** What the history plant knows of the same minutes by price. */
export interface RithmicProfiles {
  minuteProfiles(
    instrumentId: number,
    fromMs: number,
    toMs: number,
  ): Promise<readonly RithmicMinuteProfile[]>;
}
