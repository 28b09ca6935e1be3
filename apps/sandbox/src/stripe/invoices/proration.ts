/**
 * What a change within a period costs. Second granularity: the unused part of the old price is credited and the rest of
 * the period at the new price is charged, each line rounded on its own to the nearest penny, halves away from zero.
 */

import type { TaxRate } from '#stripe/objects/catalogue-objects.ts';
import type { LineFacts, Period } from '#stripe/objects/invoice.ts';
import type { SubscriptionItem } from '#stripe/objects/subscription.ts';
import { dateText } from './periods.ts';
import { includedTaxes, roundedPence } from './tax.ts';

/** Pence for the rest of a period, from `at` to its end. */
export function restOfPeriodPence(pricePence: number, period: Period, at: number): number {
  const length = period.end - period.start;
  if (length <= 0) return 0;
  const rest = Math.min(length, Math.max(0, period.end - at));
  return roundedPence((pricePence * rest) / length);
}

export interface ProrationFacts {
  readonly subscription: string;
  readonly before: readonly SubscriptionItem[];
  readonly after: readonly SubscriptionItem[];
  readonly at: number;
  readonly rates: readonly TaxRate[];
  /** The line that charged the item for this period. */
  readonly creditedLine: (item: string) => LineFacts['credited'];
}

function isSame(one: SubscriptionItem, other: SubscriptionItem): boolean {
  return one.id === other.id && one.price.id === other.price.id;
}

function prorationLine(item: SubscriptionItem, sign: 1 | -1, facts: ProrationFacts): LineFacts {
  const { at, subscription, rates } = facts;
  const period = { start: item.current_period_start, end: item.current_period_end };
  const rest = restOfPeriodPence(item.price.unit_amount, period, at);
  // No minus zero: it would be written as a different amount
  const amount = rest === 0 ? 0 : sign * rest;
  return {
    amount,
    description: `${sign === 1 ? 'Remaining' : 'Unused'} time on ${item.price.nickname} after ${dateText(at)}`,
    period: { start: at, end: period.end },
    price: item.price,
    subscription,
    item: item.id,
    proration: true,
    credited: sign === -1 ? facts.creditedLine(item.id) : null,
    taxes: includedTaxes(amount, rates),
  };
}

/** Credits first, then charges; nothing for items that stay as they are. */
export function prorationLines(facts: ProrationFacts): readonly LineFacts[] {
  const { before, after } = facts;
  const left = before.filter((item) => !after.some((other) => isSame(item, other)));
  const joined = after.filter((item) => !before.some((other) => isSame(item, other)));
  return [
    ...left.map((item) => prorationLine(item, -1, facts)),
    ...joined.map((item) => prorationLine(item, 1, facts)),
  ];
}
