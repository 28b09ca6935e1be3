/** How a defender holds a price: one hidden order, a wall, top-ups of several orders, several owners, or one tick behind. */
import { SECOND_NS } from '@undertow/market';
import { depthOf, typicalLevel } from '#agents/frame/book-gauge.ts';
import { drawStyle } from '#agents/frame/draw-style.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import type { RandomStream } from '#random/random.ts';

export type AbsorbVariant = 'hidden' | 'wall' | 'topped' | 'owners' | 'behind';

export interface AbsorbStyle {
  readonly variant: AbsorbVariant;
  /** Contracts that the trader would take at most, that one order shows, and that are thrown at the price. */
  readonly budget: number;
  readonly show: number;
  readonly attackVolume: number;
  readonly attackNs: number;
  /** Contracts at the price from which an observer may suspect, and can see, that something holds. */
  readonly faint: number;
  readonly evident: number;
  /** Share of refills that are icebergs of the exchange. */
  readonly nativeShare: number;
  /** Orders at the defended price at once. */
  readonly slots: number;
  /** Share of an order that is left when the next one joins it; 0 where it must be gone. */
  readonly topAt: number;
  /** The defended price lies this far behind the best one when it begins. */
  readonly behindTicks: number;
  /** Orders rest one tick behind the defended price too. */
  readonly isDeep: boolean;
}

const VARIANTS: readonly (readonly [AbsorbVariant, share: number])[] = [
  ['hidden', 0.25],
  ['wall', 0.2],
  ['topped', 0.2],
  ['owners', 0.2],
  ['behind', 0.15],
];
/** In median levels. */
const BUDGET = { low: 5, high: 40 };
const WALL = { low: 5, high: 30 };
const SHOW = { low: 0.1, high: 0.5 };
const OWNERS = { least: 3, most: 8 };
const TOP_AT = { low: 0.3, high: 0.7 };
const FAINT_LEVELS = 5;
const EVIDENT_LEVELS = 10;
/** The same in depths of five levels, where those are thin. */
const EVIDENT_DEPTHS = 1.5;
const DURATION = { low: 5, high: 180 };
/** Seconds in which the attack brings a depth of five levels. */
const SECONDS_A_DEPTH = { low: 6, high: 40 };

/** G1's style, in multiples of the depth of five levels: what the trader would take at most, and what is thrown at it. */
const PLAIN_BUDGET = { low: 3, high: 20 };
const PLAIN_ATTACK = { low: 0.8, high: 7 };
/** Volume at the zone from which an observer can see that something holds, in depths of five levels. */
const PLAIN_EVIDENT = 1.5;
const PLAIN_FAINT = 0.75;

/** @param depth contracts of five levels of the defended side */
export function absorbStyle(
  market: MarketAccess,
  side: number,
  depth: number,
  random: RandomStream,
): AbsorbStyle {
  if (!market.isStyled) return plainStyle(market, depth, random);
  return drawStyle(
    market,
    () => drawAbsorbStyle(market, side, random),
    ({ variant }) => `absorption/${variant}`,
  );
}

/** As in other markets (worlds, section 3). */
function drawAbsorbStyle(market: MarketAccess, side: number, random: RandomStream): AbsorbStyle {
  const variant = drawVariant(random);
  const level = typicalLevel(market);
  const depth = Math.max(5, depthOf(market, side, 5));
  const wall = level * random.logUniform(WALL.low, WALL.high);
  const budget = Math.max(
    wall * Number(variant === 'wall'),
    level * random.logUniform(BUDGET.low, BUDGET.high),
  );
  const attackVolume = budget * random.logUniform(0.5, 1.5);
  const seconds = (attackVolume / depth) * random.logUniform(SECONDS_A_DEPTH.low, SECONDS_A_DEPTH.high);
  const evident = Math.min(EVIDENT_LEVELS * level, EVIDENT_DEPTHS * depth);
  return {
    variant,
    budget,
    show: Math.max(1, Math.round(variant === 'wall' ? wall : level * random.logUniform(SHOW.low, SHOW.high))),
    attackVolume,
    attackNs: Math.min(DURATION.high, Math.max(DURATION.low, seconds)) * SECOND_NS,
    faint: (evident * FAINT_LEVELS) / EVIDENT_LEVELS,
    evident,
    nativeShare: variant === 'hidden' ? 1 : 0,
    slots: variant === 'owners' ? OWNERS.least + random.below(OWNERS.most - OWNERS.least + 1) : 1,
    topAt: variant === 'topped' ? TOP_AT.low + (TOP_AT.high - TOP_AT.low) * random.unit() : 0,
    behindTicks: variant === 'behind' ? 1 : 0,
    isDeep: variant === 'hidden',
  };
}

function drawVariant(random: RandomStream): AbsorbVariant {
  let drawn = random.unit();
  for (const [variant, share] of VARIANTS) {
    if (drawn < share) return variant;
    drawn -= share;
  }
  return 'hidden';
}

/** As in the market that the detectors were first made for: it shows part of a level and refills two prices. */
function plainStyle(market: MarketAccess, depth: number, random: RandomStream): AbsorbStyle {
  const multiple = random.logUniform(PLAIN_ATTACK.low, PLAIN_ATTACK.high);
  const attackNs = Math.max(12, multiple * random.logUniform(12, 45)) * SECOND_NS;
  return {
    variant: 'hidden',
    attackVolume: multiple * depth,
    attackNs,
    budget: depth * random.logUniform(PLAIN_BUDGET.low, PLAIN_BUDGET.high),
    show: Math.max(1, Math.round(typicalLevel(market) * random.logUniform(0.15, 0.8))),
    nativeShare: random.chance(0.4) ? 0.5 : random.chance(0.5) ? 1 : 0,
    faint: PLAIN_FAINT * depth,
    evident: PLAIN_EVIDENT * depth,
    slots: 1,
    topAt: 0,
    behindTicks: 0,
    isDeep: true,
  };
}
