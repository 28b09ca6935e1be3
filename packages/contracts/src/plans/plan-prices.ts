/** Prices over time: the one in force, the announced one, and which changes are refused. */
import { dayString, parseDay, utcDayOf } from '@undertow/market';
import { NOTICE_DAYS } from './legal-terms.ts';
import type { Plan, PlanPrice } from './plans.ts';

/** The price in force at an instant; undefined before the first one. */
export function priceInForce({ prices }: Plan, nowMs: number): PlanPrice | undefined {
  const today = dayString(utcDayOf(nowMs));
  return prices.findLast(({ effectiveFrom }) => effectiveFrom <= today);
}

/** The price that is announced and not in force yet. */
export function upcomingPrice({ prices }: Plan, nowMs: number): PlanPrice | undefined {
  const today = dayString(utcDayOf(nowMs));
  return prices.find(({ effectiveFrom }) => effectiveFrom > today);
}

function faultsOfChange(name: string, price: PlanPrice, before: PlanPrice, today: string): readonly string[] {
  const { effectiveFrom, announcedOn } = price;
  const days = parseDay(effectiveFrom) - parseDay(announcedOn);
  const label = `${name} from ${effectiveFrom}`;
  return [
    ...(days < NOTICE_DAYS
      ? [`${label}: announced ${days} days ahead, expected at least ${NOTICE_DAYS}`]
      : []),
    ...(announcedOn > today ? [`${label}: announced on ${announcedOn}, which is still to come`] : []),
    ...(effectiveFrom <= before.effectiveFrom
      ? [`${label}: expected a day after ${before.effectiveFrom}`]
      : []),
  ];
}

/**
 * Faults of the plans' prices at an instant, as sentences; empty without faults. A change announced
 * less than 30 days ahead is refused, and a price that is shown and charged but not in force.
 */
export function priceFaults(plans: readonly Plan[], nowMs: number): readonly string[] {
  const today = dayString(utcDayOf(nowMs));
  return plans.flatMap((plan) => {
    const { name, prices, pricePence } = plan;
    const changes = prices.flatMap((price, index) => {
      const before = prices[index - 1];
      return before === undefined ? [] : faultsOfChange(name, price, before, today);
    });
    const inForce = priceInForce(plan, nowMs) ?? prices[0];
    return inForce?.pricePence === pricePence
      ? changes
      : [
          ...changes,
          `${name}: ${pricePence} pence is shown, ${inForce?.pricePence ?? 'nothing'} is in force`,
        ];
  });
}
