/** What markets of a large, a middling and a small tick are like: the targets of every family. */

export type Range = readonly [low: number, high: number];

export interface TickRegime {
  /** The product that is played in this regime. */
  readonly product: string;
  readonly tick: string;
  /** Share of the time in which the spread is one tick. */
  readonly oneTick: Range;
  /** Median contracts at a best price. */
  readonly touchContracts: Range;
  /** Ticks per root second. */
  readonly sigmaTicks: Range;
  readonly aggressorsPerSecond: Range;
}

/** Ranges of real sessions (reference of worlds, section 1); the simulator draws from these or narrower ones, the spread excepted. */
export const TICK_REGIMES: readonly TickRegime[] = [
  {
    product: 'ES',
    tick: 'large',
    oneTick: [0.88, 0.99],
    touchContracts: [15, 300],
    sigmaTicks: [0.3, 1.2],
    aggressorsPerSecond: [1, 12],
  },
  {
    product: 'CL',
    tick: 'between',
    oneTick: [0.7, 0.95],
    touchContracts: [4, 40],
    sigmaTicks: [0.5, 2],
    aggressorsPerSecond: [0.5, 6],
  },
  {
    product: 'NQ',
    tick: 'small',
    oneTick: [0.15, 0.65],
    touchContracts: [1, 8],
    sigmaTicks: [1.2, 5],
    aggressorsPerSecond: [0.5, 12],
  },
];
