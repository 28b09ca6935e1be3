/** Draws that traders of several kinds make. */
import { ADD_SIZES, AGGRESSOR_SIZES, SizeLaw } from '#flow/size-law.ts';
import { pow } from '#random/exact-math.ts';
import type { RandomStream } from '#random/random.ts';
import type { MarketAccess } from './market-access.ts';

/** Between two positive figures, each doubling as likely as any other. */
export function logUniform(random: RandomStream, low: number, high: number): number {
  return low * pow(high / low, random.unit());
}

/** Sizes of the crowd's aggressors: an agent that draws from it cannot be recognised by its clips. */
export function ordinaryClips(market: MarketAccess): SizeLaw {
  return new SizeLaw(AGGRESSOR_SIZES, market.profile.sizePower, market.perturbation.sizeFactor);
}

/** Sizes of the crowd's resting orders. */
export function ordinaryOrders(market: MarketAccess): SizeLaw {
  return new SizeLaw(ADD_SIZES, market.profile.sizePower, market.perturbation.sizeFactor);
}
