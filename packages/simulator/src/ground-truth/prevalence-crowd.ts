/** How many quote and trade beside the crowd's own flow, and how often the market's state changes. */

/** Mean numbers per hour and instrument, unless the name gives another unit. */
export interface CrowdPrevalence {
  /** Makers who quote at the same time: eight to this many more. */
  readonly marketMakers: number;
  /** Changes of what the product is worth; those who learn of one first trade on it. */
  readonly valueMovesPerHour: number;
  /** Clips of traders who follow the last minutes' direction. */
  readonly trendClipsPerHour: number;
  /** Orders of traders who expect the price back at the day's mean. */
  readonly fadesPerHour: number;
  /** Positions of small traders, who enter late and protect themselves with a stop. */
  readonly smallTradersPerHour: number;
  readonly regimeSwitchesPerHour: number;
  readonly scheduledNewsPerHour: number;
  /** Trades made off the book, of which the feed learns later. */
  readonly blocksPerHour: number;
}

/** What is there on any day: no label covers them. */
const EVERYDAY = {
  marketMakers: 12,
  valueMovesPerHour: 650,
  trendClipsPerHour: 40,
  fadesPerHour: 30,
};

export const CROWD_LIFE: CrowdPrevalence = {
  ...EVERYDAY,
  smallTradersPerHour: 15,
  regimeSwitchesPerHour: 1,
  scheduledNewsPerHour: 0.15,
  blocksPerHour: 2,
};

/** Stops of small traders are labelled when they are elected, so a session without labels has none. */
export const CROWD_CLEAN: CrowdPrevalence = {
  ...EVERYDAY,
  smallTradersPerHour: 0,
  regimeSwitchesPerHour: 0,
  scheduledNewsPerHour: 0,
  blocksPerHour: 0,
};

export const CROWD_DENSE: CrowdPrevalence = {
  ...EVERYDAY,
  smallTradersPerHour: 100,
  regimeSwitchesPerHour: 3,
  scheduledNewsPerHour: 0.5,
  blocksPerHour: 6,
};
