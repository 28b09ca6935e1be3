/** Parts of a price in whole pence: what is not used up at an instant. */

/** A period and an instant in it, all in the same unit. */
export interface PeriodPart {
  readonly start: number;
  readonly end: number;
  readonly at: number;
}

/** The part of a price that is not used up, rounded to the nearest penny; everything before the start, nothing after the end. */
export function unusedPence(pricePence: number, { start, end, at }: PeriodPart): number {
  const whole = end - start;
  if (whole <= 0) return 0;
  const rest = Math.min(whole, Math.max(0, end - at));
  return Math.round((pricePence * rest) / whole);
}
