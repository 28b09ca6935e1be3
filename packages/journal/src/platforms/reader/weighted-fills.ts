/** Several exits or entries of one trade as one: quantity, average price, money. */
import { formatScaled, scaledOf, weightedAverage } from '#numbers/decimal.ts';
import { microsOf } from '#numbers/money.ts';
import { sumOf } from './money-text.ts';

export interface WeightedFill {
  readonly price: string | null;
  readonly quantity: string;
}

/** Sum of decimal texts, exact; texts that are not decimals count as nothing. */
export function sumQuantities(quantities: readonly string[]): string {
  const [only = '0'] = quantities;
  if (quantities.length <= 1) return only;
  return formatScaled(quantities.reduce((sum, text) => sum + (scaledOf(text) ?? 0n), 0n));
}

/** Decimal text of `whole` less `part`. */
export function quantityLeft(whole: string, part: string): string {
  if (whole === part) return '0';
  return formatScaled((scaledOf(whole) ?? 0n) - (scaledOf(part) ?? 0n));
}

/** Sum of amounts of money; a single amount, or one too large for the journal, unchanged, so that it is not lost. */
export function sumMoney(amounts: readonly (string | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null);
  const [first = null] = known;
  if (known.length <= 1) return first;
  return known.find((amount) => microsOf(amount) === null) ?? sumOf(known);
}

/** Whether a decimal text is above zero. */
export function isAboveZero(text: string): boolean {
  return !text.startsWith('-') && /[1-9]/.test(text);
}

/** Price weighted by quantity; a single price unchanged; null when a price is missing. */
export function averagePrice(fills: readonly WeightedFill[]): string | null {
  const [first] = fills;
  if (fills.every((fill) => fill.price === first?.price)) return first?.price ?? null;
  let weighted = 0n;
  let weight = 0n;
  for (const fill of fills) {
    const price = fill.price === null ? null : scaledOf(fill.price);
    const quantity = scaledOf(fill.quantity);
    if (price === null || quantity === null) return null;
    weighted += price * quantity;
    weight += quantity;
  }
  return weight > 0n ? formatScaled(weightedAverage(weighted, weight)) : null;
}
