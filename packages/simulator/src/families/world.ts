/** Draws the parameters of a session's world: tick regime, depth and pace, independent of the family that fills it. */
import type { Instrument } from '@undertow/market';
import { type FlowProfile, flowProfileOf } from '#flow/flow-profile.ts';
import { exp, log } from '#random/exact-math.ts';
import type { RandomStream } from '#random/random.ts';

type Range = readonly [low: number, high: number];

/** What a session of a tick regime draws from; depth in contracts, sigma in ticks per root second. */
interface TickRegime {
  readonly touchContracts: Range;
  readonly aggressorsPerSecond: Range;
  readonly sigmaTicks: Range;
  readonly sizePower: Range;
  readonly spacingTicks: Range;
}

const LARGE: TickRegime = {
  touchContracts: [15, 300],
  aggressorsPerSecond: [1, 12],
  sigmaTicks: [0.3, 1.2],
  sizePower: [0.9, 1],
  spacingTicks: [1, 1],
};
const BETWEEN: TickRegime = {
  touchContracts: [4, 40],
  aggressorsPerSecond: [0.5, 6],
  sigmaTicks: [0.5, 2],
  sizePower: [0.65, 0.85],
  spacingTicks: [1, 1.5],
};
const SMALL: TickRegime = {
  touchContracts: [1.5, 8],
  aggressorsPerSecond: [0.5, 12],
  sigmaTicks: [1.2, 5],
  sizePower: [0.5, 0.65],
  spacingTicks: [2, 6],
};

/** Resting orders of an undisturbed level that make a tick large or small. */
const LARGE_ORDERS = 12;
const SMALL_ORDERS = 4;
/** Orders at a touch: a deep one has larger orders rather than hundreds of small ones. */
const ORDERS: Range = [8, 30];
/** Minutes of trading that rest at the touch: a hundred times less or more in one session than in another. */
const MINUTES_AT_TOUCH: Range = [0.03, 3];
const CONTRACTS_PER_AGGRESSOR = 3;
const CHANGES_PER_AGGRESSOR: Range = [5, 20];
/** Contracts of a usual order at size power 1. */
const CONTRACTS_PER_ORDER = 2.2;
const MAX_DRAWS = 100;

function regimeOf({ ordersPerLevel }: FlowProfile): TickRegime {
  if (ordersPerLevel >= LARGE_ORDERS) return LARGE;
  return ordersPerLevel < SMALL_ORDERS ? SMALL : BETWEEN;
}

export interface World {
  readonly profile: FlowProfile;
  /** Multiplies the sizes of orders. */
  readonly sizeFactor: number;
  /** Ticks from one price with orders to the next, about. */
  readonly spacingTicks: number;
}

/**
 * What a session of other mechanics is made with: the product's own where a law of the venue is meant, the rest drawn.
 *
 * @param scale the session's factor on rates, taken out here: the ranges are those of real sessions
 */
export function drawWorld(instrument: Instrument, scale: number, random: RandomStream): World {
  const own = flowProfileOf(instrument);
  const regime = regimeOf(own);
  let touch = 0;
  let aggressors = 0;
  for (let draw = 0; draw < MAX_DRAWS; draw++) {
    touch = random.logUniform(...regime.touchContracts);
    aggressors = random.logUniform(...regime.aggressorsPerSecond);
    const minutes = touch / (aggressors * 60 * CONTRACTS_PER_AGGRESSOR);
    if (minutes >= MINUTES_AT_TOUCH[0] && minutes <= MINUTES_AT_TOUCH[1]) break;
  }
  const sizePower = random.uniform(...regime.sizePower);
  const contracts = exp(sizePower * log(CONTRACTS_PER_ORDER));
  const orders = Math.max(1, Math.min(touch / contracts, random.logUniform(...ORDERS)));
  const profile = {
    ...own,
    aggressorsPerSecond: aggressors / scale,
    changesPerAggressor: random.logUniform(...CHANGES_PER_AGGRESSOR),
    ordersPerLevel: orders,
    sizePower,
    sigmaTicks: random.logUniform(...regime.sigmaTicks),
  };
  return {
    profile,
    sizeFactor: Math.max(1, touch / (orders * contracts)),
    spacingTicks: random.logUniform(...regime.spacingTicks),
  };
}
