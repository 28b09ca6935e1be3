/** Sizes that traders of several kinds draw. */
import { ADD_SIZES, AGGRESSOR_SIZES, SizeLaw } from '#flow/size-law.ts';
import type { MarketAccess } from './market-access.ts';

/** Sizes of the crowd's aggressors: an agent that draws from it cannot be recognised by its clips. */
export function ordinaryClips(market: MarketAccess): SizeLaw {
  return new SizeLaw(AGGRESSOR_SIZES, market.profile.sizePower, market.perturbation.sizeFactor);
}

/** Sizes of the crowd's resting orders. */
export function ordinaryOrders(market: MarketAccess): SizeLaw {
  return new SizeLaw(ADD_SIZES, market.profile.sizePower, market.perturbation.sizeFactor);
}
