/** Which mechanics make the market: the simulator proper, its disturbed form for stress, or a memoryless null. */

/**
 * `g1` is the simulator; `g4` the same with other mechanics, on which nothing is tuned; `g0` constant rates without
 * memory, excitation or agents (Daniels et al. 2003; Smith et al. 2003): whatever is found there is a false alarm.
 */
export const GENERATOR_NAMES = ['g1', 'g4', 'g0'] as const;
export type Generator = (typeof GENERATOR_NAMES)[number];

/** Crowds of other mechanics, with parameters drawn for each session; what they are: families/README.md. */
export const FAMILY_NAMES = [
  'poisson',
  'queues',
  'hawkes',
  'relative',
  'horizons',
  'splitters',
  'makers',
] as const;
export type FamilyName = (typeof FAMILY_NAMES)[number];

/** Any of the markets that a session may be of. */
export const MARKET_NAMES = [...GENERATOR_NAMES, ...FAMILY_NAMES] as const;
export type MarketName = (typeof MARKET_NAMES)[number];

export function isFamily(generator: MarketName): generator is FamilyName {
  return (FAMILY_NAMES as readonly string[]).includes(generator);
}

/** What differs from the undisturbed mechanics; agents and negatives read it through `MarketAccess`. */
export interface Perturbation {
  /** Iceberg traders draw every tranche they show again instead of showing the same quantity. */
  readonly displayRandom: boolean;
  /** Multiplies the reaction times of agents. */
  readonly latencyFactor: number;
  /** Spoofers take partial fills, withdraw more slowly and vary their sizes. */
  readonly adaptiveSpoofers: boolean;
  /** Multiplies the sizes of orders. */
  readonly sizeFactor: number;
  /** Share of an aggressor that is given out in proportion to the queue's sizes; the rest goes first-in first-out. */
  readonly proRataShare: number;
  /** Levels hold fewer orders and the spread is often wider than one tick. */
  readonly smallTick: boolean;
}

export const UNDISTURBED: Perturbation = {
  displayRandom: false,
  latencyFactor: 1,
  adaptiveSpoofers: false,
  sizeFactor: 1,
  proRataShare: 0,
  smallTick: false,
};

const DISTURBED: Perturbation = {
  displayRandom: true,
  latencyFactor: 10,
  adaptiveSpoofers: true,
  sizeFactor: 3,
  proRataShare: 0.4,
  smallTick: true,
};

export function perturbationOf(generator: MarketName): Perturbation {
  return generator === 'g4' ? DISTURBED : UNDISTURBED;
}
