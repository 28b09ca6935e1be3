/** The steps that an administrator takes a tier up and down, with what the calls carry. Pure. */
import { TIER_RULES, type Tier } from '@undertow/contracts';

export interface TierStepBody {
  readonly newTier: Tier;
  readonly instrumentsLimit: number;
}

const UP: Readonly<Record<Tier, Tier | null>> = { free: 'basic', basic: 'pro', pro: 'elite', elite: null };
const DOWN: Readonly<Record<Tier, Tier | null>> = { free: null, basic: 'free', pro: 'basic', elite: 'pro' };

const stepTo = (tier: Tier | null): TierStepBody | null =>
  tier === null ? null : { newTier: tier, instrumentsLimit: TIER_RULES[tier].instrumentsLimit };

/** One tier up; null at the top, where Promote is off. */
export function promotion(tier: Tier): TierStepBody | null {
  return stepTo(UP[tier]);
}

/** One tier down; null without a plan, where Demote is off. */
export function demotion(tier: Tier): TierStepBody | null {
  return stepTo(DOWN[tier]);
}

/** Nothing is there to cancel without a plan. */
export function canCancel(tier: Tier): boolean {
  return tier !== 'free';
}
