/** The texts of the plan cards: rank, button and feature lines, from the one list of plans. Pure. */
import { PLANS, type Plan, TIERS, type Tier } from '@undertow/contracts';

/** Text of a plan's button for somebody on a tier; null means that it is the own plan. */
export function planAction(plan: Plan, tier: Tier): string | null {
  if (plan.id === tier) return null;
  const isHigher = TIERS.indexOf(plan.id) > TIERS.indexOf(tier);
  return `${isHigher ? 'Upgrade' : 'Switch'} to ${plan.name}`;
}

/** Tiers are cumulative: a plan names the one below it first. */
export function planFeatures(plan: Plan): readonly string[] {
  const below = PLANS[PLANS.indexOf(plan) - 1];
  return below === undefined ? plan.features : [`Everything in ${below.name}`, ...plan.features];
}

/** The plan of a name in an address or in the session's storage; null for anything else. */
export function planOfName(name: string | null): Plan | null {
  return PLANS.find((plan) => plan.id === name) ?? null;
}
